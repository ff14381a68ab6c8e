package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.record.BatchCursor;
import io.milena.record.BatchEdits;
import io.milena.storage.GatedFileStore.Gate;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the file of the leader epochs is written, and when a start or a change of leader leaves it alone. */
class LogEpochsTest {

    private static final long SHORTLY_MS = 100;
    private static final FileTime LONG_AGO = FileTime.fromMillis(0);

    @TempDir
    Path directory;

    private LogHome home;
    private Path file;

    @BeforeEach
    void setUp() {
        home = new LogHome(directory);
        file = home.ordersDirectory().resolve("leader-epoch-checkpoint");
    }

    @Test
    void theFileIsToldOfAnEpochWithItsFirstRecord() throws IOException {
        try (LogManager manager = home.open()) {
            Log log = home.orders(manager);
            log.assignEpochStart(7);
            home.time.advance(0);
            assertThat(log.epochAt(0)).as("readers know it").isEqualTo(7);
            assertThat(file).doesNotExist();

            append(log, 7);
            home.time.advance(0);
            assertThat(file).hasContent("0\n1\n7 0\n");
        }
    }

    @Test
    void aStartAndANewLeaderOfAnIdleLogWriteNothing() throws IOException {
        try (LogManager manager = home.open()) {
            append(home.orders(manager), 3);
        }
        for (int epoch = 4; epoch < 7; epoch++) {
            Files.setLastModifiedTime(file, LONG_AGO);
            try (LogManager manager = home.open()) {
                Log log = home.orders(manager);
                log.assignEpochStart(epoch);
                assertThat(log.endOffsetForEpoch(epoch)).isEqualTo(new EpochEndOffset(epoch, 1));
            }
            assertThat(Files.getLastModifiedTime(file)).isEqualTo(LONG_AGO);
        }
        assertThat(file).hasContent("0\n1\n3 0\n");
    }

    /** As another broker leaves it that writes each epoch at once. */
    @Test
    void anEpochWithoutRecordsInTheFileIsForgottenAndLeftThere() throws IOException {
        try (LogManager manager = home.open()) {
            append(home.orders(manager), 3);
        }
        Files.writeString(file, "0\n2\n3 0\n5 1\n");
        Files.setLastModifiedTime(file, LONG_AGO);

        try (LogManager manager = home.open()) {
            Log log = home.orders(manager);
            assertThat(log.epochAt(1)).isEqualTo(3);
            assertThat(Files.getLastModifiedTime(file)).isEqualTo(LONG_AGO);

            log.assignEpochStart(6);
            append(log, 6);
            log.flush();
            assertThat(file).hasContent("0\n2\n3 0\n6 1\n");
        }
    }

    /** Another replica had records of the old epoch that the one who led in 5 had not, and became leader after it. */
    @Test
    void anEpochWithoutRecordsInTheFileDoesNotComeBackWhenTheOneBeforeItGoesOn() throws IOException {
        try (LogManager manager = home.open()) {
            append(home.orders(manager), 3);
        }
        Files.writeString(file, "0\n2\n3 0\n5 1\n");

        try (LogManager manager = home.open()) {
            follow(home.orders(manager), 3, 1);
        }

        assertThat(file).hasContent("0\n1\n3 0\n");
        try (LogManager manager = home.open()) {
            Log log = home.orders(manager);
            assertThat(log.endOffsetForEpoch(3)).isEqualTo(new EpochEndOffset(3, 2));
            assertThat(log.epochAt(1)).isEqualTo(3);
        }
    }

    /** Its own leader had it begin there, without a record, and records before it were deleted. */
    @Test
    void anEpochThatTheFileWasToldOfWithoutRecordsDoesNotComeBackEither() throws IOException {
        try (LogManager manager = home.open()) {
            Log log = home.orders(manager);
            append(log, 3);
            append(log, 3);
            log.assignEpochStart(5);
            log.deleteRecordsBefore(1);
        }
        try (LogManager manager = home.open()) {
            follow(home.orders(manager), 3, 2);
        }
        try (LogManager manager = home.open()) {
            assertThat(home.orders(manager).endOffsetForEpoch(3)).isEqualTo(new EpochEndOffset(3, 3));
        }
    }

    /** A follower that told its leader of an epoch from before the gap could be sent back behind it. */
    @Test
    void aLogThatBeginsAnewKnowsNoEpochFromBefore() throws IOException {
        try (LogManager manager = home.open()) {
            Log log = home.orders(manager);
            append(log, 3);
            log.resetTo(100);
            assertThat(log.latestEpoch()).isEqualTo(EpochEndOffset.UNKNOWN_EPOCH);
        }
        try (LogManager manager = home.open()) {
            Log log = home.orders(manager);
            assertThat(log.latestEpoch()).isEqualTo(EpochEndOffset.UNKNOWN_EPOCH);
            follow(log, 2, 100);
            assertThat(log.endOffsetForEpoch(2)).isEqualTo(new EpochEndOffset(2, 101));
        }
    }

    /** The directory of one that is deleted may be another one's: that waits, the deletion does not. */
    @Test
    void whatIsWrittenOfALogEndsBeforeAnotherOneOfItsNameIsMade() throws Exception {
        var disk = new GatedFileStore();
        home.on(disk.files());
        var writer = Executors.newSingleThreadExecutor();
        var closer = Executors.newSingleThreadExecutor();
        home.diskThreads = writer;
        try (LogManager manager = home.open()) {
            Gate write = disk.stall("open", home.ordersDirectory().resolve("leader-epoch-checkpoint.tmp"));
            append(home.orders(manager), 3);
            write.awaitArrival();

            closer.submit(() -> manager.delete(LogHome.ORDERS)).get();
            Future<?> creation = closer.submit(() -> home.orders(manager));
            assertThatThrownBy(() -> creation.get(SHORTLY_MS, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            write.open();
            creation.get();

            writer.submit(() -> {}).get();
            assertThat(file).doesNotExist();
        } finally {
            writer.shutdown();
            closer.shutdown();
        }
    }

    private static void follow(Log log, int epoch, long offset) {
        ByteBuf records = Batches.batch(LogHome.START_MS, "b");
        BatchCursor cursor = BatchCursor.over(records);
        cursor.next();
        BatchEdits.assignOffset(cursor.batch(), offset);
        BatchEdits.assignLeaderEpoch(cursor.batch(), epoch);
        assertThat(log.appendAsFollower(records)).isInstanceOf(AppendResult.Appended.class);
        records.release();
    }

    private static void append(Log log, int epoch) {
        Batches.append(log, Batches.batch(LogHome.START_MS, "a"), Batches.terms(epoch, LogHome.START_MS));
    }
}
