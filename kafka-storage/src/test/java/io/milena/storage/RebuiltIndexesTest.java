package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The power goes out at every call while the indexes of a segment that is forced are built anew, by a start or under
 * the broker: afterwards they are as they were, nothing that was aborted is read as committed, and no file is left.
 */
class RebuiltIndexesTest {

    private static final long T = LogHome.START_MS;
    private static final Path DATA = Path.of("/disk/data");
    private static final Path ORDERS = DATA.resolve("orders-0");
    private static final int RECORDS = 30;
    private static final int MOST_CALLS = 1_000;
    private static final int DISKS = 2;

    private final QuietLogs quiet = new QuietLogs();
    private CrashingFileStore disk;
    private LogHome home;
    private LogManager manager;
    private Log log;
    private List<Rec> written;
    private List<byte[]> sound;

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX, SegmentName.TRANSACTION_INDEX})
    void aStartThatIsCutShortLeavesIndexesThatTheNextOneBuilds(String spoiled) throws IOException {
        withPowerForAnyCalls(seed -> {
            fill(seed);
            manager.letGo();
            spoil(spoiled);
            return this::open;
        });
    }

    @Test
    void aRepairThatIsCutShortLeavesIndexesThatAreRepairedAgain() throws IOException {
        withPowerForAnyCalls(seed -> {
            fill(seed);
            manager.close();
            for (String kind : List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
                byte[] notRising = bytes(kind);
                Arrays.fill(notRising, (byte) 1);
                disk.put(file(kind), notRising);
            }
            open();
            readAll(log, 3, 10_000);
            log.offsetForTimestamp(T + 5);
            return log::repairIndexes;
        });
    }

    private void withPowerForAnyCalls(Preparation preparation) throws IOException {
        for (int seed = 0; seed < DISKS; seed++) {
            int calls = 0;
            while (isCut(preparation.prepared(seed), calls)) {
                disk.restart();
                open();
                assertAsBefore("disk " + seed + ", power for " + calls + " calls");
                calls++;
            }
            assertAsBefore("disk " + seed + ", never cut");
            assertThat(calls).isBetween(10, MOST_CALLS);
        }
    }

    private boolean isCut(Work work, int calls) throws IOException {
        disk.powerCutAfter(calls);
        try {
            work.run();
            disk.heal();
            return disk.isOut();
        } catch (PowerCut e) {
            return true;
        }
    }

    /** Segments of about five records, an aborted transaction in the first of them, all forced. */
    private void fill(long seed) throws IOException {
        disk = new CrashingFileStore(new Random(seed));
        home = new LogHome(DATA).on(disk).with("segment.bytes", 500).with("index.interval.bytes", 0);
        open();
        BatchTerms transactional =
                BatchTerms.PLAIN.withProducer(1, (short) 0, 0).transactional();
        append(log, batch(transactional, Codec.NONE, T, "aborted"), by(Origin.TRANSACTIONAL_CLIENT));
        var abort = new ControlMarker(ControlMarker.Type.ABORT, 0);
        append(log, abort.toBatch(Batches.ALLOCATOR, 1, (short) 0, T), by(Origin.COORDINATOR));
        while (log.offsets().logEndOffset() < RECORDS) {
            append(log, batch(T + log.offsets().logEndOffset(), "plain"));
        }
        log.flush();
        manager.checkpointRecoveryPoints(log.dir());
        written = readAll(log, 0, 10_000);
        sound = indexes();
    }

    private static AppendTerms by(Origin origin) {
        return new AppendTerms(0, T, origin, RecordValidation.FULL);
    }

    private void open() {
        home.time.forget();
        manager = home.open();
        log = home.orders(manager);
    }

    private static Path file(String kind) {
        return SegmentName.of(ORDERS, 0, kind);
    }

    private byte[] bytes(String kind) {
        return Objects.requireNonNull(disk.bytes(file(kind)), kind);
    }

    /** The indexes of the first segment, as they are on disk. */
    private List<byte[]> indexes() {
        List<byte[]> indexes = new ArrayList<>();
        SegmentName.INDEX_KINDS.forEach(kind -> indexes.add(bytes(kind)));
        return indexes;
    }

    /** Of the index of transactions, which may be missing, an entry is cut. */
    private void spoil(String kind) throws IOException {
        if (kind.equals(SegmentName.TRANSACTION_INDEX)) {
            disk.put(file(kind), Arrays.copyOf(bytes(kind), 20));
        } else {
            disk.delete(file(kind));
            disk.forceDirectory(ORDERS);
        }
    }

    private void assertAsBefore(String when) throws IOException {
        assertThat(disk.names(ORDERS)).as(when).noneMatch(name -> name.endsWith(SegmentName.REBUILT));
        assertThat(log.abortedTransactions(0, RECORDS)).as(when).containsExactly(new AbortedTransaction(1, 0, 1, 2));
        for (int i = 2; i < RECORDS; i += 3) {
            assertThat(readAll(log, i, 10_000)).as(when + ", from " + i).isEqualTo(tail(i));
            assertThat(log.offsetForTimestamp(T + i).offset()).as(when).isEqualTo(i);
        }
        log.repairIndexes();
        assertThat(indexes()).as(when).usingElementComparator(Arrays::compare).isEqualTo(sound);
        assertThat(home.failures).as(when).isEmpty();
        manager.letGo();
    }

    private List<Rec> tail(long offset) {
        return written.stream().filter(rec -> rec.offset() >= offset).toList();
    }

    /** Something that may be cut short. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    /** What is to be done once the power may go out. */
    @FunctionalInterface
    private interface Preparation {
        Work prepared(long seed) throws IOException;
    }
}
