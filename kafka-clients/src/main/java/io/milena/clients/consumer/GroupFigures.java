package io.milena.clients.consumer;

import io.milena.common.time.Time;
import io.milena.metrics.FigureSet;
import io.milena.metrics.StatsWindow;
import io.milena.metrics.WindowedStats;
import io.milena.protocol.ApiKey;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer does as a member of its group. Each figure is written by one thread, the event loop or
 * the application's; everyone may read.
 */
final class GroupFigures {

    private static final double MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double HOUR_SECONDS = TimeUnit.HOURS.toSeconds(1);
    private static final long NEVER = Long.MIN_VALUE;

    private final Time time;
    private final WindowedStats commits;
    private final WindowedStats heartbeats;
    private final WindowedStats joins;
    private final WindowedStats syncs;
    private final WindowedStats rebalances;
    private final WindowedStats failures;
    private final WindowedStats revoked;
    private final WindowedStats lost;
    private final WindowedStats assigned;
    private volatile @Nullable IntSupplier count;
    private volatile long lastHeartbeat = NEVER;
    private volatile long lastRebalance = NEVER;
    private long rebalanceBegan = NEVER;

    GroupFigures(Time time, StatsWindow window) {
        this.time = time;
        commits = new WindowedStats(time, window);
        heartbeats = new WindowedStats(time, window);
        joins = new WindowedStats(time, window);
        syncs = new WindowedStats(time, window);
        rebalances = new WindowedStats(time, window);
        failures = new WindowedStats(time, window);
        revoked = new WindowedStats(time, window);
        lost = new WindowedStats(time, window);
        assigned = new WindowedStats(time, window);
    }

    /** How many partitions are assigned. */
    void assigned(IntSupplier partitions) {
        count = partitions;
    }

    void answered(ApiKey api, long nanos) {
        if (api == ApiKey.HEARTBEAT) {
            lastHeartbeat = time.nanos();
            heartbeats.record(nanos);
        } else if (api == ApiKey.OFFSET_COMMIT) {
            commits.record(nanos);
        } else if (api == ApiKey.JOIN_GROUP) {
            joins.record(nanos);
        } else if (api == ApiKey.SYNC_GROUP) {
            syncs.record(nanos);
        }
    }

    void rebalanceBegan(long nowNanos) {
        rebalanceBegan = rebalanceBegan == NEVER ? nowNanos : rebalanceBegan;
    }

    void rebalanceEnded(long nowNanos) {
        if (rebalanceBegan != NEVER) {
            rebalances.record(nowNanos - rebalanceBegan, nowNanos);
            rebalanceBegan = NEVER;
        }
        lastRebalance = nowNanos;
    }

    void rebalanceFailed() {
        failures.record(1);
    }

    void revoked(long nanos) {
        revoked.record(nanos);
    }

    void lost(long nanos) {
        lost.record(nanos);
    }

    void assigned(long nanos) {
        assigned.record(nanos);
    }

    FigureSet into(FigureSet set) {
        IntSupplier none = () -> 0;
        averageAndMax(set, "commit-latency", commits);
        averageAndMax(set, "rebalance-latency", rebalances);
        averageAndMax(set, "join-time", joins);
        averageAndMax(set, "sync-time", syncs);
        averageAndMax(set, "partition-revoked-latency", revoked);
        averageAndMax(set, "partition-lost-latency", lost);
        averageAndMax(set, "partition-assigned-latency", assigned);
        rate(set, "commit", commits);
        rate(set, "heartbeat", heartbeats);
        rate(set, "join", joins);
        rate(set, "sync", syncs);
        return set.with("assigned-partitions", () -> (count == null ? none : count).getAsInt())
                .with("heartbeat-response-time-max", () -> heartbeats.max() / MILLI_NANOS)
                .with("last-heartbeat-seconds-ago", () -> secondsSince(lastHeartbeat))
                .with("last-rebalance-seconds-ago", () -> secondsSince(lastRebalance))
                .with("rebalance-latency-total", () -> rebalances.total() / MILLI_NANOS)
                .with("rebalance-total", rebalances::events)
                .with("rebalance-rate-per-hour", () -> rebalances.eventsPerSecond() * HOUR_SECONDS)
                .with("failed-rebalance-total", failures::events)
                .with("failed-rebalance-rate-per-hour", () -> failures.eventsPerSecond() * HOUR_SECONDS);
    }

    private static void averageAndMax(FigureSet set, String name, WindowedStats stats) {
        set.with(name + "-avg", () -> stats.average() / MILLI_NANOS)
                .with(name + "-max", () -> stats.max() / MILLI_NANOS);
    }

    private static void rate(FigureSet set, String name, WindowedStats stats) {
        set.with(name + "-rate", stats::eventsPerSecond).with(name + "-total", stats::events);
    }

    private double secondsSince(long nanos) {
        return nanos == NEVER ? -1 : TimeUnit.NANOSECONDS.toSeconds(time.nanos() - nanos);
    }
}
