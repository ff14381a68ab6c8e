package io.milena.tools;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/**
 * How many records were written, how fast, and how long each took: a line for each window of time, and one for all of
 * it. Thread-safe.
 */
final class LatencyFigures {

    private static final double BYTES_PER_MB = 1024.0 * 1024.0;
    private static final int MOST_SAMPLES = 500_000;
    private static final double[] QUANTILES = {0.5, 0.95, 0.99, 0.999};

    private final PrintStream out;
    private final long windowMs;
    private final long startMs;
    private final int every;
    private final int[] samples;
    private final Window all;
    private Window window;
    private int sampled;

    /** Sums of some time. */
    private static final class Window {

        private final long startMs;
        private long records;
        private long bytes;
        private long latencySumMs;
        private long latencyMaxMs;

        private Window(long startMs) {
            this.startMs = startMs;
        }

        private void add(long latencyMs, long size) {
            records++;
            bytes += size;
            latencySumMs += latencyMs;
            latencyMaxMs = Math.max(latencyMaxMs, latencyMs);
        }

        private double perSecond(double count, long nowMs) {
            return 1000.0 * count / Math.max(1, nowMs - startMs);
        }

        private double averageMs() {
            return records == 0 ? 0 : latencySumMs / (double) records;
        }
    }

    /** @param expected how many records there will be, as far as is known */
    LatencyFigures(PrintStream out, long expected, long windowMs, long startMs) {
        this.out = out;
        this.windowMs = windowMs;
        this.startMs = startMs;
        this.every = (int) Math.min(Integer.MAX_VALUE, 1 + expected / MOST_SAMPLES);
        this.samples = new int[(int) Math.min(MOST_SAMPLES, Math.max(1, expected / every + 1))];
        this.all = new Window(startMs);
        this.window = new Window(startMs);
    }

    /** A record was written after {@code latencyMs}; it is {@code nowMs}. */
    synchronized void written(long latencyMs, long bytes, long nowMs) {
        if (all.records % every == 0 && sampled < samples.length) {
            samples[sampled++] = (int) Math.min(Integer.MAX_VALUE, latencyMs);
        }
        all.add(latencyMs, bytes);
        window.add(latencyMs, bytes);
        if (nowMs - window.startMs >= windowMs) {
            out.println(String.format(
                    Locale.ROOT,
                    "%d records sent, %.1f records/sec (%.2f MB/sec), %.1f ms avg latency, %.1f ms max latency.",
                    window.records,
                    window.perSecond(window.records, nowMs),
                    window.perSecond(window.bytes / BYTES_PER_MB, nowMs),
                    window.averageMs(),
                    (double) window.latencyMaxMs));
            out.flush();
            window = new Window(nowMs);
        }
    }

    /** Prints the line for all of it. */
    synchronized void printAll(long nowMs) {
        long[] quantiles = quantiles();
        out.println(String.format(
                Locale.ROOT,
                "%d records sent, %f records/sec (%.2f MB/sec), %.2f ms avg latency, %.2f ms max latency, %d ms 50th,"
                        + " %d ms 95th, %d ms 99th, %d ms 99.9th.",
                all.records,
                all.perSecond(all.records, nowMs),
                all.perSecond(all.bytes / BYTES_PER_MB, nowMs),
                all.averageMs(),
                (double) all.latencyMaxMs,
                quantiles[0],
                quantiles[1],
                quantiles[2],
                quantiles[3]));
    }

    private long[] quantiles() {
        int[] sorted = Arrays.copyOf(samples, sampled);
        Arrays.sort(sorted);
        long[] values = new long[QUANTILES.length];
        for (int i = 0; i < values.length && sampled > 0; i++) {
            values[i] = sorted[(int) Math.min(sampled - 1, (long) (QUANTILES[i] * sampled))];
        }
        return values;
    }
}
