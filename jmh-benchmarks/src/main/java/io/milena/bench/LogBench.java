package io.milena.bench;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Randomness;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.time.Scheduler;
import io.milena.common.time.SystemTime;
import io.milena.storage.DirectoryOwner;
import io.milena.storage.Log;
import io.milena.storage.LogConfig;
import io.milena.storage.LogManager;
import io.milena.storage.LogManagerConfig;
import io.milena.storage.StorageServices;
import io.milena.storage.files.NioFileStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Logs in a folder of their own, for a benchmark. Background work is done at once, on the caller's thread. */
final class LogBench implements AutoCloseable {

    private final Path folder;
    private final LogManager manager;
    private final LogConfig config;
    private final Log log;

    LogBench(Map<String, String> settings) {
        this(settings, Runnable::run);
    }

    /** @param disk where what waits for the disk runs */
    LogBench(Map<String, String> settings, Executor disk) {
        try {
            folder = Files.createTempDirectory("milena-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        config = LogConfig.from(Map.of(), settings);
        var services = new StorageServices(
                new NioFileStore(),
                new SystemTime(),
                new Chance(new SplittableRandom(3)),
                new AtOnce(),
                dir -> disk,
                Runnable::run,
                new MetricRegistry());
        manager = LogManager.open(
                LogManagerConfig.from(Map.of("log.dirs", folder.toString()), 256 << 20),
                services,
                new DirectoryOwner(1, "bench"),
                topic -> config,
                (directory, partitions) -> {});
        log = log(0);
    }

    Log log() {
        return log;
    }

    /** One of several. */
    Log log(int partition) {
        return manager.openOrCreate(new TopicPartition("bench", partition), Uuid.ZERO, config);
    }

    @Override
    public void close() {
        manager.close();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Chance from a seed. */
    private record Chance(SplittableRandom random) implements Randomness {

        @Override
        public long nextLong() {
            return random.nextLong();
        }

        @Override
        public int nextInt(int bound) {
            return random.nextInt(bound);
        }
    }

    /** Runs every task at once, whatever its time. */
    private record AtOnce() implements Scheduler {

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            task.run();
            return () -> {};
        }
    }
}
