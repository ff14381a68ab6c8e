package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.storage.GatedFileStore.Gate;
import io.milena.storage.recovery.RecoveryProgress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start after a stop that was no orderly one: logs are recovered side by side, and operators hear how far it is. */
class RecoveryTest {

    @TempDir
    Path root;

    @Test
    void logsOfOneDirectoryAreRecoveredSideBySide() {
        var disk = new GatedFileStore();
        var home = new LogHome(root).on(disk.files());
        LogManager manager = home.open();
        for (int i = 0; i < 2; i++) {
            append(
                    manager.openOrCreate(new TopicPartition("t", i), Uuid.ZERO, home.config()),
                    batch(LogHome.START_MS, "v"));
        }
        manager.letGo();
        home.time.forget();
        Gate first = disk.stall("open", root.resolve("t-0/00000000000000000000.log"));
        Gate second = disk.stall("open", root.resolve("t-1/00000000000000000000.log"));
        ExecutorService threads = Executors.newCachedThreadPool();

        CompletableFuture<LogManager> opening =
                CompletableFuture.supplyAsync(() -> home.recoverOn(threads).open(), threads);

        first.awaitArrival();
        second.awaitArrival();
        assertThat(opening).isNotDone();
        disk.openAll();
        LogManager again = opening.join();
        assertThat(again.logs()).hasSize(2).allMatch(log -> log.offsets().logEndOffset() == 1);
        again.close();
        threads.shutdown();
    }

    @Test
    void progressIsToldEveryFewSeconds() {
        var time = new ManualTime(LogHome.START_MS);
        try (var told = new ToldLines()) {
            var progress = new RecoveryProgress(time, 10_000);
            for (int i = 1; i <= 10_000; i++) {
                time.advance(i % 3 == 0 ? 1 : 0);
                progress.loaded();
            }
            assertThat(told.with("recovered")).isEmpty();

            time.advance(1);
            var slow = new RecoveryProgress(time, 10_000);
            for (int i = 1; i <= 812; i++) {
                slow.loaded();
            }
            time.advance(5_000);
            slow.loaded();
            slow.loaded();

            assertThat(told.with("recovered")).containsExactly("INFO recovered 813/10,000 partitions, 8%");
        }
    }

    @Test
    void aStartTellsHowFarItIs() {
        var disk = new GatedFileStore();
        var home = new LogHome(root).on(disk.files());
        LogManager manager = home.open();
        for (int i = 0; i < 3; i++) {
            manager.openOrCreate(new TopicPartition("t", i), Uuid.ZERO, home.config());
        }
        manager.letGo();
        home.time.forget();
        disk.stall((call, file) -> {
            if (call.equals("list") && file.getFileName().toString().startsWith("t-")) {
                home.time.advance(5_000);
            }
            return false;
        });

        try (var told = new ToldLines()) {
            home.open().close();

            assertThat(told.with("recovered "))
                    .containsExactly(
                            "INFO recovered 1/3 partitions, 33%",
                            "INFO recovered 2/3 partitions, 66%", "INFO recovered 3/3 partitions, 100%");
        }
    }
}
