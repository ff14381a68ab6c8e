package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When settings have a log forced: by count, by age, after a roll; and when the directory is told of it. */
class FlushSettingsTest {

    private static final long T = LogHome.START_MS;
    private static final long BEFORE_BACKGROUND_WORK_MS = 30_000;

    @TempDir
    Path root;

    private LogHome home;
    private LogManager manager;
    private Log log;

    private void start(String key, long value) {
        home = new LogHome(root).with(key, value);
        manager = home.open();
        log = home.orders(manager);
        manager.startBackgroundWork();
        home.time.advance(BEFORE_BACKGROUND_WORK_MS);
    }

    @AfterEach
    void stop() {
        manager.close();
    }

    @Test
    void withoutASettingNothingIsForced() {
        start("flush.ms", Long.MAX_VALUE);
        append(log, batch(T, "a"));

        home.time.advance(24 * 3_600_000L);

        assertThat(log.forcedEndOffset()).isZero();
        assertThat(log.awaitsForce(1)).isFalse();
    }

    @Test
    void recordsAreForcedBeforeTheyAreOlderThanTheSettingSays() {
        start("flush.ms", 5_000);
        log.flush();
        append(log, batch(T, "a"));

        home.time.advance(4_000);
        assertThat(log.forcedEndOffset()).isZero();
        home.time.advance(1_000);
        assertThat(log.forcedEndOffset()).isEqualTo(1);

        append(log, batch(T, "b"));
        home.time.advance(5_000);
        assertThat(log.forcedEndOffset()).isEqualTo(2);
    }

    @Test
    void soManyRecordsAreForcedInHoweverManyBatchesTheyCome() {
        start("flush.messages", 3);

        append(log, batch(T, "a", "b"));
        home.time.advance(0);
        assertThat(log.forcedEndOffset()).isZero();
        append(log, batch(T, "c"));
        home.time.advance(0);
        assertThat(log.forcedEndOffset()).isEqualTo(3);
        append(log, batch(T, "d", "e", "f", "g"));
        home.time.advance(0);
        assertThat(log.forcedEndOffset()).isEqualTo(7);
    }

    @Test
    void aSettingThatChangesHoldsForWhatIsWrittenAlready() {
        start("flush.messages", 100);
        append(log, batch(T, "a", "b"));

        log.config(home.with("flush.messages", 2).config());
        home.time.advance(0);

        assertThat(log.forcedEndOffset()).isEqualTo(2);
    }

    @Test
    void whatARollHasSealedIsForcedWithoutASetting() {
        start("segment.bytes", 100);
        append(log, batch(T, "a"));
        home.time.advance(0);
        assertThat(log.forcedEndOffset()).isZero();

        append(log, batch(T, "needs a segment of its own"));
        assertThat(log.segmentCount()).isEqualTo(2);
        home.time.advance(0);

        assertThat(log.forcedEndOffset()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void theDirectoryIsToldOfTheRecoveryPointOncePerInterval() {
        start("flush.messages", 1);
        Path file = root.resolve("recovery-point-offset-checkpoint");
        home.time.advance(1_000);
        append(log, batch(T, "a"));
        home.time.advance(58_000);
        assertThat(log.forcedEndOffset()).isEqualTo(1);
        assertThat(file).content().doesNotContain("orders 0 1");

        home.time.advance(1_000);

        assertThat(file).hasContent("0\n1\norders 0 1\n");
    }
}
