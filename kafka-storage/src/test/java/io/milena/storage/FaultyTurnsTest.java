package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.storage.GatedFileStore.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Work that comes again and again comes again after a turn that met an error, whatever that was. */
class FaultyTurnsTest {

    @TempDir
    Path root;

    private final GatedFileStore disk = new GatedFileStore();

    static Stream<Supplier<Error>> passing() {
        return Stream.of(
                () -> new OutOfMemoryError("told to fail"),
                () -> new StackOverflowError("told to fail"),
                () -> new InternalError("told to fail"));
    }

    private Gate failingReads(LogHome home, Supplier<Error> error) {
        Gate gate = disk.stall("read", home.ordersDirectory(), what -> {
            throw error.get();
        });
        gate.open();
        return gate;
    }

    private static CompactedLog dirty(LogHome home) {
        var log = new CompactedLog(home);
        log.append("a=1");
        log.append("a=2");
        log.roll();
        log.startCleaner();
        return log;
    }

    @ParameterizedTest
    @MethodSource("passing")
    void compactionThatMeetsAnErrorIsTriedAgain(Supplier<Error> error) throws IOException {
        LogHome home = new LogHome(root).on(disk.files());
        CompactedLog log = dirty(home);
        Gate gate = failingReads(home, error);

        log.clean();
        disk.remove(gate);
        assertThat(log.contents()).contains("a=1");
        log.clean();

        assertThat(log.contents()).contains("a=2").doesNotContain("a=1");
        log.manager.close();
    }

    @Test
    void aFaultOfOursLeavesOneLogAloneAndGoesOnWithTheOthers() throws IOException {
        LogHome home = new LogHome(root).on(disk.files());
        CompactedLog log = dirty(home);
        Gate gate = failingReads(home, () -> new AssertionError("told to fail"));

        log.clean();
        disk.remove(gate);
        log.log = log.manager.openOrCreate(new TopicPartition("other", 0), Uuid.ZERO, home.config());
        log.append("b=1");
        log.append("b=2");
        log.roll();
        log.clean();

        assertThat(log.contents()).contains("b=2").doesNotContain("b=1");
        log.log = home.orders(log.manager);
        assertThat(log.contents()).contains("a=1");
        log.manager.close();
    }

    @Test
    void backgroundWorkThatFindsNoThreadComesAgain() throws IOException {
        var isMissing = new AtomicBoolean();
        LogHome home = new LogHome(root);
        home.diskThreads = task -> {
            if (isMissing.get()) {
                throw new OutOfMemoryError("told to fail: no thread");
            }
            home.time.execute(task);
        };
        LogManager manager = home.open();
        manager.startBackgroundWork();
        home.time.advance(30_000);
        Log orders = home.orders(manager);
        Batches.append(orders, Batches.batch(LogHome.START_MS, "a"));
        orders.flush();
        isMissing.set(true);

        assertThatThrownBy(() -> home.time.advance(60_000)).isInstanceOf(OutOfMemoryError.class);
        isMissing.set(false);
        home.time.advance(120_000);

        assertThat(Files.readString(root.resolve("recovery-point-offset-checkpoint")))
                .contains("orders 0 1");
        manager.close();
    }
}
