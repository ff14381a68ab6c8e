package io.milena.tools;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How much was read, and how fast, as lines of figures with commas between them. Confined to the tool's thread. */
final class ReadFigures {

    private static final double BYTES_PER_MB = 1024.0 * 1024.0;
    private static final double MS_PER_SECOND = 1000.0;

    private final PrintStream out;
    private final DateTimeFormatter times;
    private final long startMs;
    private long bytes;
    private long records;
    private long joinMs;
    private long intervalStartMs;
    private long intervalBytes;
    private long intervalRecords;
    private long intervalJoinMs;

    /** @throws ToolFailure if {@code dateFormat} is no pattern of times */
    ReadFigures(PrintStream out, String dateFormat, long startMs) {
        this.out = out;
        this.startMs = startMs;
        this.intervalStartMs = startMs;
        try {
            times = DateTimeFormatter.ofPattern(dateFormat, Locale.ROOT).withZone(ZoneId.systemDefault());
        } catch (IllegalArgumentException e) {
            throw new ToolFailure("--date-format: '" + dateFormat + "': " + e.getMessage(), e);
        }
    }

    void printHeader(boolean detailed) {
        String figures = "data.consumed.in.MB, MB.sec, data.consumed.in.nMsg, nMsg.sec, rebalance.time.ms,"
                + " fetch.time.ms, fetch.MB.sec, fetch.nMsg.sec";
        out.println((detailed ? "time, threadId, " : "start.time, end.time, ") + figures);
        out.flush();
    }

    void read(long size) {
        records++;
        intervalRecords++;
        bytes += size;
        intervalBytes += size;
    }

    /** The group took so long to share partitions out. */
    void joined(long tookMs) {
        joinMs += tookMs;
        intervalJoinMs += tookMs;
    }

    long records() {
        return records;
    }

    boolean isDue(long nowMs, long intervalMs) {
        return nowMs - intervalStartMs >= intervalMs;
    }

    void beginInterval(long nowMs) {
        intervalStartMs = nowMs;
        intervalBytes = 0;
        intervalRecords = 0;
        intervalJoinMs = 0;
    }

    void printInterval(long nowMs) {
        long elapsedMs = nowMs - intervalStartMs;
        long fetchMs = elapsedMs - intervalJoinMs;
        out.println(String.format(
                Locale.ROOT,
                "%s, 0, %.4f, %.4f, %d, %.4f, %d, %d, %.4f, %.4f",
                times.format(Instant.ofEpochMilli(nowMs)),
                bytes / BYTES_PER_MB,
                perSecond(intervalBytes / BYTES_PER_MB, elapsedMs),
                records,
                perSecond(intervalRecords, elapsedMs),
                intervalJoinMs,
                fetchMs,
                perSecond(intervalBytes / BYTES_PER_MB, fetchMs),
                perSecond(intervalRecords, fetchMs)));
        out.flush();
        beginInterval(nowMs);
    }

    void printAll(long nowMs) {
        long elapsedMs = nowMs - startMs;
        long fetchMs = elapsedMs - joinMs;
        double megabytes = bytes / BYTES_PER_MB;
        out.println(String.format(
                Locale.ROOT,
                "%s, %s, %.4f, %.4f, %d, %.4f, %d, %d, %.4f, %.4f",
                times.format(Instant.ofEpochMilli(startMs)),
                times.format(Instant.ofEpochMilli(nowMs)),
                megabytes,
                perSecond(megabytes, elapsedMs),
                records,
                perSecond(records, elapsedMs),
                joinMs,
                fetchMs,
                perSecond(megabytes, fetchMs),
                perSecond(records, fetchMs)));
    }

    private static double perSecond(double count, long elapsedMs) {
        return elapsedMs <= 0 ? 0 : count * MS_PER_SECOND / elapsedMs;
    }
}
