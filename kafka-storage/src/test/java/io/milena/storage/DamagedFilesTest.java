package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.from;
import static io.milena.storage.Batches.readAll;
import static io.milena.storage.Batches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.record.RecordBatch;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.segment.SegmentName;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a log that are damaged, missing or left over: the log holds its records, and look-ups are right. */
class DamagedFilesTest {

    private static final Path DATA = Path.of("/disk/data");
    private static final Path ORDERS = DATA.resolve("orders-0");
    private static final int RECORDS = 20;
    private static final List<String> GARBAGE =
            List.of("garbage\n", "0\n1\n", "0\nx\n", "9\n0\n", "0\n1\norders zero 5\n", "\0\0\0", "0\n-1\n");

    private final CrashingFileStore disk = new CrashingFileStore(new Random(1));
    private final QuietLogs quiet = new QuietLogs();
    private LogHome home;
    private List<Rec> written;

    @BeforeEach
    void setUp() {
        home = new LogHome(DATA).on(disk).with("segment.bytes", 400).with("index.interval.bytes", 0);
    }

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    /** Segments of five records each, in two leader epochs, of one producer. */
    private void write(Stop stop) throws IOException {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < RECORDS; i++) {
            append(log, from(9, 0, i, "v" + i), terms(i < 12 ? 0 : 3, LogHome.START_MS));
        }
        written = readAll(log, 0, 10_000);
        assertThat(written).hasSize(RECORDS);
        home.time.advance(0);
        stop.stop(manager);
    }

    private void assertWhole(String what) throws IOException {
        home.time.forget();
        LogManager manager = home.open();
        Log log = home.orders(manager);
        assertThat(home.failures).as(what).isEmpty();
        for (int i = 0; i < RECORDS; i++) {
            assertThat(readAll(log, i, 10_000)).as(what + ", from " + i).isEqualTo(written.subList(i, RECORDS));
            assertThat(log.epochAt(i)).as(what + ": epoch at " + i).isEqualTo(i < 12 ? 0 : 3);
        }
        assertThat(log.offsetForTimestamp(LogHome.START_MS).offset()).as(what).isZero();
        assertThat(log.maxTimestamp().timestampMs()).as(what).isEqualTo(LogHome.START_MS);
        assertThat(append(log, from(9, 0, RECORDS - 1, "again"))).as(what).isInstanceOf(Duplicate.class);
        assertThat(append(log, from(9, 0, RECORDS, "next")))
                .as(what)
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.firstOffset()).isEqualTo(RECORDS));
        log.truncateTo(RECORDS);
        manager.letGo();
    }

    private byte[] bytes(Path file) {
        return Objects.requireNonNull(disk.bytes(file), file.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "orders-0/leader-epoch-checkpoint, ORDERLY",
        "orders-0/partition.metadata, ORDERLY",
        "recovery-point-offset-checkpoint, ORDERLY",
        "recovery-point-offset-checkpoint, KILLED",
        "log-start-offset-checkpoint, ORDERLY",
        "replication-offset-checkpoint, ORDERLY",
        "orders-0/00000000000000000020.snapshot, ORDERLY",
        "orders-0/00000000000000000015.snapshot, KILLED"
    })
    void aSmallFileMayBeCutAnywhere(String name, Stop stop) throws IOException {
        write(stop);
        byte[] whole = bytes(DATA.resolve(name));
        for (int length = 0; length < whole.length; length++) {
            disk.put(DATA.resolve(name), Arrays.copyOf(whole, length));

            assertWhole(name + " cut to " + length);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders-0/leader-epoch-checkpoint",
                "recovery-point-offset-checkpoint",
                "log-start-offset-checkpoint",
                "replication-offset-checkpoint",
                "cleaner-offset-checkpoint"
            })
    void garbageInACheckpointCostsNoRecord(String name) throws IOException {
        write(Stop.ORDERLY);
        for (String garbage : GARBAGE) {
            disk.put(DATA.resolve(name), garbage.getBytes(StandardCharsets.UTF_8));

            assertWhole(name + " with " + garbage);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders-0/leader-epoch-checkpoint",
                "orders-0/partition.metadata",
                "recovery-point-offset-checkpoint",
                "log-start-offset-checkpoint",
                "replication-offset-checkpoint",
                "cleaner-offset-checkpoint"
            })
    void garbageInASmallFileIsToldOnceWithItsNameAndLine(String name) throws IOException {
        write(Stop.ORDERLY);
        quiet.close();
        for (String garbage : GARBAGE) {
            disk.put(DATA.resolve(name), garbage.getBytes(StandardCharsets.UTF_8));
            try (var told = new ToldLines()) {
                home.time.forget();
                home.open().letGo();

                assertThat(told.with(DATA.resolve(name).toString()))
                        .as(garbage)
                        .singleElement()
                        .asString()
                        .startsWith("WARN ")
                        .containsPattern("line [123]: '")
                        .contains("(expected: ");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(IndexDamage.class)
    void anOffsetIndexMayBeDamaged(IndexDamage damage) throws IOException {
        for (Stop stop : Stop.values()) {
            setUpAnew();
            write(stop);
            damage(SegmentName.OFFSET_INDEX, 8, damage);

            assertWhole(damage + " after " + stop);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = IndexDamage.class,
            names = {"MISSING", "EMPTY", "ZERO_FILLED", "RESERVED_TAIL", "ODD_LENGTH"})
    void aTimeIndexMayBeDamaged(IndexDamage damage) throws IOException {
        for (Stop stop : Stop.values()) {
            setUpAnew();
            write(stop);
            damage(SegmentName.TIME_INDEX, 12, damage);

            assertWhole(damage + " after " + stop);
        }
    }

    private void setUpAnew() throws IOException {
        for (String name : disk.names(ORDERS)) {
            disk.delete(ORDERS.resolve(name));
        }
        disk.delete(ORDERS);
    }

    private void damage(String kind, int entryBytes, IndexDamage damage) throws IOException {
        for (String name : disk.names(ORDERS)) {
            if (name.endsWith(kind)) {
                Path file = ORDERS.resolve(name);
                disk.put(file, damage.of(bytes(file), entryBytes));
                if (damage == IndexDamage.MISSING) {
                    disk.delete(file);
                }
            }
        }
    }

    @Test
    void aSegmentThatIsMissingInTheMiddleEndsTheLogThereAfterACrash() throws IOException {
        write(Stop.KILLED);
        List<Long> bases = bases();
        disk.delete(SegmentName.of(ORDERS, bases.get(1), SegmentName.LOG));

        LogManager manager = home.open();
        Log log = home.orders(manager);

        assertThat(log.offsets().logEndOffset()).isEqualTo(bases.get(1));
        assertThat(readAll(log, 0, 10_000))
                .isEqualTo(written.subList(0, bases.get(1).intValue()));
        manager.close();
    }

    /** Compaction leaves such gaps: readers go over them. */
    @Test
    void aSegmentThatIsEmptyOrMissingAfterAnOrderlyStopIsGoneOver() throws IOException {
        for (boolean isMissing : List.of(true, false)) {
            setUpAnew();
            write(Stop.ORDERLY);
            List<Long> bases = bases();
            Path second = SegmentName.of(ORDERS, bases.get(1), SegmentName.LOG);
            disk.put(second, new byte[0]);
            if (isMissing) {
                disk.delete(second);
            }

            home.time.forget();
            LogManager manager = home.open();
            Log log = home.orders(manager);

            List<Rec> left = new ArrayList<>(written.subList(0, bases.get(1).intValue()));
            left.addAll(written.subList(bases.get(2).intValue(), RECORDS));
            assertThat(readAll(log, 0, 10_000)).isEqualTo(left);
            assertThat(readAll(log, bases.get(1) + 1, 10_000))
                    .isEqualTo(written.subList(bases.get(2).intValue(), RECORDS));
            assertThat(log.offsetForTimestamp(LogHome.START_MS).offset()).isZero();
            assertThat(home.failures).isEmpty();
            manager.letGo();
        }
    }

    @Test
    void recordsThatAreInTwoSegmentsAreReadOnce() throws IOException {
        write(Stop.ORDERLY);
        List<Long> bases = bases();
        Path first = SegmentName.of(ORDERS, bases.get(0), SegmentName.LOG);
        byte[] second = bytes(SegmentName.of(ORDERS, bases.get(1), SegmentName.LOG));
        byte[] both = Arrays.copyOf(bytes(first), bytes(first).length + second.length);
        System.arraycopy(second, 0, both, both.length - second.length, second.length);
        disk.put(first, both);

        assertWhole("overlapping");
    }

    /** Whether a segment repeats the end of the one before, goes on with it, or lies within it. */
    @Test
    void recordsThatAreInTwoSegmentsAreKeptOnceAfterAKill() throws IOException {
        write(Stop.KILLED);
        List<Long> bases = bases();
        byte[] first = bytes(SegmentName.of(ORDERS, bases.get(0), SegmentName.LOG));
        byte[] second = bytes(SegmentName.of(ORDERS, bases.get(1), SegmentName.LOG));
        int batchBytes = RecordBatch.at(Unpooled.wrappedBuffer(second), 0).sizeBytes();
        for (int more : new int[] {batchBytes, 2 * batchBytes, second.length}) {
            setUpAnew();
            write(Stop.KILLED);
            byte[] both = Arrays.copyOf(first, first.length + more);
            System.arraycopy(second, 0, both, first.length, more);
            disk.put(SegmentName.of(ORDERS, bases.get(0), SegmentName.LOG), both);

            assertWhole(more + " bytes twice");
        }
        setUpAnew();
        write(Stop.KILLED);
        disk.put(SegmentName.of(ORDERS, 1, SegmentName.LOG), Arrays.copyOfRange(first, batchBytes, 2 * batchBytes));

        assertWhole("a double within");
    }

    @Test
    void whereTwoSegmentsContradictEachOtherTheLogEndsWithTheFirst() throws IOException {
        write(Stop.KILLED);
        List<Long> bases = bases();
        Path first = SegmentName.of(ORDERS, bases.get(0), SegmentName.LOG);
        byte[] second = bytes(SegmentName.of(ORDERS, bases.get(1), SegmentName.LOG));
        int begin = bytes(first).length;
        int batchBytes = RecordBatch.at(Unpooled.wrappedBuffer(second), 0).sizeBytes();
        byte[] both = Arrays.copyOf(bytes(first), begin + batchBytes);
        ByteBuf other = from(9, 0, bases.get(1).intValue(), "w" + bases.get(1));
        other.setLong(0, bases.get(1));
        assertThat(other.readableBytes()).isEqualTo(batchBytes);
        other.getBytes(0, both, begin, batchBytes);
        other.release();
        disk.put(first, both);

        home.time.forget();
        LogManager manager = home.open();

        assertThat(home.orders(manager).offsets().logEndOffset()).isEqualTo(bases.get(1) + 1);
        manager.letGo();
    }

    @Test
    void anEmptySegmentWithinAnotherIsRemoved() throws IOException {
        for (Stop stop : Stop.values()) {
            setUpAnew();
            write(stop);
            disk.put(SegmentName.of(ORDERS, RECORDS - 1, SegmentName.LOG), new byte[0]);

            assertWhole("after " + stop);
        }
    }

    private List<Long> bases() {
        return disk.names(ORDERS).stream()
                .map(name -> SegmentName.baseOffset(name, SegmentName.LOG))
                .filter(base -> base >= 0)
                .toList();
    }

    @Test
    void filesOfUnknownKindsAreLeftAlone() throws IOException {
        write(Stop.ORDERLY);
        disk.put(ORDERS.resolve("notes.txt"), new byte[] {1});
        disk.put(ORDERS.resolve("12.log"), new byte[] {1});
        disk.put(DATA.resolve("README"), new byte[] {1});

        assertWhole("with unknown files");

        assertThat(disk.names(ORDERS)).contains("notes.txt", "12.log");
        assertThat(disk.names(DATA)).contains("README");
    }

    @Test
    void filesOfUnknownKindsAreToldOncePerStartAndOthersNever() throws IOException {
        quiet.close();
        write(Stop.KILLED);
        disk.put(ORDERS.resolve("leader-epoch-checkpoint.tmp"), new byte[0]);
        disk.put(ORDERS.resolve("00000000000000000003.snapshot.tmp"), new byte[0]);
        disk.put(ORDERS.resolve("00000000000000000003.log.deleted"), new byte[0]);
        disk.put(ORDERS.resolve("00000000000000000003.snapshot.deleted"), new byte[0]);
        disk.put(DATA.resolve("recovery-point-offset-checkpoint.tmp"), new byte[0]);
        disk.put(DATA.resolve(".of-another-program"), new byte[0]);
        try (var told = new ToldLines()) {
            home.time.forget();
            home.open().letGo();
            assertThat(told.with("unknown kind")).isEmpty();

            disk.put(ORDERS.resolve("12.log"), new byte[] {1});
            disk.put(ORDERS.resolve("000000000000000000zz.log"), new byte[] {1});
            disk.put(DATA.resolve("README"), new byte[] {1});
            disk.put(DATA.resolve("named-like-a-partition-7"), new byte[] {1});
            home.time.forget();
            home.open().close();
            assertThat(home.failures).isEmpty();
            assertThat(told.with("unknown kind"))
                    .containsExactlyInAnyOrder(
                            "WARN " + DATA.resolve("README") + " is left alone: a file of an unknown kind",
                            "WARN " + DATA.resolve("named-like-a-partition-7")
                                    + " is left alone: a file of an unknown kind",
                            "WARN " + ORDERS + " has 2 files of unknown kinds, which are left alone:"
                                    + " [000000000000000000zz.log, 12.log]");
        }
    }

    @Test
    void leftoversOfRemovedSegmentsAndUnfinishedCompactionsGo() throws IOException {
        write(Stop.KILLED);
        disk.put(SegmentName.of(ORDERS, 3, SegmentName.LOG + SegmentName.DELETED), new byte[] {1});
        disk.put(SegmentName.of(ORDERS, 0, SegmentName.LOG + SegmentName.CLEANED), new byte[] {1});
        disk.put(SegmentName.of(ORDERS, 7, SegmentName.OFFSET_INDEX), new byte[8]);
        disk.put(SegmentName.of(ORDERS, 0, SegmentName.TIME_INDEX + SegmentName.REBUILT), new byte[1]);

        assertWhole("with leftovers");

        assertThat(disk.names(ORDERS))
                .doesNotContain(
                        "00000000000000000003.log.deleted",
                        "00000000000000000000.log.cleaned",
                        "00000000000000000007.index",
                        "00000000000000000000.timeindex.rebuilt");
    }

    @Test
    void directoriesThatTheReferenceLeftAreNoPartitions() throws IOException {
        write(Stop.ORDERLY);
        String id = "a7999e439fea40cf9edc55ae4aa27bd5";
        for (String end : List.of("-delete", "-future", "-stray")) {
            disk.createDirectories(DATA.resolve("old-0." + id + end));
            disk.put(DATA.resolve("old-0." + id + end).resolve("00000000000000000000.log"), new byte[0]);
        }

        LogManager manager = home.open();
        home.time.advance(1);

        assertThat(manager.find(new TopicPartition("old", 0))).isNull();
        assertThat(disk.names(DATA)).doesNotContain("old-0." + id + "-delete").contains("old-0." + id + "-stray");
        manager.close();
    }

    @Test
    void aPartitionThatIsInTwoDirectoriesIsServedFromOne() throws IOException {
        write(Stop.ORDERLY);
        Path second = Path.of("/disk/second");
        var both = new LogHome(DATA, second).on(disk);
        both.open().close();
        disk.createDirectories(second.resolve("orders-0"));

        LogManager manager = both.open();

        assertThat(readAll(both.orders(manager), 0, 10_000)).isEqualTo(written);
        assertThat(both.failures).isEmpty();
        manager.close();
    }

    /** What can be wrong with an index file. */
    enum IndexDamage {
        MISSING,
        EMPTY,
        ZERO_FILLED,
        RESERVED_TAIL,
        ODD_LENGTH,
        PAST_THE_LOG;

        byte[] of(byte[] index, int entryBytes) {
            return switch (this) {
                case MISSING, EMPTY -> new byte[0];
                case ZERO_FILLED -> new byte[10 * entryBytes];
                case RESERVED_TAIL -> Arrays.copyOf(index, 64 * entryBytes);
                case ODD_LENGTH -> Arrays.copyOf(index, Math.max(1, index.length - 3));
                case PAST_THE_LOG -> {
                    ByteBuffer bytes = ByteBuffer.wrap(index.clone());
                    for (int at = 0; at < index.length; at += entryBytes) {
                        bytes.putInt(at + Integer.BYTES, 1 << 20);
                    }
                    yield bytes.array();
                }
            };
        }
    }
}
