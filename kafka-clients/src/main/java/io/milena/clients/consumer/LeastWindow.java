package io.milena.clients.consumer;

import io.milena.common.time.Time;
import io.milena.metrics.StatsWindow;
import io.milena.metrics.WindowedStats;

/** The least of what one thread records over a window. Everyone may read. */
final class LeastWindow {

    /** Greatest is what the window keeps, so what is recorded is turned around. */
    private static final long TOP = Long.MAX_VALUE >>> 2;

    private final WindowedStats turned;

    LeastWindow(Time time, StatsWindow window) {
        turned = new WindowedStats(time, window);
    }

    void record(long value) {
        turned.record(TOP - value);
    }

    /** Not a number if nothing was recorded. */
    double min() {
        double max = turned.max();
        return Double.isNaN(max) ? max : TOP - (long) max;
    }
}
