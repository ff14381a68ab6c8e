package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.ErrorCode;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that fails goes offline alone. */
class FailedDirectoryTest {

    private static final long T = LogHome.START_MS;
    private static final TopicPartition OTHER = new TopicPartition("other", 0);

    @TempDir
    Path root;

    private final GatedFileStore disk = new GatedFileStore();
    private Path bad;
    private Path good;
    private LogHome home;

    @BeforeEach
    void setUp() {
        bad = root.resolve("bad");
        good = root.resolve("good");
        home = new LogHome(bad, good).on(disk.files());
    }

    @Test
    void itsLogsAnswerStorageErrorsAndTheOthersServe() {
        LogManager manager = home.open();
        Log inBad = home.orders(manager);
        Log inGood = manager.openOrCreate(new TopicPartition("other", 0), Uuid.ZERO, home.config());
        append(inBad, batch(T, "a"));
        append(inGood, batch(T, "b"));

        disk.fail(bad);

        assertThat(append(inBad, batch(T, "c")))
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR));
        assertThat(inBad.read(0, new ReadLimits(100, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK)))
                .isInstanceOf(LogRead.Failed.class);
        assertThatThrownBy(inBad::flush).isInstanceOf(StorageFailedException.class);
        assertThat(append(inGood, batch(T, "d"))).isInstanceOf(Appended.class);
        assertThat(manager.directories())
                .containsEntry(bad, LogDirState.OFFLINE)
                .containsEntry(good, LogDirState.ONLINE);
        assertThat(home.failures).containsExactly(bad + " [orders-0]");
        assertThat(manager.openOrCreate(new TopicPartition("new", 0), Uuid.ZERO, home.config()))
                .satisfies(log -> assertThat(manager.directoryOf(log)).isEqualTo(good));
        manager.close();
        assertThat(Files.exists(bad.resolve(".kafka_cleanshutdown"))).isFalse();
        assertThat(Files.exists(good.resolve(".kafka_cleanshutdown"))).isTrue();
    }

    /** Its lock file is there, and may not be opened: that is no other broker. */
    @Test
    void aDirectoryThatMayOnlyBeReadDoesNotKeepTheOthersFromServing() throws IOException {
        LogManager before = home.open();
        Log inBad = home.orders(before);
        Log inGood = before.openOrCreate(OTHER, Uuid.ZERO, home.config());
        append(inBad, batch(T, "a"));
        append(inGood, batch(T, "b"));
        before.close();
        disk.makeReadOnly(bad);

        LogManager manager = home.open();

        assertThat(home.failures).containsExactly(bad + " []");
        assertThat(manager.find(LogHome.ORDERS)).isNull();
        assertThat(manager.mayBeOutOfReach(LogHome.ORDERS)).isTrue();
        assertThat(manager.mayBeOutOfReach(OTHER)).isFalse();
        Log found = manager.find(OTHER);
        assertThat(append(found, batch(T, "c"))).isInstanceOf(Appended.class);
        assertThat(readAll(found, 0, 1000)).hasSize(2);
        assertThat(manager.openOrCreate(new TopicPartition("new", 0), Uuid.ZERO, home.config()))
                .satisfies(log -> assertThat(manager.directoryOf(log)).isEqualTo(good));
        manager.close();
    }

    @Test
    void aDirectoryThatMayOnlyBeReadFromNowOnGoesOfflineAtTheNextChange() {
        LogManager manager = home.open();
        Log inBad = home.orders(manager);
        Log inGood = manager.openOrCreate(OTHER, Uuid.ZERO, home.config());
        append(inBad, batch(T, "a"));
        disk.makeReadOnly(bad);

        assertThat(append(inBad, batch(T, "b"))).isInstanceOf(Refused.class);

        assertThat(home.failures).containsExactly(bad + " [orders-0]");
        assertThat(append(inGood, batch(T, "c"))).isInstanceOf(Appended.class);
        manager.close();
    }

    @Test
    void theOnlyDirectoryThatMayOnlyBeReadStopsTheStart() {
        var alone = new LogHome(bad).on(disk.files());
        alone.open().close();
        disk.makeReadOnly(bad);

        assertThatThrownBy(alone::open)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("at least one that can be used");
    }

    @Test
    void aDirectoryThatCannotBeOpenedDoesNotKeepTheOthersFromServing() {
        disk.fail(bad);

        LogManager manager = home.open();

        assertThat(append(home.orders(manager), batch(T, "a"))).isInstanceOf(Appended.class);
        assertThat(home.failures).containsExactly(bad + " []");
        manager.close();
    }
}
