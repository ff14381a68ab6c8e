package io.milena.storage;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.milena.common.TopicPartition;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.storage.segment.IndexBlockCache;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Every metric of the storage room. Thread-safe. */
public final class StorageMetrics {

    private static final String DOMAIN = "kafka.log";
    private static final String LOG = "Log";
    private static final String LOG_MANAGER = "LogManager";

    private final MetricRegistry registry;
    private final Timer flushes;

    StorageMetrics(MetricRegistry registry, IndexBlockCache indexBlocks) {
        this.registry = registry;
        flushes = registry.timer(
                ObjectNames.of(DOMAIN, "LogFlushStats", "LogFlushRateAndTimeMs").toString());
        var scope = new MetricScope(registry);
        scope.gauge(ObjectNames.of(DOMAIN, "IndexBlockCache", "SizeBytes"), indexBlocks::sizeBytes);
        scope.gauge(ObjectNames.of(DOMAIN, "IndexBlockCache", "Hits"), indexBlocks::hits);
        scope.gauge(ObjectNames.of(DOMAIN, "IndexBlockCache", "Misses"), indexBlocks::misses);
    }

    /** A log was forced to disk, which took so long. */
    void flushed(long nanos) {
        flushes.update(nanos, TimeUnit.NANOSECONDS);
    }

    /** A log exists; closing the scope takes its metrics away. */
    MetricScope logOpened(Log log) {
        var scope = new MetricScope(registry);
        TopicPartition partition = log.topicPartition();
        scope.gauge(name("Size", partition), log::sizeBytes);
        scope.gauge(name("LogEndOffset", partition), () -> log.offsets().logEndOffset());
        scope.gauge(name("LogStartOffset", partition), () -> log.offsets().logStartOffset());
        scope.gauge(name("NumLogSegments", partition), log::segmentCount);
        return scope;
    }

    private static ObjectNames name(String metric, TopicPartition partition) {
        return ObjectNames.of(DOMAIN, LOG, metric)
                .with("topic", partition.topic())
                .with("partition", partition.partition());
    }

    /** There is a log directory; the gauge is 1 when it is offline. */
    void directoryOpened(Path directory, IntSupplier offline) {
        new MetricScope(registry)
                .gauge(
                        ObjectNames.of(DOMAIN, LOG_MANAGER, "LogDirectoryOffline")
                                .with("logDirectory", directory.toString()),
                        offline::getAsInt);
    }

    void offlineDirectories(IntSupplier count) {
        new MetricScope(registry)
                .gauge(ObjectNames.of(DOMAIN, LOG_MANAGER, "OfflineLogDirectoryCount"), count::getAsInt);
    }
}
