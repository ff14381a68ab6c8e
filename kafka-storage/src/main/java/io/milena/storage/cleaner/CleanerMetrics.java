package io.milena.storage.cleaner;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.milena.common.TopicPartition;
import io.milena.common.time.Time;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

/**
 * Every metric of compaction. Thread-safe.
 *
 * <p>Those named {@code max-...} speak of the last cleaning of each thread, as operators know them.
 */
public final class CleanerMetrics implements AutoCloseable {

    private static final String DOMAIN = "kafka.log";
    private static final String CLEANER = "LogCleaner";
    private static final String MANAGER = "LogCleanerManager";
    private static final int PERCENT = 100;

    /** No thread ends: whatever it meets in one log, it goes on with the next. */
    private static final int DEAD_THREADS = 0;

    private final MetricScope scope;
    private final Time time;
    private final Meter moved;
    /** By number of the thread. */
    private final Map<Integer, Last> lastOfThread = new ConcurrentHashMap<>();

    private final Map<TopicPartition, Stuck> uncleanable = new ConcurrentSkipListMap<>();
    private volatile long lastRunMs;
    private volatile double dirtiest;
    private volatile long longestDelayMs;

    public CleanerMetrics(MetricRegistry registry, Time time, List<Path> directories) {
        this.time = time;
        scope = new MetricScope(registry);
        lastRunMs = time.wallMs();
        moved = scope.meter(ObjectNames.of("kafka.utils", "Throttler", "cleaner-io"));
        scope.gauge(cleaner("max-buffer-utilization-percent"), () -> most(last -> PERCENT * last.result.tableUse()));
        scope.gauge(cleaner("cleaner-recopy-percent"), this::recopyPercent);
        scope.gauge(cleaner("max-clean-time-secs"), () -> most(last -> TimeUnit.NANOSECONDS.toSeconds(last.tookNanos)));
        scope.gauge(cleaner("max-compaction-delay-secs"), () -> (int) TimeUnit.MILLISECONDS.toSeconds(longestDelayMs));
        scope.gauge(cleaner("DeadThreadCount"), () -> DEAD_THREADS);
        scope.gauge(ObjectNames.of(DOMAIN, MANAGER, "max-dirty-percent"), () -> (int) (PERCENT * dirtiest));
        scope.gauge(ObjectNames.of(DOMAIN, MANAGER, "time-since-last-run-ms"), () -> time.wallMs() - lastRunMs);
        directories.forEach(this::directory);
    }

    private static ObjectNames cleaner(String name) {
        return ObjectNames.of(DOMAIN, CLEANER, name);
    }

    private void directory(Path directory) {
        String name = directory.toString();
        scope.gauge(
                ObjectNames.of(DOMAIN, MANAGER, "uncleanable-partitions-count").with("logDirectory", name),
                () -> (int) uncleanable.values().stream()
                        .filter(stuck -> stuck.directory.equals(directory))
                        .count());
        scope.gauge(
                ObjectNames.of(DOMAIN, MANAGER, "uncleanable-bytes").with("logDirectory", name),
                () -> uncleanable.values().stream()
                        .filter(stuck -> stuck.directory.equals(directory))
                        .mapToLong(stuck -> stuck.plan.dirtyBytes())
                        .sum());
    }

    private int most(Measure measure) {
        return (int)
                lastOfThread.values().stream().mapToDouble(measure::of).max().orElse(0);
    }

    private int recopyPercent() {
        long read = lastOfThread.values().stream()
                .mapToLong(last -> last.result.readBytes())
                .sum();
        long written = lastOfThread.values().stream()
                .mapToLong(last -> last.result.writtenBytes())
                .sum();
        return (int) (PERCENT * written / Math.max(read, 1));
    }

    void moved(long bytes) {
        moved.mark(bytes);
    }

    /** All logs were looked at: how dirty the dirtiest is, and how long one waits that should not wait any longer. */
    void looked(double dirtiestRatio, long longestMs) {
        lastRunMs = time.wallMs();
        dirtiest = dirtiestRatio;
        longestDelayMs = longestMs;
    }

    void cleaned(int thread, CleaningResult result, long tookNanos) {
        lastOfThread.put(thread, new Last(result, tookNanos));
    }

    /** A thread cleans no more; what it did last counts no longer. */
    void restsNow(int thread) {
        lastOfThread.remove(thread);
    }

    void becameUncleanable(CleanableLog log, CleaningPlan plan) {
        uncleanable.put(log.partition(), new Stuck(log.directory(), log, plan));
    }

    void isGone(TopicPartition partition) {
        uncleanable.remove(partition);
    }

    @Override
    public void close() {
        scope.close();
    }

    /** The last cleaning of a thread. */
    private record Last(CleaningResult result, long tookNanos) {}

    /** A log that is not cleaned any more. */
    private record Stuck(Path directory, CleanableLog log, CleaningPlan plan) {}

    /** Something of the last cleaning of a thread. */
    @FunctionalInterface
    private interface Measure {
        double of(Last last);
    }
}
