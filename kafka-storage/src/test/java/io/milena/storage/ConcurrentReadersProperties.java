package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.time.Scheduler;
import io.milena.testing.ThreadScheduler;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers of all kinds beside one writer that appends, rolls, cuts and deletes from the front, and beside cleaners. */
class ConcurrentReadersProperties {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void readersSeeWhatIsCommittedWhateverTheWriterDoes(long seed) throws Exception {
        var disk = new GatedFileStore();
        var readers = new ConcurrentReaders(directory, disk, seed);

        readers.run(120);

        assertThat(readers.verified()).as("seed %d", seed).isPositive();
        assertThat(disk.openFiles()).as("seed %d", seed).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void readersSeeWhatCountsWhateverCleanersTakeAway(long seed) throws Exception {
        var disk = new GatedFileStore();
        List<ScheduledExecutorService> cleaners =
                List.of(Executors.newSingleThreadScheduledExecutor(), Executors.newSingleThreadScheduledExecutor());
        try {
            var readers = new CompactedReaders(
                    directory,
                    disk,
                    seed,
                    cleaners.stream().<Scheduler>map(ThreadScheduler::new).toList());

            readers.run(400);

            assertThat(readers.verified()).as("seed %d", seed).isPositive();
            assertThat(readers.isCleaned()).as("seed %d", seed).isTrue();
            assertThat(disk.openFiles()).as("seed %d", seed).isZero();
        } finally {
            cleaners.forEach(ScheduledExecutorService::shutdown);
        }
    }
}
