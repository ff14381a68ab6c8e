package io.milena.clients.consumer;

import io.milena.common.time.Time;
import io.milena.metrics.FigureSet;
import io.milena.metrics.StatsWindow;
import io.milena.metrics.WindowedStats;

/** How much the application got. Written by its thread, read by everyone. */
final class ConsumedFigures {

    private final WindowedStats bytes;
    private final WindowedStats records;

    ConsumedFigures(Time time, StatsWindow window) {
        bytes = new WindowedStats(time, window);
        records = new WindowedStats(time, window);
    }

    void add(int count, long size) {
        bytes.record(size);
        records.record(count);
    }

    FigureSet into(FigureSet set) {
        return set.with("bytes-consumed-rate", bytes::sumPerSecond)
                .with("bytes-consumed-total", bytes::total)
                .with("records-consumed-rate", records::sumPerSecond)
                .with("records-consumed-total", records::total);
    }
}
