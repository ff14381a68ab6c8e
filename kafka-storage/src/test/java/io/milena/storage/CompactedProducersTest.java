package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.compression.Codec;
import io.milena.storage.LogModel.Kind;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import io.milena.storage.producer.ProducerSnapshotFormat;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Compaction takes the marker of a transaction of which no data is left, and the last batch of a producer that has
 * expired. A crash may leave any one of the snapshots of producers as the newest: with what compaction has left, it
 * tells neither of a transaction that is over as if it were open, nor of a producer as it was before its last batch.
 */
class CompactedProducersTest {

    private static final long PRODUCER = 100;
    private static final long LONG_MS = 1_000_000;
    private static final int POWER_CUTS = 3;
    private static final int MOST_CALLS = 400;

    private final QuietLogs quiet = new QuietLogs();

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    @Test
    void aTransactionIsOverWhicheverSnapshotIsLeft() throws IOException {
        var disk = new CrashingFileStore(new Random(1));
        CompactedLog compacted = withoutMarker(disk);

        killAndLeaveOldestSnapshot(disk, compacted);

        assertNoneIsOpen(compacted, "all but the oldest snapshot are lost");
    }

    @Test
    void anExpiredProducerDoesNotGoBackBehindItsLastBatch() throws IOException {
        var disk = new CrashingFileStore(new Random(1));
        CompactedLog compacted = compacted(disk);
        compacted.append(BatchTerms.PLAIN.withProducer(PRODUCER, (short) 0, 0), Codec.NONE, "k=1");
        compacted.roll();
        beginAt(compacted, 1);
        compacted.append(BatchTerms.PLAIN.withProducer(PRODUCER, (short) 0, 1), Codec.NONE, "k=2");
        compacted.append("k=3");
        expire(compacted);
        compacted.roll();
        compacted.clean();

        killAndLeaveOldestSnapshot(disk, compacted);

        assertThat(compacted.contents()).doesNotContain("k=2");
        assertThat(compacted.log.files().producers().rows()).isEmpty();
    }

    private static void killAndLeaveOldestSnapshot(CrashingFileStore disk, CompactedLog compacted) throws IOException {
        List<String> snapshots = snapshots(disk, compacted);
        compacted.manager.letGo();
        disk.kill();
        for (String newer : snapshots.subList(1, snapshots.size())) {
            disk.delete(compacted.home.ordersDirectory().resolve(newer));
        }
        open(compacted);
    }

    @Test
    void aTransactionIsOverWhenThePowerGoesOutWhileItsMarkerIsTaken() throws IOException {
        boolean isOver = false;
        for (int call = 0; !isOver; call++) {
            assertThat(call).isLessThan(MOST_CALLS);
            for (int seed = 0; seed < POWER_CUTS; seed++) {
                isOver = !isCutAt(call, seed);
            }
        }
    }

    /** False if the cleaning has not so many calls. */
    private static boolean isCutAt(int call, int seed) throws IOException {
        var disk = new CrashingFileStore(new Random(seed));
        CompactedLog compacted = withMarkerPastItsTime(disk);
        disk.powerCutAfter(call);
        try {
            compacted.clean();
        } catch (PowerCut e) {
            assertThat(disk.isOut()).isTrue();
        }
        boolean isCut = disk.isOut();
        compacted.manager.letGo();
        disk.restart();
        open(compacted);

        assertNoneIsOpen(compacted, "power for " + call + " calls, seed " + seed);
        compacted.manager.close();
        return isCut;
    }

    /** Apache Kafka leaves its snapshots of before beside what it has compacted. */
    @Test
    void aSnapshotFromBeforeWhatWasCompactedIsNotUsedAfterACrash() throws IOException {
        var disk = new CrashingFileStore(new Random(1));
        CompactedLog compacted = withoutMarker(disk);
        var open = new Row(PRODUCER, (short) 0, 0, 0, 0, LogHome.START_MS, -1, 0);
        Path directory = compacted.home.ordersDirectory();

        compacted.manager.letGo();
        disk.kill();
        for (String each : snapshots(disk, compacted)) {
            disk.delete(directory.resolve(each));
        }
        Path old = SegmentName.of(directory, 1, SegmentName.SNAPSHOT);
        disk.put(old, ProducerSnapshotFormat.write(List.of(open)).array());
        open(compacted);

        assertNoneIsOpen(compacted, "a snapshot of another broker");
    }

    @Test
    void whatCompactionGoesByIsInASnapshotBeforeItBegins() throws IOException {
        var disk = new CrashingFileStore(new Random(1));
        CompactedLog compacted = compacted(disk);
        compacted.append(CompactedLog.transactional(PRODUCER, 0), Codec.NONE, "k=old");
        compacted.end(ControlMarker.Type.COMMIT, PRODUCER);
        compacted.append("k=new");
        compacted.roll();
        long cleanedTo = compacted.log.offsets().logEndOffset() - 1;
        disk.delete(SegmentName.of(compacted.home.ordersDirectory(), cleanedTo, SegmentName.SNAPSHOT));
        compacted.clean();

        compacted.manager.letGo();
        disk.restart();
        open(compacted);

        assertThat(compacted.log.files().producers().rows())
                .extracting(Row::producerId, Row::lastSequence)
                .containsExactly(tuple(PRODUCER, 0));
        assertThat(snapshots(disk, compacted).get(0))
                .isEqualTo(SegmentName.of(Path.of(""), cleanedTo, SegmentName.SNAPSHOT)
                        .toString());
    }

    /** A marker alone would have it begin with sequence 0 again. */
    @Test
    void aProducerThatOnlyTheSnapshotKnowsIsKnownWhereTheRecoveryPointIsThere() throws IOException {
        var disk = new CrashingFileStore(new Random(1));
        CompactedLog compacted = compacted(disk);
        compacted.append(CompactedLog.transactional(PRODUCER, 0), Codec.NONE, "k=old");
        compacted.roll();
        beginAt(compacted, 1);
        compacted.end(ControlMarker.Type.COMMIT, PRODUCER);
        compacted.reopen();
        compacted.startCleaner();
        compacted.roll();
        compacted.clean();

        compacted.manager.letGo();
        disk.kill();
        open(compacted);

        assertThat(compacted.log.files().producers().rows())
                .extracting(Row::producerId, Row::lastSequence)
                .containsExactly(tuple(PRODUCER, 0));
    }

    private static CompactedLog compacted(CrashingFileStore disk) {
        var compacted = new CompactedLog(new LogHome(Path.of("/logs")).on(disk).with("delete.retention.ms", 1_000));
        compacted.startCleaner();
        return compacted;
    }

    /**
     * A log of whose only transaction the marker is left, which the next cleaning takes. It begins with a snapshot that
     * tells of the transaction as open.
     */
    private static CompactedLog withMarkerPastItsTime(CrashingFileStore disk) throws IOException {
        CompactedLog compacted = compacted(disk);
        compacted.append(CompactedLog.transactional(PRODUCER, 0), Codec.NONE, "k=old");
        compacted.roll();
        beginAt(compacted, 1);
        compacted.end(ControlMarker.Type.COMMIT, PRODUCER);
        expire(compacted);
        compacted.roll();
        compacted.clean();
        assertThat(markers(compacted)).isEqualTo(1);
        compacted.roll();
        return compacted;
    }

    private static void beginAt(CompactedLog compacted, long offset) {
        compacted.log.highWatermark(offset);
        compacted.log.deleteRecordsBefore(offset);
        compacted.log.retain(compacted.home.time.wallMs());
    }

    private static void expire(CompactedLog compacted) {
        compacted.log.expireProducers(compacted.home.time.wallMs() + LONG_MS, LONG_MS);
    }

    private static CompactedLog withoutMarker(CrashingFileStore disk) throws IOException {
        CompactedLog compacted = withMarkerPastItsTime(disk);
        compacted.clean();
        assertThat(markers(compacted)).isZero();
        return compacted;
    }

    private static long markers(CompactedLog compacted) throws IOException {
        return FoundBatch.in(compacted.log).stream()
                .filter(batch -> batch.kind() == Kind.COMMIT)
                .count();
    }

    private static List<String> snapshots(CrashingFileStore disk, CompactedLog compacted) {
        return disk.names(compacted.home.ordersDirectory()).stream()
                .filter(name -> name.endsWith(SegmentName.SNAPSHOT))
                .sorted()
                .toList();
    }

    private static void open(CompactedLog compacted) {
        compacted.home.time.forget();
        compacted.manager = compacted.home.open();
        compacted.log = compacted.home.orders(compacted.manager);
    }

    private static void assertNoneIsOpen(CompactedLog compacted, String where) {
        long end = compacted.log.offsets().logEndOffset();
        compacted.log.highWatermark(end);

        assertThat(compacted.log.offsets().lastStableOffset(end)).as(where).isEqualTo(end);
    }
}
