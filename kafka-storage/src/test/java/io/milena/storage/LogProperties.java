package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories of one log against a list of records: append, read, roll, retain, truncate, reopen, crash. */
class LogProperties {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aLogHoldsWhatItsModelHolds(long seed) throws Exception {
        var history = new LogHistory(directory, seed);

        history.run(120);

        assertThat(history.steps()).as("seed " + seed).isEqualTo(120);
    }

    @ParameterizedTest
    @Tag("heavy")
    @MethodSource("manySeeds")
    void manyLogsHoldWhatTheirModelsHold(long seed) throws Exception {
        var history = new LogHistory(directory, seed);

        history.run(400);

        assertThat(history.steps()).as("seed " + seed).isEqualTo(400);
    }

    static LongStream manySeeds() {
        return LongStream.range(1_000, 1_200);
    }
}
