package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.AppendResult.Appended;
import io.milena.storage.GatedFileStore.Gate;
import io.milena.storage.producer.ProducerSnapshotFormat;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While a log gives up very many segments, or producers, its appends wait for a portion of them at most. */
class LongWorkTest {

    private static final long T = LogHome.START_MS;
    private static final int SOME_SEGMENTS = 5_000;
    private static final int MANY = 100_000;

    /** Of a segment that is empty there is the file of batches alone. */
    private static final int RENAMES_PER_PORTION = 100;

    private static final int MOST_TRIES = 50;

    @TempDir
    private Path directory;

    private final QuietLogs quiet = new QuietLogs();
    private final GatedFileStore disk = new GatedFileStore();
    private final ExecutorService others = Executors.newCachedThreadPool();
    private LogHome home;

    @BeforeEach
    void setUp() {
        home = new LogHome(directory).on(disk.files()).with("retention.ms", -1).with("file.delete.delay.ms", 0);
        home.diskThreads = others;
    }

    @AfterEach
    void tearDown() {
        disk.openAll();
        others.shutdown();
        quiet.close();
    }

    /** What a thread of its own makes of {@code question}, soon. */
    private <R> R soon(Callable<R> question) throws Exception {
        return others.submit(question).get(10, TimeUnit.SECONDS);
    }

    /** A log with two records in its last segment, before which all others are to go. */
    private Log withSegments(int count) throws IOException {
        LogManager before = home.open();
        append(home.orders(before), batch(T, "the first segment is not empty"));
        before.close();
        home.time.forget();
        for (int base = 1; base <= count; base++) {
            Files.createFile(SegmentName.of(home.ordersDirectory(), base, SegmentName.LOG));
        }
        Log log = home.orders(home.open());
        append(log, batch(T, "a"));
        append(log, batch(T, "b"));
        log.highWatermark(count + 2L);
        log.deleteRecordsBefore(count);
        assertThat(log.segmentCount()).isEqualTo(count + 1);
        return log;
    }

    private static int recordsOf(Log log) throws IOException {
        return Batches.readAll(log, log.offsets().logStartOffset(), 1 << 20).size();
    }

    @Test
    void anAppendWaitsForAPortionOfTheSegmentsAtMost() throws Exception {
        anAppendWaitsForAPortionOf(SOME_SEGMENTS);
    }

    @Test
    @Tag("heavy")
    void anAppendWaitsForAPortionOfAHundredThousandSegmentsAtMost() throws Exception {
        anAppendWaitsForAPortionOf(MANY);
    }

    private void anAppendWaitsForAPortionOf(int segments) throws Exception {
        Log log = withSegments(segments);
        var renames = new AtomicInteger();
        var beforeWrite = new AtomicInteger();
        int stalledAt = segments / 2;
        disk.stall((call, file) -> {
            if (call.equals("write") && file.startsWith(home.ordersDirectory())) {
                beforeWrite.compareAndSet(0, renames.get());
            }
            return false;
        });
        Gate gate = disk.stall((call, file) -> call.equals("rename") && renames.incrementAndGet() == stalledAt);
        disk.forgetCalls();
        Future<?> retention = others.submit(() -> log.retain(T));
        gate.awaitArrival();

        var append = new FutureTask<>(() -> append(log, batch(T, "c")));
        var appender = new Thread(append);
        appender.start();
        awaitWaiting(appender);
        assertThat(soon(() -> recordsOf(log))).as("readers do not wait").isEqualTo(2);
        gate.open();

        assertThat(append.get(10, TimeUnit.SECONDS)).isInstanceOf(Appended.class);
        assertThat(beforeWrite.get()).isLessThanOrEqualTo(stalledAt + 2 * RENAMES_PER_PORTION);
        retention.get(60, TimeUnit.SECONDS);
        assertThat(log.segmentCount()).isEqualTo(1);
        assertThat(disk.calls("list", home.ordersDirectory()))
                .as("the directory, which is large, is listed once")
                .isLessThanOrEqualTo(1);
    }

    /** Bounded: fails if the thread finds nothing to wait for. */
    private static void awaitWaiting(Thread thread) {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(System.nanoTime() - giveUpAt).as("the lock is held").isNegative();
            Thread.onSpinWait();
        }
    }

    @Test
    void nobodyWaitsForTheFilesToBeRemoved() throws Exception {
        Log log = withSegments(SOME_SEGMENTS / 10);
        log.retain(T);
        var deletions = new AtomicInteger();
        Gate gate =
                disk.stall((call, file) -> call.equals("delete") && deletions.incrementAndGet() == SOME_SEGMENTS / 20);
        home.time.advance(1);
        gate.awaitArrival();

        assertThat(soon(() -> append(log, batch(T, "c")))).isInstanceOf(Appended.class);
        assertThat(soon(() -> recordsOf(log))).isEqualTo(3);
        soon(() -> {
            log.flush();
            return true;
        });

        gate.open();
        others.shutdown();
        assertThat(others.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(disk.files().list(home.ordersDirectory())).noneMatch(name -> name.endsWith(SegmentName.DELETED));
    }

    /** The portions pass in no time, so the one who comes between them has several tries to be quick enough. */
    @Test
    void anAppendComesBetweenTheProducersThatAreForgotten() throws Exception {
        LogManager first = home.open();
        append(home.orders(first), batch(T, "a"));
        first.close();
        byte[] snapshot = ProducerSnapshotFormat.write(LongStream.range(0, MANY)
                        .mapToObj(id -> new Row(id, (short) 0, 0, 0, 0, T, -1, -1))
                        .toList())
                .array();
        boolean cameBetween = false;
        for (int i = 0; i < MOST_TRIES && !cameBetween; i++) {
            home.time.forget();
            Files.write(SegmentName.of(home.ordersDirectory(), 1, SegmentName.SNAPSHOT), snapshot);
            LogManager manager = home.open();
            Log log = home.orders(manager);
            assertThat(log.producerCount()).isEqualTo(MANY);
            Future<Integer> leftAfterAppend = others.submit(() -> appendOnceSomeAreForgotten(log));
            log.expireProducers(T + 1_000, 100);
            cameBetween = leftAfterAppend.get(10, TimeUnit.SECONDS) > 0;
            assertThat(log.producerCount()).isZero();
            log.truncateTo(1);
            manager.close();
        }

        assertThat(cameBetween).isTrue();
    }

    private static int appendOnceSomeAreForgotten(Log log) {
        while (log.producerCount() == MANY) {
            Thread.onSpinWait();
        }
        append(log, batch(T, "between"));
        return log.producerCount();
    }
}
