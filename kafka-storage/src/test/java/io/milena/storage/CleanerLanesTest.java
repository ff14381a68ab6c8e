package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.time.Scheduler;
import io.milena.record.BatchTerms;
import io.milena.record.compression.Codec;
import io.milena.storage.GatedFileStore.Gate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several threads compact several logs side by side. */
class CleanerLanesTest {

    @TempDir
    Path root;

    private static void fill(Log log) {
        for (int i = 0; i < 5; i++) {
            Batches.append(log, CompactedLog.keyed(BatchTerms.PLAIN, Codec.NONE, LogHome.START_MS, "key=" + i));
        }
        log.highWatermark(5);
    }

    @Test
    void oneThatStallsKeepsNoOtherFromItsLog() {
        var disk = new GatedFileStore();
        var home = new LogHome(root)
                .on(disk.files())
                .with("cleanup.policy", "compact")
                .with("min.cleanable.dirty.ratio", 0.01)
                .with("segment.bytes", 150);
        LogManager manager = home.open();
        fill(manager.openOrCreate(new TopicPartition("stalled", 0), Uuid.ZERO, home.config()));
        fill(manager.openOrCreate(new TopicPartition("other", 0), Uuid.ZERO, home.config()));
        Gate stalled = disk.stall("open", root.resolve("stalled-0/00000000000000000000.log.cleaned"));
        Gate cleaned = disk.stall("rename", root.resolve("cleaner-offset-checkpoint.tmp"));
        List<ExecutorService> threads =
                List.of(Executors.newSingleThreadExecutor(), Executors.newSingleThreadExecutor());

        manager.startCleaning(
                CompactedLog.settings("log.cleaner.threads", "2"),
                threads.stream().<Scheduler>map(Lane::new).toList());

        stalled.awaitArrival();
        cleaned.awaitArrival();
        disk.openAll();
        manager.close();
        threads.forEach(ExecutorService::shutdown);
        assertThat(home.failures).isEmpty();
    }

    /** A lane over a thread of its own; what is due later is left out. */
    private record Lane(ExecutorService thread) implements Scheduler {

        @Override
        public void execute(Runnable task) {
            thread.execute(task);
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            if (delay.isZero()) {
                thread.execute(task);
            }
            return () -> {};
        }
    }
}
