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
 *
 * <p>The ordinary run draws many short histories and some long ones. The heavy one draws {@value #MANY} longer ones,
 * for some minutes; {@code -Dhistories=100000} has it draw so many.
 */
class LogProperties {

    private static final int SEEDS = 50;
    private static final int SOME_BLOCKS = 24;
    private static final int LONG_BLOCKS = 1;
    private static final int MANY = 3_000;

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
    @MethodSource("longSeeds")
    void logsHoldWhatTheirModelsHoldAfterALongTime(long firstSeed) throws IOException {
        run(firstSeed, 150);
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
        return blocks(0, SOME_BLOCKS);
    }

    static LongStream longSeeds() {
        return blocks(SOME_BLOCKS, LONG_BLOCKS);
    }

    static LongStream manySeeds() {
        return blocks(SOME_BLOCKS + LONG_BLOCKS, Integer.getInteger("histories", MANY) / SEEDS);
    }

    private static LongStream blocks(int first, int count) {
        return LongStream.range(first, first + count).map(block -> block * SEEDS);
    }
}
