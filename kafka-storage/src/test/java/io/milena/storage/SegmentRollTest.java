package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchEdits;
import io.milena.record.RecordBatch;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.Batches.Rec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a new segment begins: by bytes, by time with jitter, when an index is full, when offsets would not fit. */
class SegmentRollTest {

    private static final long T = LogHome.START_MS;

    @TempDir
    Path root;

    private int segmentsAfter(LogHome home, long... timestamps) {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (long timestamp : timestamps) {
            append(log, batch(timestamp, "v"));
        }
        int count = log.segmentCount();
        manager.close();
        return count;
    }

    @Test
    void aSegmentEndsByTheTimestampsOfItsRecords() {
        var home = new LogHome(root).with("segment.ms", 1_000);

        assertThat(segmentsAfter(home, T, T + 1_000, T + 500)).isEqualTo(1);
        assertThat(segmentsAfter(home, T + 1_001)).isEqualTo(2);
        assertThat(segmentsAfter(home, T + 1_001 + 1_000)).isEqualTo(2);
    }

    /** A log that has no timestamps goes by the broker's clock. */
    @Test
    void aSegmentEndsByTheClockWhereRecordsHaveNoTimestamps() {
        var home = new LogHome(root).with("segment.ms", 1_000);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(-1, "a"));
        append(log, batch(-1, "b"), Batches.terms(0, T + 1_000));
        assertThat(log.segmentCount()).isEqualTo(1);

        append(log, batch(-1, "c"), Batches.terms(0, T + 1_001));

        assertThat(log.segmentCount()).isEqualTo(2);
        manager.close();
    }

    /** Without it all segments of a broker would roll in the same minute of the week. */
    @Test
    void jitterEndsSegmentsEarlierEachByAnAmountOfItsOwn() {
        var home = new LogHome(root).with("segment.ms", 1_000).with("segment.jitter.ms", 400);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        Set<Long> lengths = new HashSet<>();
        long beganMs = T;
        append(log, batch(beganMs, "v"));
        for (long timeMs = T; lengths.size() < 5 && timeMs < T + 100_000; timeMs += 10) {
            int before = log.segmentCount();
            append(log, batch(timeMs, "v"));
            if (log.segmentCount() > before) {
                lengths.add(timeMs - beganMs);
                beganMs = timeMs;
            }
        }

        assertThat(lengths).hasSize(5).allSatisfy(length -> assertThat(length).isBetween(600L, 1_010L));
        manager.close();
    }

    /** How many batches the first segment takes, of which each but the first is due for an entry. */
    private int batchesInFirst(int indexBytes, int stepMs) {
        var home = new LogHome(root).with("segment.index.bytes", indexBytes).with("index.interval.bytes", 0);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        int batches = 0;
        while (batches < 100) {
            append(log, batch(T + batches * stepMs, "v"));
            if (log.segmentCount() > 1) {
                break;
            }
            batches++;
        }
        manager.close();
        return batches;
    }

    /** Of equal timestamps the time index takes one entry. As measured with 3.9.2. */
    @ParameterizedTest
    @CsvSource({"24, 2", "36, 5", "40, 6", "64, 9"})
    void aSegmentEndsWhenItsOffsetIndexIsFull(int indexBytes, int batches) {
        assertThat(batchesInFirst(indexBytes, 0)).isEqualTo(batches);
    }

    /** Its entries are larger, and the one that sealing adds has its room. As measured with 3.9.2. */
    @ParameterizedTest
    @CsvSource({"24, 2", "36, 3", "40, 3", "64, 5"})
    void aSegmentEndsWhenItsTimeIndexIsFull(int indexBytes, int batches) {
        assertThat(batchesInFirst(indexBytes, 1)).isEqualTo(batches);
    }

    /** Offsets within a segment have 32 bits in its indexes; only replicas of compacted logs see such gaps. */
    @Test
    void aSegmentEndsWhenAnOffsetWouldNotFitIntoThirtyTwoBits() throws IOException {
        var home = new LogHome(root).with("index.interval.bytes", 0);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        follow(log, 0, "first");
        follow(log, Integer.MAX_VALUE, "last that fits");
        assertThat(log.segmentCount()).isEqualTo(1);
        follow(log, Integer.MAX_VALUE + 1L, "does not fit");
        follow(log, 10_000_000_000L, "far from it");

        assertThat(log.segmentCount()).isEqualTo(3);
        assertThat(log.offsetForTimestamp(T + 2).offset()).isEqualTo(10_000_000_000L);
        manager.close();
        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 0, 10_000))
                .extracting(Rec::offset)
                .containsExactly(0L, (long) Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, 10_000_000_000L);
        again.close();
    }

    private static void follow(Log log, long offset, String value) {
        ByteBuf bytes = batch(T + log.segmentCount(), value);
        BatchEdits.assignOffset(RecordBatch.at(bytes, 0), offset);
        BatchEdits.assignLeaderEpoch(RecordBatch.at(bytes, 0), 0);
        try {
            assertThat(log.appendAsFollower(bytes)).isInstanceOf(Appended.class);
        } finally {
            bytes.release();
        }
    }
}
