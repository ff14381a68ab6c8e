package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.AppendResult.Appended;
import io.milena.storage.Batches.Rec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every byte of the tail of a log is cut off or flipped in turn: recovery keeps exactly the good prefix. */
class DamagedTailTest {

    private static final int BATCHES = 4;

    @TempDir
    Path directory;

    private LogHome home;
    private Path logFile;
    private byte[] whole;
    private int batchBytes;

    @BeforeEach
    void setUp() throws IOException {
        home = new LogHome(directory);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < BATCHES; i++) {
            append(log, batch(LogHome.START_MS, "value " + i));
        }
        manager.letGo();
        logFile = home.ordersDirectory().resolve("00000000000000000000.log");
        whole = Files.readAllBytes(logFile);
        batchBytes = whole.length / BATCHES;
    }

    @Test
    void aCutAnywhereKeepsTheWholeBatchesBeforeIt() throws IOException {
        for (int length = whole.length - 1; length >= 2 * batchBytes; length--) {
            Files.write(logFile, Arrays.copyOf(whole, length));

            assertRecovered("cut to " + length, length / batchBytes);
        }
    }

    /** The leader epoch, bytes 12 to 15, is not covered by the checksum. */
    @Test
    void aFlipAnywhereKeepsTheBatchesBeforeIt() throws IOException {
        for (int at = 2 * batchBytes; at < 3 * batchBytes; at++) {
            int inBatch = at - 2 * batchBytes;
            byte[] flipped = whole.clone();
            flipped[at] ^= 0x11;
            Files.write(logFile, flipped);

            boolean outsideChecksum = inBatch < 8 || inBatch >= 12 && inBatch < 16;
            if (!outsideChecksum) {
                assertRecovered("flipped " + inBatch, 2);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            16  | MAGIC check failed: magic 19
            70  | CRC check failed: header says
            23  | OFFSETS check failed: base offset 2, last offset delta
            """)
    void whatIsCutIsToldWithPlaceOffsetAndTheCheckThatFailed(int at, String fault) throws IOException {
        byte[] flipped = whole.clone();
        flipped[2 * batchBytes + at] ^= (byte) (at == 23 ? 0x80 : 0x11);
        Files.write(logFile, flipped);

        try (var told = new ToldLines()) {
            home.open().letGo();

            assertThat(told.with(" is cut at "))
                    .singleElement()
                    .asString()
                    .contains("orders-0", "from offset 2 on", fault);
        }
    }

    private void assertRecovered(String what, int batches) throws IOException {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        List<Rec> records = readAll(log, 0, 1 << 20);

        assertThat(records).as(what).hasSize(batches);
        assertThat(append(log, batch(LogHome.START_MS, "next")))
                .as(what)
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.firstOffset()).isEqualTo(batches));
        manager.letGo();
    }
}
