package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.GatedFileStore.Gate;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While a disk stalls under one log, whoever reads it from memory, or asks for what is known of it, does not wait. */
class StalledDiskTest {

    private static final ReadLimits FROM_MEMORY =
            new ReadLimits(1 << 20, ReadBound.logEnd(), FirstBatch.WHOLE, Source.MEMORY);

    @TempDir
    private Path directory;

    private final GatedFileStore disk = new GatedFileStore();
    private final ExecutorService others = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        disk.openAll();
        others.shutdown();
    }

    private LogHome home() {
        return new LogHome(directory).on(disk.files());
    }

    /** What a thread of its own makes of {@code question}, soon. */
    private <T> T soon(Callable<T> question) throws Exception {
        return others.submit(question).get(10, TimeUnit.SECONDS);
    }

    private static boolean isLog(Path file) {
        return file.toString().endsWith(".log");
    }

    @Test
    void anAppendThatStallsHoldsNoReader() throws Exception {
        LogManager manager = home().open();
        Log log = home().orders(manager);
        append(log, batch(LogHome.START_MS, "a", "b"));
        Gate gate = disk.stall((call, file) -> call.equals("write") && isLog(file));
        Future<AppendResult> stalled = others.submit(() -> append(log, batch(LogHome.START_MS, "c")));
        gate.awaitArrival();

        LogSlice slice = (LogSlice) soon(() -> log.read(0, FROM_MEMORY));
        assertThat(Batches.records(slice)).hasSize(2);
        assertThat(soon(() -> log.read(2, FROM_MEMORY))).isInstanceOf(LogRead.Nothing.class);
        assertThat(soon(() -> log.offsetForTimestamp(LogHome.START_MS)).offset())
                .isZero();
        assertThat(soon(log::sizeBytes)).isPositive();
        assertThat(soon(log::segmentCount)).isEqualTo(1);
        assertThat(soon(log::producerCount)).isZero();
        assertThat(soon(log::latestEpoch)).isZero();
        assertThat(soon(() -> log.epochAt(1))).isZero();
        assertThat(soon(() -> log.endOffsetForEpoch(0)).endOffset()).isEqualTo(2);

        gate.open();
        assertThat(stalled.get(10, TimeUnit.SECONDS)).isInstanceOf(Appended.class);
        assertThat(log.offsets().logEndOffset()).isEqualTo(3);
        manager.close();
        assertThat(disk.openFiles()).isZero();
    }

    @Test
    void whileALogIsCutReadersFromMemoryAreSentToTheDisk() throws Exception {
        LogManager manager = home().open();
        Log log = home().orders(manager);
        append(log, batch(LogHome.START_MS, "a"));
        append(log, batch(LogHome.START_MS, "b"));
        Gate gate = disk.stall((call, file) -> call.equals("truncate") && isLog(file));
        Future<?> stalled = others.submit(() -> log.truncateTo(1));
        gate.awaitArrival();

        assertThat(soon(() -> log.read(0, FROM_MEMORY))).isInstanceOf(LogRead.Cold.class);

        gate.open();
        stalled.get(10, TimeUnit.SECONDS);
        LogSlice slice = (LogSlice) soon(() -> log.read(0, FROM_MEMORY));
        assertThat(Batches.records(slice)).hasSize(1);
        manager.close();
        assertThat(disk.openFiles()).isZero();
    }

    @Test
    void whatMayNotBeInMemoryIsNotTouchedByReadersFromMemory() throws Exception {
        LogManager manager = home().with("segment.bytes", 100).open();
        Log before = home().orders(manager);
        append(before, batch(LogHome.START_MS, "a"));
        append(before, batch(LogHome.START_MS, "b"));
        manager.close();
        LogManager again = home().open();
        Log log = home().orders(again);

        Gate gate = disk.stall((call, file) -> true);
        assertThat(soon(() -> log.read(0, FROM_MEMORY))).isInstanceOf(LogRead.Cold.class);
        assertThat(soon(() -> log.read(1, FROM_MEMORY))).isInstanceOf(LogRead.Cold.class);
        assertThat(soon(() -> log.read(2, FROM_MEMORY))).isInstanceOf(LogRead.Nothing.class);
        gate.open();

        assertThat(Batches.readAll(log, 0, 1 << 20)).hasSize(2);
        again.close();
        assertThat(disk.openFiles()).isZero();
    }

    /** They were appended lately, but the index of aborted transactions of a segment that is full is on the disk. */
    @Test
    void readersOfCommittedRecordsFromMemoryDoNotTouchAnIndexOfTransactionsOnTheDisk() throws Exception {
        LogManager manager = home().open();
        Log log = manager.openOrCreate(
                LogHome.ORDERS,
                LogHome.ORDERS_ID,
                home().with("segment.bytes", 250).config());
        abortedTransaction(log);
        var committed = new ReadLimits(1 << 20, ReadBound.committedBelow(2), FirstBatch.WHOLE, Source.MEMORY);
        assertThat(abortedOf(log.read(0, committed))).containsExactly(7L);
        append(log, batch(LogHome.START_MS, "into a segment of its own"));
        assertThat(log.segmentCount()).isEqualTo(2);

        Gate gate = disk.stall((call, file) -> file.toString().endsWith(".txnindex"));
        assertThat(soon(() -> log.read(0, committed))).isInstanceOf(LogRead.Cold.class);
        gate.open();
        var fromDisk = new ReadLimits(1 << 20, ReadBound.committedBelow(2), FirstBatch.WHOLE, Source.DISK);
        assertThat(abortedOf(log.read(0, fromDisk))).containsExactly(7L);

        Gate again = disk.stall((call, file) -> file.toString().endsWith(".txnindex"));
        assertThat(abortedOf(soon(() -> log.read(0, committed)))).containsExactly(7L);
        again.open();
        manager.close();
    }

    private static void abortedTransaction(Log log) {
        BatchTerms terms = BatchTerms.PLAIN.withProducer(7, (short) 0, 0).transactional();
        append(
                log,
                batch(terms, Codec.NONE, LogHome.START_MS, "in a transaction"),
                new AppendTerms(0, LogHome.START_MS, Origin.TRANSACTIONAL_CLIENT, RecordValidation.FULL));
        append(
                log,
                new ControlMarker(ControlMarker.Type.ABORT, 0)
                        .toBatch(Batches.ALLOCATOR, 7, (short) 0, LogHome.START_MS),
                new AppendTerms(0, LogHome.START_MS, Origin.COORDINATOR, RecordValidation.FULL));
        log.highWatermark(2);
    }

    private static List<Long> abortedOf(LogRead read) {
        LogSlice slice = (LogSlice) read;
        List<Long> producers = slice.abortedTransactions().stream()
                .map(AbortedTransaction::producerId)
                .toList();
        slice.release();
        return producers;
    }

    @ParameterizedTest
    @CsvSource({
        "force, 00000000000000000001.log",
        "force, 00000000000000000000.index",
        "forceDirectory, orders-0",
        "open, leader-epoch-checkpoint.tmp"
    })
    void aLogThatIsDeletedWhileItIsForcedTakesNoDirectoryOffline(String call, String file) throws Exception {
        LogHome home = home().with("segment.bytes", 100);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(LogHome.START_MS, "a"));
        append(log, batch(LogHome.START_MS, "b"));
        Gate gate = disk.stall((name, path) -> name.equals(call) && path.endsWith(file));
        Future<?> stalled = others.submit(log::flush);
        gate.awaitArrival();

        soon(() -> {
            manager.delete(LogHome.ORDERS);
            return true;
        });
        gate.open();
        assertThatThrownBy(() -> stalled.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(StorageFailedException.class);

        assertThat(home.failures).isEmpty();
        assertThat(append(home.orders(manager), batch(LogHome.START_MS, "c"))).isInstanceOf(Appended.class);
        manager.close();
        assertThat(disk.openFiles()).isZero();
    }

    @Test
    void aStopThatAnAppendOvertakesIsNotMarkedAsClean() throws Exception {
        LogManager manager = home().open();
        Log log = home().orders(manager);
        append(log, batch(LogHome.START_MS, "a"));
        Gate gate = disk.stall((call, file) -> call.equals("force") && isLog(file));
        Future<?> stop = others.submit(manager::close);
        gate.awaitArrival();

        assertThat(soon(() -> append(log, batch(LogHome.START_MS, "late")))).isInstanceOf(Appended.class);
        gate.open();
        stop.get(10, TimeUnit.SECONDS);

        assertThat(directory.resolve(".kafka_cleanshutdown")).doesNotExist();
        LogManager again = home().open();
        assertThat(Batches.readAll(home().orders(again), 0, 1 << 20)).hasSize(2);
        again.close();
        assertThat(directory.resolve(".kafka_cleanshutdown")).exists();
    }

    @Test
    void aLookUpOfATimeThatStallsHoldsNoAppend() throws Exception {
        LogManager manager = home().open();
        Log log = home().orders(manager);
        append(log, batch(LogHome.START_MS, "a"));
        Gate gate = disk.stall((call, file) -> call.equals("read") && isLog(file));
        Future<OffsetAtTime> stalled = others.submit(log::maxTimestamp);
        gate.awaitArrival();

        assertThat(soon(() -> append(log, batch(LogHome.START_MS, "b")))).isInstanceOf(Appended.class);

        gate.open();
        assertThat(stalled.get(10, TimeUnit.SECONDS).offset()).isZero();
        manager.close();
        assertThat(disk.openFiles()).isZero();
    }
}
