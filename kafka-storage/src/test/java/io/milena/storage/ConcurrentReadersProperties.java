package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers of all kinds beside one writer that appends, rolls, cuts, and deletes from the front. */
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
}
