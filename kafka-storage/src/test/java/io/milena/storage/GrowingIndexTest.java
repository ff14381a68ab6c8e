package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.AppendResult.Appended;
import io.milena.storage.Batches.Rec;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes of a log that is written to: beside readers, under cuts, damaged, and where files cannot be opened. */
class GrowingIndexTest {

    private static final long T = LogHome.START_MS;

    /** More than a block of each index holds. */
    private static final int RECORDS = 1_200;

    @TempDir
    Path directory;

    private final GatedFileStore disk = new GatedFileStore();
    private final ToldLines told = new ToldLines();
    private LogHome home;
    private LogManager manager;
    private Log log;

    @BeforeEach
    void setUp() {
        home = new LogHome(directory)
                .on(disk.files())
                .with("index.interval.bytes", 0)
                .with("file.delete.delay.ms", 0);
        start();
    }

    @AfterEach
    void tearDown() {
        stop();
        told.close();
    }

    private void start() {
        manager = home.open();
        log = home.orders(manager);
    }

    private void stop() {
        manager.close();
    }

    private Path file(String kind) {
        return SegmentName.of(home.ordersDirectory(), 0, kind);
    }

    private List<Rec> write(int records) throws IOException {
        for (int i = 0; i < records; i++) {
            assertThat(append(log, batch(T + i, "v" + i))).isInstanceOf(Appended.class);
        }
        return readAll(log, 0, 100_000);
    }

    /** What the reader then finds where its index points to is none of the damages that are told. */
    @Test
    void aReaderThatGoesOnWhileTheLogIsCutDoubtsNoIndex() throws Exception {
        write(RECORDS);
        var reading = new FutureTask<>(() -> readAll(log, RECORDS / 2, 1_000));
        var reader = new Thread(reading);
        GatedFileStore.Gate gate = disk.stall((call, path) ->
                call.equals("read") && path.equals(file(SegmentName.LOG)) && Thread.currentThread() == reader);

        reader.start();
        gate.awaitArrival();
        log.truncateTo(1);
        for (int i = 0; i < RECORDS; i++) {
            append(log, batch(T + i, "a value of another size " + i));
        }
        disk.remove(gate);

        assertThat(reading.get()).extracting(Rec::value).first().isEqualTo("a value of another size 599");
        assertThat(told.with("damaged")).isEmpty();
    }

    @Test
    void aTimeLookUpThatIsInABatchWhileTheLogIsCutLooksAgain() throws Exception {
        write(RECORDS);
        long wanted = T + RECORDS / 2;
        disk.forgetCalls();
        log.offsetForTimestamp(wanted);
        int lastRead = disk.calls("read", file(SegmentName.LOG));
        var reads = new AtomicInteger();
        var looking = new FutureTask<>(() -> log.offsetForTimestamp(wanted));
        var reader = new Thread(looking);
        GatedFileStore.Gate gate = disk.stall((call, path) -> call.equals("read")
                && path.equals(file(SegmentName.LOG))
                && Thread.currentThread() == reader
                && reads.incrementAndGet() == lastRead);

        reader.start();
        gate.awaitArrival();
        log.truncateTo(1);
        for (int i = 0; i < RECORDS; i++) {
            append(log, batch(T + i, "a value of another size " + i));
        }
        disk.remove(gate);

        assertThat(looking.get()).isEqualTo(new OffsetAtTime(RECORDS / 2 + 1, wanted, 0));
    }

    @Test
    void anAppendReadsNoIndexFromTheDisk() throws IOException {
        for (String kind : List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
            disk.stall("openToRead", file(kind), what -> {
                throw new IOException("Too many open files");
            });
        }
        disk.openAll();

        for (int i = 0; i < RECORDS; i++) {
            assertThat(append(log, batch(T + i, "v"))).isInstanceOf(Appended.class);
        }
        assertThat(home.failures).isEmpty();
    }

    @Test
    void aCutThroughADamagedIndexLeavesTheLogInUse() throws IOException {
        List<Rec> written = write(RECORDS);
        for (String kind : List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
            stop();
            damage(file(kind));
            start();
            long cut = log.offsets().logEndOffset() - RECORDS / 2;

            log.truncateTo(cut);

            assertThat(home.failures).isEmpty();
            assertThat(readAll(log, 0, 100_000)).isEqualTo(written.subList(0, (int) cut));
            for (int i = (int) cut; i < RECORDS; i++) {
                append(log, batch(T + i, "v" + i));
            }
            assertThat(readAll(log, 0, 100_000)).isEqualTo(written);
            for (int i = 0; i < RECORDS; i += 97) {
                assertThat(readAll(log, i, 1_000)).isEqualTo(written.subList(i, RECORDS));
                assertThat(log.offsetForTimestamp(T + i).offset()).isEqualTo(i);
            }
        }
    }

    /** The first block alone: a start looks at the last. */
    private static void damage(Path index) throws IOException {
        byte[] bytes = Files.readAllBytes(index);
        byte[] noise = new byte[4_000];
        new Random(3).nextBytes(noise);
        System.arraycopy(noise, 0, bytes, 0, noise.length);
        Files.write(index, bytes);
    }

    @Test
    void aLogThatIsCutWhileItsIndexesAreBuiltAnewStaysInUse() throws Exception {
        stop();
        home.with("segment.bytes", 20_000);
        start();
        List<Rec> written = write(RECORDS);
        stop();
        Files.write(file(SegmentName.OFFSET_INDEX), new byte[] {9, 9, 9, 9, 9, 9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1});
        start();
        readAll(log, 3, 1_000);
        assertThat(told.with("damaged")).hasSize(1);
        var building = new FutureTask<>(() -> {
            log.repairIndexes();
            return true;
        });
        var builder = new Thread(building);
        GatedFileStore.Gate gate = disk.stall((call, path) -> call.equals("read") && Thread.currentThread() == builder);

        builder.start();
        gate.awaitArrival();
        log.truncateTo(1);
        disk.remove(gate);
        building.get();

        assertThat(home.failures).isEmpty();
        assertThat(readAll(log, 0, 1_000)).isEqualTo(written.subList(0, 1));
        try (var names = Files.list(home.ordersDirectory())) {
            assertThat(names.map(Path::toString)).noneMatch(name -> name.endsWith(SegmentName.REBUILT));
        }
    }
}
