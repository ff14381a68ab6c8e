package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Indexes of sealed segments that say what is not so, after a stop in good order: nobody reads them at the start. Every
 * look-up is right all the same, the damage is told once, and the file is built anew.
 */
class DamagedIndexTest {

    private static final long T = LogHome.START_MS;
    private static final long STEP_MS = 10;
    private static final int RECORDS = 100;
    private static final Path DATA = Path.of("/disk/data");
    private static final Path ORDERS = DATA.resolve("orders-0");
    private static final int OFFSET_ENTRY = 8;
    private static final int TIME_ENTRY = 12;

    /** Size of a time index that the reference has reserved: as many whole entries as go into 10 MiB. */
    private static final int RESERVED_BYTES = (10 << 20) / TIME_ENTRY * TIME_ENTRY;

    private final CrashingFileStore disk = new CrashingFileStore(new Random(1));
    private final LogHome home = new LogHome(DATA)
            .on(disk)
            .with("segment.bytes", 2_000)
            .with("index.interval.bytes", 0)
            .with("file.delete.delay.ms", 0);
    private final ToldLines told = new ToldLines();
    private List<Rec> written;
    private LogManager manager;
    private Log log;

    /** Segments of about 27 records, whose timestamps rise. */
    @BeforeEach
    void write() throws IOException {
        manager = home.open();
        log = home.orders(manager);
        for (int i = 0; i < RECORDS; i++) {
            append(log, batch(T + i * STEP_MS, "v" + i));
        }
        written = readAll(log, 0, 10_000);
        assertThat(log.segmentCount()).isGreaterThan(3);
        stop();
    }

    @AfterEach
    void tearDown() {
        told.close();
    }

    private void stop() {
        manager.close();
        home.time.forget();
    }

    private void start() {
        told.forget();
        manager = home.open();
        log = home.orders(manager);
    }

    /** The file of this kind of the first segment, which is sealed. */
    private static Path file(String kind) {
        return SegmentName.of(ORDERS, 0, kind);
    }

    private byte[] bytes(Path file) {
        return Objects.requireNonNull(disk.bytes(file), file.toString());
    }

    private void assertLookUpsAreRight() throws IOException {
        for (int i = 0; i < RECORDS; i++) {
            assertThat(readAll(log, i, 1_000)).as("from %s", i).isEqualTo(written.subList(i, RECORDS));
            assertThat(log.offsetForTimestamp(T + i * STEP_MS).offset()).isEqualTo(i);
            assertThat(log.offsetForTimestamp(T + i * STEP_MS - 1).offset()).isEqualTo(i);
        }
        assertThat(log.maxTimestamp().offset()).isEqualTo(RECORDS - 1);
        assertThat(home.failures).isEmpty();
    }

    private void assertBorneAndBuiltAnew(String kind, int entryBytes, Damage damage) throws IOException {
        byte[] sound = bytes(file(kind));
        byte[] damaged = sound.clone();
        damage.to(damaged, entryBytes);
        disk.put(file(kind), damaged);
        start();

        assertLookUpsAreRight();

        assertThat(told.with("damaged index")).as("told once").hasSize(1);
        log.repairIndexes();
        assertThat(bytes(file(kind))).as("built anew").isEqualTo(sound);
        assertThat(disk.names(ORDERS)).noneMatch(name -> name.endsWith(".rebuilt"));
        told.forget();
        assertLookUpsAreRight();
        assertThat(told.with("damaged index")).isEmpty();
        stop();
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void aDamagedOffsetIndexIsBorneAndBuiltAnew(Damage damage) throws IOException {
        assertBorneAndBuiltAnew(SegmentName.OFFSET_INDEX, OFFSET_ENTRY, damage);
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void aDamagedTimeIndexIsBorneAndBuiltAnew(Damage damage) throws IOException {
        assertBorneAndBuiltAnew(SegmentName.TIME_INDEX, TIME_ENTRY, damage);
    }

    @Test
    void indexesThatAreTakenAwayUnderTheBrokerAreBuiltAnew() throws IOException {
        byte[] offsets = bytes(file(SegmentName.OFFSET_INDEX));
        byte[] times = bytes(file(SegmentName.TIME_INDEX));
        start();
        log.offsetForTimestamp(T + STEP_MS);
        readAll(log, 3, 1_000);
        Log inUse = log;
        disk.delete(file(SegmentName.OFFSET_INDEX));
        disk.delete(file(SegmentName.TIME_INDEX));
        manager.letGo();
        home.time.forget();

        start();
        assertLookUpsAreRight();

        assertThat(log).isNotSameAs(inUse);
        log.repairIndexes();
        assertThat(bytes(file(SegmentName.OFFSET_INDEX))).isEqualTo(offsets);
        assertThat(bytes(file(SegmentName.TIME_INDEX))).isEqualTo(times);
        stop();
    }

    @Test
    void damagedEndsOfTheIndexesThatGrowOnAreBuiltAnewAtTheStart() throws IOException {
        long active = disk.names(ORDERS).stream()
                .mapToLong(name -> SegmentName.baseOffset(name, SegmentName.LOG))
                .max()
                .orElseThrow();
        for (String kind : List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
            Path file = SegmentName.of(ORDERS, active, kind);
            byte[] sound = bytes(file);
            byte[] damaged = sound.clone();
            Damage.FALLING.to(damaged, kind.equals(SegmentName.OFFSET_INDEX) ? OFFSET_ENTRY : TIME_ENTRY);
            disk.put(file, damaged);

            start();

            assertLookUpsAreRight();
            stop();
            assertThat(bytes(file)).isEqualTo(sound);
        }
    }

    /** The first segment ends at T + 260: whoever believes what is left of its index has it deleted too early. */
    @ParameterizedTest
    @EnumSource
    void aTimeIndexThatHasLostItsEndDeletesNothingTooEarly(Loss loss) throws IOException {
        home.with("retention.ms", 100);
        long end = SegmentName.baseOffset(
                disk.names(ORDERS).stream()
                        .filter(name -> name.endsWith(SegmentName.LOG))
                        .toList()
                        .get(1),
                SegmentName.LOG);
        long newestMs = T + (end - 1) * STEP_MS;
        loss.to(this);
        start();
        log.highWatermark(RECORDS);

        log.retain(newestMs + 100);

        assertThat(log.offsets().logStartOffset()).isZero();
        log.retain(newestMs + 101);
        assertThat(log.offsets().logStartOffset()).isEqualTo(end);
        assertThat(log.segmentCount()).isGreaterThan(2);
        stop();
    }

    private void resize(String kind, int sizeBytes) {
        disk.put(file(kind), Arrays.copyOf(bytes(file(kind)), sizeBytes));
    }

    /** As a stop of the reference that was no orderly one leaves it: full size, and full of zeros. */
    @Test
    void aReservedTimeIndexOfTheLastSegmentIsNoReasonToRoll() throws IOException {
        String name = disk.names(ORDERS).stream()
                .filter(each -> each.endsWith(SegmentName.TIME_INDEX))
                .reduce((one, other) -> other)
                .orElseThrow();
        disk.put(ORDERS.resolve(name), new byte[RESERVED_BYTES]);
        start();
        int before = log.segmentCount();

        append(log, batch(T + RECORDS * STEP_MS, "next"));

        assertThat(log.segmentCount()).isEqualTo(before);
        log.truncateTo(RECORDS);
        assertLookUpsAreRight();
        stop();
    }

    /** What can be wrong with the entries of an index. */
    enum Damage {
        TWO_EXCHANGED {
            @Override
            void to(byte[] index, int entryBytes) {
                byte[] third = Arrays.copyOfRange(index, 3 * entryBytes, 4 * entryBytes);
                System.arraycopy(index, 10 * entryBytes, index, 3 * entryBytes, entryBytes);
                System.arraycopy(third, 0, index, 10 * entryBytes, entryBytes);
            }
        },
        FALLING {
            @Override
            void to(byte[] index, int entryBytes) {
                byte[] turned = index.clone();
                for (int i = 0; i < index.length / entryBytes; i++) {
                    System.arraycopy(turned, index.length - (i + 1) * entryBytes, index, i * entryBytes, entryBytes);
                }
            }
        },
        ALL_THE_SAME {
            @Override
            void to(byte[] index, int entryBytes) {
                for (int at = entryBytes; at < index.length; at += entryBytes) {
                    System.arraycopy(index, 0, index, at, entryBytes);
                }
            }
        },
        LAST_FIELD_TOO_LARGE {
            @Override
            void to(byte[] index, int entryBytes) {
                ByteBuffer entries = ByteBuffer.wrap(index);
                for (int end = entryBytes; end <= index.length; end += entryBytes) {
                    entries.putInt(end - Integer.BYTES, entries.getInt(end - Integer.BYTES) + 7);
                }
            }
        },
        NOISE {
            @Override
            void to(byte[] index, int entryBytes) {
                new Random(5).nextBytes(index);
            }
        };

        abstract void to(byte[] index, int entryBytes);
    }

    /** How a time index can lose its end. */
    enum Loss {
        CUT {
            @Override
            void to(DamagedIndexTest test) {
                test.resize(SegmentName.TIME_INDEX, 5 * TIME_ENTRY);
            }
        },
        BOTH_CUT {
            @Override
            void to(DamagedIndexTest test) {
                test.resize(SegmentName.TIME_INDEX, 5 * TIME_ENTRY);
                test.resize(SegmentName.OFFSET_INDEX, 5 * OFFSET_ENTRY);
            }
        },
        FULL_SIZE_WITH_A_ZERO_TAIL {
            @Override
            void to(DamagedIndexTest test) {
                test.resize(SegmentName.TIME_INDEX, 5 * TIME_ENTRY);
                test.resize(SegmentName.TIME_INDEX, RESERVED_BYTES);
            }
        },
        FULL_SIZE_AND_NEVER_WRITTEN {
            @Override
            void to(DamagedIndexTest test) {
                test.resize(SegmentName.TIME_INDEX, 0);
                test.resize(SegmentName.TIME_INDEX, RESERVED_BYTES);
            }
        },
        EMPTY {
            @Override
            void to(DamagedIndexTest test) {
                test.resize(SegmentName.TIME_INDEX, 0);
            }
        };

        abstract void to(DamagedIndexTest test);
    }
}
