package io.milena.metrics;

import java.util.concurrent.TimeUnit;

/**
 * Over how much time averages, maxima and rates of clients are told: so many samples of so long.
 *
 * @param samples 1 or more
 * @param sampleNanos 1 or more
 */
public record StatsWindow(int samples, long sampleNanos) {

    /** That of the reference: two samples of thirty seconds. */
    public static final StatsWindow USUAL = new StatsWindow(2, TimeUnit.SECONDS.toNanos(30));

    public StatsWindow {
        if (samples < 1 || sampleNanos < 1) {
            throw new IllegalArgumentException(
                    samples + " samples of " + sampleNanos + " ns (expected: 1 or more of each)");
        }
    }

    /** With samples of so many milliseconds; of one where it is none. */
    public static StatsWindow ofMs(int samples, long sampleMs) {
        return new StatsWindow(samples, TimeUnit.MILLISECONDS.toNanos(Math.max(1, sampleMs)));
    }
}
