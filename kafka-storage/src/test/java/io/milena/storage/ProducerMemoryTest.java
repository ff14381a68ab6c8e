package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.from;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.AppendResult.Refused;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log remembers of idempotent producers, and for how long (KIP-98). */
class ProducerMemoryTest {

    private static final long ID = 9;
    private static final int LAST_SEQUENCE = Integer.MAX_VALUE;
    private static final int CHECK_MS = 600_000;
    private static final int EXPIRATION_MS = 86_400_000;

    @TempDir
    Path root;

    private LogHome home;
    private LogManager manager;
    private Log log;

    @BeforeEach
    void open() {
        home = new LogHome(root);
        manager = home.open();
        log = home.orders(manager);
    }

    @AfterEach
    void close() {
        manager.close();
    }

    private void startAgain() {
        home.time.forget();
        manager = home.open();
        log = home.orders(manager);
    }

    private void assertRepeated(int sequence, long firstOffset, String... values) {
        assertThat(append(log, from(ID, 0, sequence, values))).isInstanceOfSatisfying(Duplicate.class, it -> {
            assertThat(it.firstOffset()).isEqualTo(firstOffset);
            assertThat(it.lastOffset()).isEqualTo(firstOffset + values.length - 1);
        });
    }

    private void assertOutOfOrder(int sequence, String... values) {
        assertThat(append(log, from(ID, 0, sequence, values)))
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER));
    }

    private void assertTheLastFiveAreKnown() {
        for (int batch = 2; batch < 7; batch++) {
            assertRepeated(3 * batch, 3L * batch, "a", "b", "c");
        }
        assertOutOfOrder(3, "a", "b", "c");
        assertOutOfOrder(18, "a", "b");
        assertThat(log.offsets().logEndOffset()).isEqualTo(21);
    }

    @Test
    void eachOfTheLastFiveBatchesIsAnsweredWithItsFirstOffsetAlsoAfterACrash() {
        for (int batch = 0; batch < 7; batch++) {
            append(log, from(ID, 0, 3 * batch, "a", "b", "c"));
        }
        assertTheLastFiveAreKnown();

        manager.letGo();
        startAgain();

        assertTheLastFiveAreKnown();
    }

    /** Snapshots hold the last batch of each producer, and no other. */
    @Test
    void afterAnOrderlyStopTheLastBatchIsKnown() {
        append(log, from(ID, 0, 0, "a"));
        append(log, from(ID, 0, 1, "b", "c"));

        manager.close();
        startAgain();

        assertRepeated(1, 1, "b", "c");
        assertOutOfOrder(0, "a");
        assertThat(append(log, from(ID, 0, 3, "d"))).isInstanceOf(Appended.class);
    }

    @Test
    void sequencesGoOnWithZeroBehindTheLastAlsoInsideOfABatch() {
        assertThat(append(log, from(ID, 0, LAST_SEQUENCE - 1, "a", "b", "c"))).isInstanceOf(Appended.class);
        assertRepeated(LAST_SEQUENCE - 1, 0, "a", "b", "c");

        manager.close();
        startAgain();
        assertRepeated(LAST_SEQUENCE - 1, 0, "a", "b", "c");
        assertOutOfOrder(LAST_SEQUENCE, "x");
        assertThat(append(log, from(ID, 0, 1, "d"))).isInstanceOf(Appended.class);

        manager.letGo();
        startAgain();
        assertRepeated(1, 3, "d");
        assertThat(append(log, from(ID, 0, 2, "e"))).isInstanceOf(Appended.class);
    }

    @Test
    void whoSendsNothingForTheExpirationIsForgottenAtTheNextCheck() {
        append(log, from(ID, 0, 0, "a"));
        manager.startBackgroundWork();

        home.time.advance(EXPIRATION_MS - CHECK_MS);
        assertThat(log.producerCount()).isEqualTo(1);
        append(log, from(ID + 1, 0, 0, "b"));
        home.time.advance(2 * CHECK_MS);

        assertThat(log.producerCount()).as("timestamps of batches count").isZero();
        assertThat(append(log, from(ID, 0, 77, "c"))).isInstanceOf(Appended.class);
    }
}
