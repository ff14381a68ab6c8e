package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the file of the leader epochs is written, and when a start or a change of leader leaves it alone. */
class LogEpochsTest {

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

    private static void append(Log log, int epoch) {
        Batches.append(log, Batches.batch(LogHome.START_MS, "a"), Batches.terms(epoch, LogHome.START_MS));
    }
}
