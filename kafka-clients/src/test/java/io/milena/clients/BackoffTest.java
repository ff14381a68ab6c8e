package io.milena.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testing.SeededRandomness;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waits double up to their bound, a fifth of them chance. */
class BackoffTest {

    private final SeededRandomness chance = new SeededRandomness(7);

    @ParameterizedTest
    @CsvSource({
        "100, 1000, 0, 0",
        "100, 1000, 1, 100",
        "100, 1000, 2, 200",
        "100, 1000, 4, 800",
        "100, 1000, 5, 1000",
        "100, 1000, 2147483647, 1000",
        "0, 1000, 3, 0",
        "500, 100, 1, 100",
        "1, 9223372036854775807, 2147483647, 1099511627776"
    })
    void waitsDoubleUpToTheirBound(long initialMs, long maxMs, int failures, long expectedMs) {
        var backoff = new Backoff(initialMs, maxMs);

        for (int i = 0; i < 200; i++) {
            assertThat(backoff.delayMs(failures, chance)).isBetween(expectedMs * 8 / 10, expectedMs * 12 / 10);
        }
    }

    @Test
    void chanceSpreadsTheWaits() {
        var backoff = new Backoff(1_000, 1_000);

        long different = IntStream.range(0, 100)
                .mapToLong(i -> backoff.delayMs(1, chance))
                .distinct()
                .count();

        assertThat(different).isGreaterThan(50);
    }
}
