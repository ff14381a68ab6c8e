package io.milena.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table that is printed in the end: a line per figure, ours beside the reference's, and their ratio. */
final class Report {

    private static final String LINE = "%-44s %-24s %12s %12s %8s";

    private final List<String> lines = new ArrayList<>();

    Report() {
        lines.add(String.format(Locale.ROOT, LINE, "phase", "figure", "ours", "reference", "ratio"));
    }

    /** One figure of both. */
    void add(String phase, String figure, double ours, double reference) {
        lines.add(String.format(
                Locale.ROOT,
                LINE,
                phase,
                figure,
                String.format(Locale.ROOT, "%.2f", ours),
                Double.isNaN(reference) ? "-" : String.format(Locale.ROOT, "%.2f", reference),
                Double.isNaN(reference) ? "-" : String.format(Locale.ROOT, "%.2f", ours / reference)));
    }

    /** A ratio by itself, such as the mean of others. */
    void addRatio(String phase, String figure, double ratio) {
        lines.add(String.format(Locale.ROOT, LINE, phase, figure, "-", "-", String.format(Locale.ROOT, "%.2f", ratio)));
    }

    /** The figures of one phase that it can show. */
    void add(String phase, Figures ours, Figures reference) {
        if (ours.latency().rounds() > 0) {
            add(phase, "p50 ms", ours.latency().p50Ms(), reference.latency().p50Ms());
            add(phase, "p99 ms", ours.latency().p99Ms(), reference.latency().p99Ms());
            return;
        }
        add(phase, "broker CPU s/GB", ours.cpuSecondsPerGigabyte(), reference.cpuSecondsPerGigabyte());
        add(phase, "without compiler", ours.workSecondsPerGigabyte(), reference.workSecondsPerGigabyte());
        add(
                phase,
                "broker CPU s/M requests",
                ours.cpuSecondsPerMillionRequests(),
                reference.cpuSecondsPerMillionRequests());
        add(phase, "MB/s", ours.megabytesPerSecond(), reference.megabytesPerSecond());
        add(phase, "requests/s", ours.requestsPerSecond(), reference.requestsPerSecond());
    }

    @Override
    public String toString() {
        return String.join(System.lineSeparator(), lines);
    }
}
