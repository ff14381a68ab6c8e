package io.milena.clients.producer;

import io.milena.common.time.Time;
import io.milena.metrics.StatsWindow;
import io.milena.metrics.WindowedStats;

/** How long figures look back, and by which clock. */
record MetricTerms(Time time, StatsWindow window) {

    WindowedStats newStats() {
        return new WindowedStats(time, window);
    }
}
