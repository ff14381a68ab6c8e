package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.from;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchEdits;
import io.milena.record.RecordBatch;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full, or a process that may open no more files: appends are refused until that is over. */
class FullDiskTest {

    private static final long T = LogHome.START_MS;
    private static final Path DATA = Path.of("/disk/data");

    private final CrashingFileStore disk = new CrashingFileStore(new Random(1));
    private final LogHome home = new LogHome(DATA).on(disk);

    private byte[] logFile(long base) {
        byte[] bytes = disk.bytes(DATA.resolve("orders-0").resolve(String.format("%020d.log", base)));
        assertThat(bytes).isNotNull();
        return bytes;
    }

    private static void assertRefused(AppendResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR));
    }

    @Test
    void nothingOfABatchStaysThatFoundNoRoomAndTheNextIsTakenWhenThereIs() throws IOException {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(T, "a"));
        byte[] before = logFile(0);
        disk.roomLeft(10);

        assertRefused(append(log, batch(T, "a batch of which ten bytes find room")));

        assertThat(logFile(0)).isEqualTo(before);
        assertThat(readAll(log, 0, 1000)).extracting(Rec::value).containsExactly("a");
        assertThat(log.offsets().logEndOffset()).isEqualTo(1);
        assertThat(home.failures).isEmpty();
        disk.roomLeft(Long.MAX_VALUE);
        assertThat(append(log, batch(T, "b")))
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.firstOffset()).isEqualTo(1));
        manager.close();
        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 0, 1000)).extracting(Rec::value).containsExactly("a", "b");
        again.close();
    }

    /** Of two batches in one write the first finds room: it could come back whole, with what replaced it lost. */
    @ParameterizedTest
    @MethodSource("manyPowerCuts")
    void whatFoundNoRoomDoesNotComeBackInPlaceOfWhatWasTaken(long seed) throws IOException {
        var powerless = new CrashingFileStore(new Random(seed));
        home.on(powerless);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(T, "forced"));
        log.flush();
        ByteBuf two = Unpooled.wrappedBuffer(fromLeader(1, "refused"), fromLeader(2, "refused"));
        powerless.roomLeft(two.readableBytes() - 1);
        assertRefused(log.appendAsFollower(two));
        two.release();
        powerless.roomLeft(Long.MAX_VALUE);
        append(log, batch(T, "taken"));

        manager.letGo();
        powerless.restart();
        home.time.forget();

        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 0, 1000)).extracting(Rec::value).isSubsetOf("forced", "taken");
        again.close();
    }

    static LongStream manyPowerCuts() {
        return LongStream.range(0, 40);
    }

    private static ByteBuf fromLeader(long offset, String value) {
        ByteBuf bytes = batch(T, value);
        BatchEdits.assignOffset(RecordBatch.at(bytes, 0), offset);
        BatchEdits.assignLeaderEpoch(RecordBatch.at(bytes, 0), 0);
        return bytes;
    }

    @Test
    void aProducerThatWasRefusedMaySendTheSameBatchAgain() {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, from(9, 0, 0, "a"));
        disk.roomLeft(0);
        assertRefused(append(log, from(9, 0, 1, "b")));
        disk.roomLeft(Long.MAX_VALUE);

        assertThat(append(log, from(9, 0, 1, "b"))).isInstanceOf(Appended.class);
        manager.close();
    }

    /** However little room there is, the roll is done wholly or not at all. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 12, 13, 20, 21, 22, 30, 31, 32, 40, 60, 80})
    void aRollThatFindsNoRoomLeavesTheLogAsItWas(int roomBytes) throws IOException {
        home.with("segment.bytes", 150).with("index.interval.bytes", 0);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(T, "a"));
        append(log, batch(T + 1, "b"));
        disk.roomLeft(roomBytes);

        assertRefused(append(log, batch(T + 2, "does not fit into the first segment".repeat(2))));

        assertThat(log.segmentCount()).isLessThanOrEqualTo(2);
        assertThat(readAll(log, 0, 1000)).extracting(Rec::value).containsExactly("a", "b");
        disk.roomLeft(Long.MAX_VALUE);
        assertThat(append(log, batch(T + 3, "c"))).isInstanceOf(Appended.class);
        log.flush();
        manager.letGo();
        disk.restart();
        home.time.forget();
        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 0, 1000)).extracting(Rec::value).containsExactly("a", "b", "c");
        again.close();
    }

    @Test
    void aProcessWithoutDescriptorsRefusesWhatNeedsOneAndServesTheRest() throws IOException {
        home.with("segment.bytes", 150);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(T, "a"));
        disk.refuseOpens(true);

        assertRefused(append(log, batch(T, "needs a segment of its own".repeat(3))));

        assertThat(append(log, batch(T, "b"))).isInstanceOf(Appended.class);
        assertThat(readAll(log, 0, 1000)).hasSize(2);
        assertThat(home.failures).isEmpty();
        disk.refuseOpens(false);
        assertThat(append(log, batch(T, "needs a segment of its own".repeat(3))))
                .isInstanceOf(Appended.class);
        manager.close();
    }

    @Test
    void aLogThatFindsNoRoomIsNotMadeAndLeavesNothing() {
        LogManager manager = home.open();
        disk.roomLeft(20);

        assertThatThrownBy(() -> home.orders(manager)).isInstanceOf(StorageFailedException.class);

        assertThat(disk.names(DATA)).doesNotContain("orders-0");
        assertThat(home.failures).isEmpty();
        disk.roomLeft(Long.MAX_VALUE);
        assertThat(append(home.orders(manager), batch(T, "a"))).isInstanceOf(Appended.class);
        manager.close();
    }

    @Test
    void retentionMakesRoomOnAFullDisk() {
        home.with("segment.bytes", 150).with("retention.ms", 1_000).with("file.delete.delay.ms", 0);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 4; i++) {
            append(log, batch(T + i, "a record of some length " + i));
        }
        log.highWatermark(4);
        disk.roomLeft(0);

        log.retain(T + 10_000);
        home.time.advance(1);

        assertThat(log.offsets().logStartOffset()).isEqualTo(3);
        assertThat(home.failures).isEmpty();
        assertThat(append(log, batch(T + 5, "b"))).isInstanceOf(Appended.class);
        disk.roomLeft(Long.MAX_VALUE);
        manager.close();
    }

    @Test
    void aStopThatFindsNoRoomIsNotTakenForAnOrderlyOne() {
        LogManager manager = home.open();
        append(home.orders(manager), batch(T, "a"));
        disk.roomLeft(0);

        manager.close();

        assertThat(disk.names(DATA)).doesNotContain(".kafka_cleanshutdown");
    }

    @Test
    void aRecoveryThatFindsNoRoomDoesNotEndInTheMarkOfAnOrderlyStop() throws IOException {
        home.with("segment.bytes", 150).with("index.interval.bytes", 0);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 9; i++) {
            append(log, batch(T + i, "v" + i));
        }
        manager.letGo();
        Path index = DATA.resolve("orders-0").resolve(String.format("%020d.timeindex", 0));
        disk.put(index, new byte[0]);
        disk.roomLeft(0);

        LogManager onFullDisk = home.open();
        assertThat(home.failures).isNotEmpty();
        onFullDisk.close();

        assertThat(disk.names(DATA)).doesNotContain(".kafka_cleanshutdown");
        disk.heal();
        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 0, 10_000)).hasSize(9);
        again.close();
    }

    @Test
    void aForceThatFindsNoRoomTakesTheDirectoryOffline() {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(T, "a"));
        disk.failAfter(0, CrashingFileStore.NO_SPACE);

        assertThatThrownBy(log::flush).isInstanceOf(StorageFailedException.class);

        assertThat(home.failures).hasSize(1);
        assertRefused(append(log, batch(T, "b")));
        manager.close();
    }

    @Test
    void theOnlyDirectoryThatCannotBeUsedStopsTheStart() {
        disk.refuseOpens(true);

        assertThatThrownBy(home::open).isInstanceOf(ConfigException.class).hasMessageContaining("log.dirs");
    }

    @Test
    void otherLogsOfTheDirectoryAreRefusedOnlyForTheirOwnAppends() throws IOException {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        Log other = manager.openOrCreate(new TopicPartition("other", 0), Uuid.ZERO, home.config());
        append(other, batch(T, "x"));
        disk.roomLeft(0);

        assertRefused(append(log, batch(T, "a")));

        assertThat(readAll(other, 0, 1000)).extracting(Rec::value).containsExactly("x");
        disk.roomLeft(Long.MAX_VALUE);
        assertThat(append(other, batch(T, "y"))).isInstanceOf(Appended.class);
        manager.close();
    }

    /** Each try reads all that is dirty: one after the other would leave the disk no time for anything else. */
    @Test
    void compactionThatFindsNoRoomTriesAgainOncePerBackOff() throws IOException {
        var compacted = new CompactedLog(home);
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();
        compacted.startCleaner();
        disk.roomLeft(0);
        int before = disk.calls();

        compacted.clean();

        int callsOfATry = disk.calls() - before;
        compacted.clean();
        assertThat(disk.calls() - before).isBetween(callsOfATry + 1, 2 * callsOfATry + 1);
        assertThat(home.failures).isEmpty();
        assertThat(compacted.contents()).contains("a=1", "a=2");
        disk.roomLeft(Long.MAX_VALUE);
        compacted.clean();
        assertThat(compacted.contents()).doesNotContain("a=1").contains("a=2");
        compacted.manager.close();
    }
}
