package io.milena.storage;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.milena.common.TopicPartition;
import io.milena.metrics.LateMetrics;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.storage.segment.IndexBlockCache;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Every metric of the storage room. Thread-safe. */
public final class StorageMetrics {

    private static final String DOMAIN = "kafka.log";
    private static final String LOG = "Log";
    private static final String LOG_MANAGER = "LogManager";
    private static final String HEAVY_APPENDS = "HeavyAppends";

    private final MetricRegistry registry;
    private final Timer flushes;
    private final LateMetrics<Log> logs;

    StorageMetrics(MetricRegistry registry, IndexBlockCache indexBlocks) {
        this.registry = registry;
        flushes = registry.timer(
                ObjectNames.of(DOMAIN, "LogFlushStats", "LogFlushRateAndTimeMs").toString());
        logs = new LateMetrics<>(registry, StorageMetrics::describe);
        var scope = new MetricScope(registry);
        scope.gauge(ObjectNames.of(DOMAIN, "IndexBlockCache", "SizeBytes"), indexBlocks::sizeBytes);
        scope.gauge(ObjectNames.of(DOMAIN, "IndexBlockCache", "Hits"), indexBlocks::hits);
        scope.gauge(ObjectNames.of(DOMAIN, "IndexBlockCache", "Misses"), indexBlocks::misses);
    }

    /** A log was forced to disk, which took so long. */
    void flushed(long nanos) {
        flushes.update(nanos, TimeUnit.NANOSECONDS);
    }

    /** The gauges of logs, which are shown from the end of the start on. */
    LateMetrics<Log> logs() {
        return logs;
    }

    private static void describe(MetricScope scope, Log log) {
        TopicPartition partition = log.topicPartition();
        scope.gauge(name("Size", partition), log::sizeBytes);
        scope.gauge(name("LogEndOffset", partition), () -> log.offsets().logEndOffset());
        scope.gauge(name("LogStartOffset", partition), () -> log.offsets().logStartOffset());
        scope.gauge(name("NumLogSegments", partition), log::segmentCount);
    }

    private static ObjectNames name(String metric, TopicPartition partition) {
        return ObjectNames.of(DOMAIN, LOG, metric)
                .with("topic", partition.topic())
                .with("partition", partition.partition());
    }

    /**
     * There is a log directory: whether it is offline, 1 or 0, and what heavy appends take of it: {@code
     * kafka.log:type=HeavyAppends}.
     */
    void directoryOpened(LogDir dir) {
        gauge(LOG_MANAGER, "LogDirectoryOffline", dir, () -> dir.isOnline() ? 0 : 1);
        gauge(HEAVY_APPENDS, "MemoryBytes", dir, () -> dir.heavyAppends().usedBytes());
        gauge(HEAVY_APPENDS, "UnderWay", dir, () -> dir.heavyAppends().atOnce());
        gauge(HEAVY_APPENDS, "Waiting", dir, () -> dir.heavyAppends().waiting());
    }

    private void gauge(String type, String name, LogDir dir, Gauge<?> gauge) {
        ObjectNames full = ObjectNames.of(DOMAIN, type, name)
                .with("logDirectory", dir.path().toString());
        new MetricScope(registry).gauge(full, gauge);
    }

    void offlineDirectories(IntSupplier count) {
        new MetricScope(registry)
                .gauge(ObjectNames.of(DOMAIN, LOG_MANAGER, "OfflineLogDirectoryCount"), count::getAsInt);
    }
}
