package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.disk.CrashingFileStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A process that may open no more files: what needs one is refused until that is over, and nothing is lost by it. */
class FewDescriptorsTest {

    private static final long T = LogHome.START_MS;
    private static final Path DATA = Path.of("/disk/data");
    private static final TopicPartition OTHER = new TopicPartition("other", 0);

    private final CrashingFileStore disk = new CrashingFileStore(new Random(1));
    private final LogHome home = new LogHome(DATA)
            .on(disk)
            .with("segment.bytes", 300)
            .with("retention.ms", 1_000)
            .with("file.delete.delay.ms", 0);

    /** Segments of a few records each, of which no file is open. */
    private Log idle(LogManager manager) {
        Log log = home.orders(manager);
        for (int i = 0; i < 12; i++) {
            append(log, batch(T + i, "v" + i));
        }
        log.highWatermark(12);
        log.closeIdleFiles();
        log.closeIdleFiles();
        return log;
    }

    @Test
    void whatNeedsOneIsRefusedAndNoDirectoryGoesOffline() throws IOException {
        LogManager manager = home.open();
        Log log = idle(manager);
        manager.openOrCreate(OTHER, Uuid.ZERO, home.config());
        disk.refuseOpens(true);

        assertThat(append(log, batch(T + 20, "refused")))
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR));
        assertThat(log.read(0, new ReadLimits(100, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK)))
                .isInstanceOf(LogRead.Failed.class);
        assertThatThrownBy(() -> log.offsetForTimestamp(T + 3)).isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(log::flush).isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(() -> manager.delete(OTHER)).isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(() -> manager.setAside(OTHER)).isInstanceOf(StorageFailedException.class);
        assertThatThrownBy(() -> manager.openOrCreate(new TopicPartition("new", 0), Uuid.ZERO, home.config()))
                .isInstanceOf(StorageFailedException.class);
        manager.startBackgroundWork();
        manager.checkpointHighWatermarks(Map.of(LogHome.ORDERS, 12L));
        home.time.advance(700);

        assertThat(home.failures).isEmpty();
        assertThat(manager.find(OTHER)).isNotNull();
        disk.refuseOpens(false);
        assertThat(readAll(log, 0, 10_000)).hasSize(12);
        assertThat(append(log, batch(T + 20, "taken"))).isInstanceOf(Appended.class);
        manager.delete(OTHER);
        assertThat(append(manager.openOrCreate(new TopicPartition("new", 0), Uuid.ZERO, home.config()), batch(T, "x")))
                .isInstanceOf(Appended.class);
        manager.close();
        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 0, 10_000)).hasSize(13);
        assertThat(again.find(OTHER)).isNull();
        again.close();
    }

    /** Retention, checkpoints and forces come again and again, on all that there is. */
    @Test
    void backgroundWorkWaitsUntilItIsOver() {
        LogManager manager = home.open();
        Log log = idle(manager);
        manager.startBackgroundWork();
        disk.refuseOpens(true);

        home.time.advance(1_000_000);

        assertThat(home.failures).isEmpty();
        disk.refuseOpens(false);
        home.time.advance(400_000);
        assertThat(log.offsets().logStartOffset()).isEqualTo(12);
        assertThat(log.segmentCount()).isEqualTo(1);
        assertThat(home.failures).isEmpty();
        manager.close();
    }

    @Test
    void aForceThatCouldOpenNothingIsTriedAgain() {
        home.with("flush.messages", 1);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        disk.refuseOpens(true);
        append(log, batch(T, "a"));
        home.time.advance(0);
        assertThat(log.awaitsForce(1)).isTrue();

        disk.refuseOpens(false);
        home.time.advance(2_000);

        assertThat(log.awaitsForce(1)).isFalse();
        assertThat(log.forcedEndOffset()).isEqualTo(1);
        assertThat(home.failures).isEmpty();
        manager.close();
    }

    @Test
    void compactionWaitsUntilItIsOver() throws IOException {
        var compacted = new CompactedLog(home);
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();
        compacted.startCleaner();
        disk.refuseOpens(true);

        compacted.clean();
        compacted.clean();

        assertThat(home.failures).isEmpty();
        disk.refuseOpens(false);
        compacted.clean();
        assertThat(compacted.contents()).doesNotContain("a=1").contains("a=2");
        compacted.manager.close();
    }
}
