package io.milena.storage;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.NioFileStore;
import io.milena.testing.SeededRandomness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** Log directories for one test, on a clock that stands still, with managers that come and go over them. */
final class LogHome {

    static final TopicPartition ORDERS = new TopicPartition("orders", 0);
    static final Uuid ORDERS_ID = Uuid.parse("54PX0yzYTn-hksA91RcH0Q");
    static final long START_MS = 1_700_000_000_000L;

    final ManualTime time = new ManualTime(START_MS);
    final MetricRegistry registry = new MetricRegistry();
    final List<String> failures = new ArrayList<>();
    final Map<String, String> topicConfig = new HashMap<>();
    private final List<Path> directories;
    private FileStore store = new NioFileStore();
    private Executor recovery = Runnable::run;

    /** The threads of each directory. */
    Executor diskThreads = time::execute;

    LogHome(Path... directories) {
        this.directories = List.of(directories);
    }

    LogHome with(String key, Object value) {
        topicConfig.put(key, value.toString());
        return this;
    }

    LogHome on(FileStore newStore) {
        store = newStore;
        return this;
    }

    LogHome recoverOn(Executor threads) {
        recovery = threads;
        return this;
    }

    LogConfig config() {
        return LogConfig.from(Map.of(), topicConfig);
    }

    LogManager open() {
        return open(new DirectoryOwner(1, "TRoVM4HrSCWm3UWZndUwJA"));
    }

    LogManager open(DirectoryOwner owner) {
        var services =
                new StorageServices(store, time, new SeededRandomness(7), time, dir -> diskThreads, recovery, registry);
        var intervals = new LogManagerConfig.Intervals(30_000, 300_000, 60_000, 60_000, 1_000);
        var memory = new LogManagerConfig.Memory(1 << 20, 256 << 20, 64 << 20);
        var producers = new ProducerExpiryConfig(86_400_000, 600_000);
        var config = new LogManagerConfig(directories, 2, intervals, memory, producers);
        return LogManager.open(
                config,
                services,
                owner,
                topic -> config(),
                (directory, partitions) -> failures.add(directory + " " + partitions));
    }

    /** The log of {@link #ORDERS}, made if it is missing. */
    Log orders(LogManager manager) {
        return manager.openOrCreate(ORDERS, ORDERS_ID, config());
    }

    /** Sum of the whole-numbered gauges whose names contain this. */
    int gauges(String namePart) {
        return registry.getGauges((name, metric) -> name.contains(namePart)).values().stream()
                .mapToInt(gauge -> (Integer) gauge.getValue())
                .sum();
    }

    Path ordersDirectory() {
        return directories.get(0).resolve(ORDERS.toString());
    }
}
