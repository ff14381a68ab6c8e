package io.milena.clients.consumer;

import io.milena.common.time.Time;
import io.milena.metrics.FigureSet;
import io.milena.metrics.StatsWindow;
import io.milena.metrics.WindowedStats;
import java.util.concurrent.TimeUnit;

/**
 * All fetches of a consumer, and what its application got of them. Each figure is written by one thread, the event
 * loop or the application's; everyone may read.
 */
final class FetchFigures {

    private static final double MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final WindowedStats latency;
    private final WindowedStats bytes;
    private final WindowedStats records;
    private final WindowedStats throttle;
    private final WindowedStats lag;
    private final LeastWindow lead;
    private final ConsumedFigures consumed;

    FetchFigures(Time time, StatsWindow window) {
        latency = new WindowedStats(time, window);
        bytes = new WindowedStats(time, window);
        records = new WindowedStats(time, window);
        throttle = new WindowedStats(time, window);
        lag = new WindowedStats(time, window);
        lead = new LeastWindow(time, window);
        consumed = new ConsumedFigures(time, window);
    }

    void answered(long roundTripNanos) {
        latency.record(roundTripNanos);
    }

    void fetched(long size, long count, long throttleMs) {
        bytes.record(size);
        records.record(count);
        throttle.record(throttleMs);
    }

    void consumed(int count, long size) {
        consumed.add(count, size);
    }

    void seen(long newLag, long newLead) {
        lag.record(newLag);
        lead.record(newLead);
    }

    FigureSet into(FigureSet set) {
        return consumed.into(set)
                .with("fetch-latency-avg", () -> latency.average() / MILLI_NANOS)
                .with("fetch-latency-max", () -> latency.max() / MILLI_NANOS)
                .with("fetch-rate", latency::eventsPerSecond)
                .with("fetch-total", latency::events)
                .with("fetch-size-avg", bytes::average)
                .with("fetch-size-max", bytes::max)
                .with("fetch-throttle-time-avg", throttle::average)
                .with("fetch-throttle-time-max", throttle::max)
                .with("records-per-request-avg", records::average)
                .with("records-lag-max", lag::max)
                .with("records-lead-min", lead::min);
    }
}
