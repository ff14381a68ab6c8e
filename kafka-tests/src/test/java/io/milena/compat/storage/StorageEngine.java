package io.milena.compat.storage;

import com.codahale.metrics.MetricRegistry;
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
import io.milena.testing.SeededRandomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * Our logs in the test's own JVM, without a broker around them: whatever is due is done at once, in the test's thread.
 */
public final class StorageEngine implements AutoCloseable {

    private static final int BROKER_ID = 0;
    private static final long MEMORY_BYTES = 64 << 20;

    private final LogManager manager;

    private StorageEngine(LogManager manager) {
        this.manager = manager;
    }

    /**
     * Opens all logs in the directories.
     *
     * @param directories as {@code log.dirs} has them
     * @param settings of all topics alike
     */
    static StorageEngine open(String directories, String clusterId, Map<String, String> settings) {
        var services = new StorageServices(
                new NioFileStore(),
                new SystemTime(),
                new SeededRandomness(5),
                Inline.SCHEDULER,
                dir -> Runnable::run,
                Runnable::run,
                new MetricRegistry());
        LogConfig config = LogConfig.from(Map.of(), settings);
        return new StorageEngine(LogManager.open(
                LogManagerConfig.from(Map.of("log.dirs", directories), MEMORY_BYTES),
                services,
                new DirectoryOwner(BROKER_ID, clusterId),
                topic -> config,
                (dir, lost) -> {
                    throw new AssertionError(dir + " failed");
                }));
    }

    /** Opens what a broker has left there, under the name of its cluster. */
    public static StorageEngine openLeft(String directories, Map<String, String> settings) {
        var identity = new Properties();
        try (var file = Files.newBufferedReader(Path.of(directories.split(",")[0], "meta.properties"))) {
            identity.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return open(directories, identity.getProperty("cluster.id"), settings);
    }

    Log create(String topic, Map<String, String> settings) {
        return manager.openOrCreate(
                new TopicPartition(topic, 0), Uuid.parse("54PX0yzYTn-hksA91RcH0Q"), LogConfig.from(Map.of(), settings));
    }

    /** The log of the topic's only partition, which is there. */
    public Log log(String topic) {
        return Objects.requireNonNull(manager.find(new TopicPartition(topic, 0)), topic);
    }

    @Override
    public void close() {
        manager.close();
    }

    /** Runs at once what is to be done now, and never what is to be done later. */
    private enum Inline implements Scheduler {
        SCHEDULER;

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            return () -> {};
        }
    }
}
