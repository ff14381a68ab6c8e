package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Snapshot;
import com.codahale.metrics.UniformSnapshot;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics of random values against the same statistics over all values, sorted. */
class LogLinearReservoirProperties {

    private static final double LARGEST_ERROR = 1.0 / 64;
    private static final double[] QUANTILES = {0, 0.01, 0.25, 0.5, 0.75, 0.95, 0.98, 0.99, 0.999, 1};

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everyQuantileIsWithinTheStatedError(long seed) {
        var random = new Random(seed);
        long[] values = new long[1 + random.nextInt(5_000)];
        int bits = 1 + random.nextInt(62);
        var reservoir = new LogLinearReservoir(new ManualTime(), 1 << random.nextInt(4));

        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextLong() >>> (64 - 1 - random.nextInt(bits));
            reservoir.update(values[i]);
        }

        assertClose(reservoir.getSnapshot(), new UniformSnapshot(values));
    }

    private static void assertClose(Snapshot actual, Snapshot exact) {
        assertThat(actual.size()).isEqualTo(exact.size());
        for (double quantile : QUANTILES) {
            double expected = exact.getValue(quantile);
            assertThat(actual.getValue(quantile)).isCloseTo(expected, within(expected * LARGEST_ERROR));
        }
        assertThat(actual.getMean()).isCloseTo(mean(exact), within(mean(exact) * LARGEST_ERROR));
        assertThat((double) actual.getMax())
                .isBetween((double) exact.getMax(), exact.getMax() * (1 + 2 * LARGEST_ERROR));
        assertThat((double) actual.getMin())
                .isBetween(exact.getMin() * (1 - 2 * LARGEST_ERROR), (double) exact.getMin());
    }

    /** The library's own mean of longs overflows. */
    private static double mean(Snapshot exact) {
        double sum = 0;
        for (long value : exact.getValues()) {
            sum += value;
        }
        return sum / exact.size();
    }
}
