package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of logs against lists of records: append, follow, roll, flush, truncate, delete, retain, compact,
 * begin and end transactions, expire producers, delete topics, stop, fail, lose power, recover; in one directory or
 * two, of which one may go offline alone. A parameter is the first of some seeds; a failure names its own.
 */
class LogProperties {

    private static final int SEEDS = 50;
    private static final int SOME_BLOCKS = 24;
    private static final int MANY_BLOCKS = 3_000;

    private final QuietLogs quiet = new QuietLogs();

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    @ParameterizedTest
    @MethodSource("someSeeds")
    void logsHoldWhatTheirModelsHold(long firstSeed) throws IOException {
        run(firstSeed, 40);
    }

    @ParameterizedTest
    @Tag("heavy")
    @MethodSource("manySeeds")
    void manyLogsHoldWhatTheirModelsHold(long firstSeed) throws IOException {
        run(firstSeed, 300);
    }

    private static void run(long firstSeed, int steps) throws IOException {
        int crashes = 0;
        for (long seed = firstSeed; seed < firstSeed + SEEDS; seed++) {
            var history = new LogHistory(seed);
            history.run(steps);
            crashes += history.crashes();
        }

        assertThat(crashes).isGreaterThan(SEEDS / 2);
    }

    static LongStream someSeeds() {
        return LongStream.range(0, SOME_BLOCKS).map(block -> block * SEEDS);
    }

    static LongStream manySeeds() {
        return LongStream.range(SOME_BLOCKS, MANY_BLOCKS).map(block -> block * SEEDS);
    }
}
