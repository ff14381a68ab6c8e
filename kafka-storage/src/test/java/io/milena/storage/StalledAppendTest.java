package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.record.RecordValidation;
import io.milena.record.compression.WorkAllowance;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.GatedFileStore.Gate;
import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a disk that stalls, or whose forces fail, keeps waiting and what not. */
class StalledAppendTest {

    private static final TopicPartition OTHER = new TopicPartition("other", 0);

    @TempDir
    private Path root;

    private final GatedFileStore disk = new GatedFileStore();

    private static AppendTerms terms() {
        return new AppendTerms(0, LogHome.START_MS, AppendTerms.Origin.CLIENT, RecordValidation.FULL);
    }

    private static ByteBuf batch() {
        return Batches.batch(LogHome.START_MS, "a");
    }

    private static AppendResult append(Log log) {
        ByteBuf records = batch();
        try {
            return log.appendAsLeader(records, terms());
        } finally {
            records.release();
        }
    }

    private static boolean triesInVain(Log log) {
        ByteBuf records = batch();
        Admission admission = log.admit(records, terms(), WorkAllowance.UNBOUNDED);
        try {
            return log.tryAppend(admission, terms()) == null;
        } finally {
            admission.release();
            records.release();
        }
    }

    private static boolean wouldWait(Log log) {
        ByteBuf records = batch();
        try {
            return log.wouldWait(records, RecordValidation.FULL);
        } finally {
            records.release();
        }
    }

    @Test
    void aWriteThatStallsKeepsNobodyWaitingWhoOnlyTries() {
        var home = new LogHome(root).on(disk.files());
        LogManager manager = home.open();
        Log orders = home.orders(manager);
        Log other = manager.openOrCreate(OTHER, Uuid.ZERO, home.config());
        append(orders);
        Gate gate = disk.stall("write", home.ordersDirectory().resolve("00000000000000000000.log"));

        CompletableFuture<AppendResult> stuck = CompletableFuture.supplyAsync(() -> append(orders));
        gate.awaitArrival();

        assertThat(triesInVain(orders)).isTrue();
        assertThat(orders.offsets().logEndOffset()).isOne();
        assertThat(orders.latestEpoch()).isZero();
        assertThat(wouldWait(other)).as("not known to be slow").isFalse();
        home.time.advance(25);
        assertThat(wouldWait(other)).as("a write of its directory is stuck").isTrue();
        gate.open();
        assertThat(stuck.join()).isInstanceOf(Appended.class);
        assertThat(wouldWait(orders)).as("the last write was slow").isTrue();
        append(other);
        assertThat(wouldWait(orders)).isFalse();
        manager.close();
    }

    @Test
    void aLogThatIsBeingForcedIsLeftToItsLane() {
        var home = new LogHome(root).on(disk.files());
        LogManager manager = home.open();
        Log orders = home.orders(manager);
        Log other = manager.openOrCreate(OTHER, Uuid.ZERO, home.config());
        append(orders);
        Gate gate = disk.stall("force", home.ordersDirectory());

        CompletableFuture<Void> force = CompletableFuture.runAsync(orders::flush);
        gate.awaitArrival();

        assertThat(wouldWait(orders)).isTrue();
        assertThat(wouldWait(other)).isFalse();
        assertThat(append(orders)).as("whoever may wait").isInstanceOf(Appended.class);
        gate.open();
        force.join();
        assertThat(wouldWait(orders)).isFalse();
        assertThat(orders.forcedEndOffset())
                .as("what was written when it began")
                .isOne();
        manager.close();
    }

    @Test
    void manyAppendsOfOneRoundShareAForce() {
        var home = new LogHome(root).on(disk.files()).with("flush.messages", 1);
        LogManager manager = home.open();
        Log orders = home.orders(manager);
        orders.flush();
        List<Long> told = new ArrayList<>();
        orders.listener(log -> told.add(log.forcedEndOffset()));
        Path file = home.ordersDirectory().resolve("00000000000000000000.log");
        int before = disk.calls("force", file);

        append(orders);
        append(orders);
        append(orders);
        assertThat(orders.durableEndOffset()).isZero();
        assertThat(orders.awaitsForce(3)).isTrue();
        home.time.advance(0);

        assertThat(disk.calls("force", file) - before).isOne();
        assertThat(told).containsExactly(3L);
        assertThat(orders.durableEndOffset()).isEqualTo(3);
        assertThat(orders.awaitsForce(3)).isFalse();
        manager.close();
    }

    @Test
    void aForceThatFailsTakesTheDirectoryOfflineAndIsNotTriedAgain() {
        var home = new LogHome(root).on(disk.files()).with("flush.messages", 1);
        LogManager manager = home.open();
        Log orders = home.orders(manager);
        orders.flush();
        Path file = home.ordersDirectory().resolve("00000000000000000000.log");
        disk.fail("force", file);
        int before = disk.calls("force", file);

        append(orders);
        home.time.advance(0);
        home.time.advance(1_000);

        assertThat(home.failures).containsExactly(root + " [orders-0]");
        assertThat(orders.forcedEndOffset()).isZero();
        assertThat(append(orders)).isInstanceOf(AppendResult.Refused.class);
        manager.close();
        assertThat(disk.calls("force", file) - before).isOne();
    }
}
