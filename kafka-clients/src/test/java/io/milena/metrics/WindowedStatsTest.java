package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The window moves on by samples; what is older than all of them does not count, but in the totals. */
class WindowedStatsTest {

    private final ManualTime time = new ManualTime();
    private final WindowedStats stats =
            new WindowedStats(time, new StatsWindow(2, Duration.ofSeconds(30).toNanos()));

    @Test
    void nothingRecordedIsNoNumber() {
        assertThat(stats.average()).isNaN();
        assertThat(stats.max()).isNaN();
        assertThat(stats.eventsPerSecond()).isZero();
        assertThat(stats.total()).isZero();
    }

    @Test
    void averageMaximumAndTotalsAreThoseOfWhatWasRecorded() {
        stats.record(10);
        stats.record(30);
        stats.record(20);

        assertThat(stats.average()).isEqualTo(20);
        assertThat(stats.max()).isEqualTo(30);
        assertThat(stats.events()).isEqualTo(3);
        assertThat(stats.total()).isEqualTo(60);
    }

    @Test
    void whatIsOlderThanTheWindowIsForgotten() {
        stats.record(1_000);
        time.pass(Duration.ofSeconds(31));
        stats.record(10);
        assertThat(stats.max()).isEqualTo(1_000);

        time.pass(Duration.ofSeconds(30));

        assertThat(stats.max()).isEqualTo(10);
        assertThat(stats.average()).isEqualTo(10);
        assertThat(stats.total()).isEqualTo(1_010);
        time.pass(Duration.ofSeconds(60));
        assertThat(stats.average()).isNaN();
    }

    @Test
    void ratesArePerSecondOfTheWindow() {
        for (int i = 0; i < 90; i++) {
            stats.record(2);
            time.pass(Duration.ofSeconds(1));
        }

        assertThat(stats.eventsPerSecond()).isCloseTo(1, within(0.05));
        assertThat(stats.sumPerSecond()).isCloseTo(2, within(0.1));
    }

    @Test
    void theFirstRatesAreNotHuge() {
        stats.record(1);
        time.pass(Duration.ofMillis(1));

        assertThat(stats.eventsPerSecond()).isCloseTo(1 / 30.0, within(0.001));
    }

    /** One value and when it was recorded, in seconds. */
    private record Recorded(long atSecond, long value) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theWindowHoldsWhatWasRecordedInItsSamples(long seed) {
        var random = new Random(seed);
        int samples = 1 + random.nextInt(4);
        int sampleSeconds = 1 + random.nextInt(20);
        var model = new ArrayList<Recorded>();
        var windowed = new WindowedStats(
                time, new StatsWindow(samples, Duration.ofSeconds(sampleSeconds).toNanos()));
        long second = 0;
        for (int i = 0; i < 500; i++) {
            int passed = random.nextInt(4);
            time.pass(Duration.ofSeconds(passed));
            second += passed;
            long value = random.nextInt(1_000);
            windowed.record(value);
            model.add(new Recorded(second, value));

            long first = second / sampleSeconds - samples + 1;
            List<Long> inWindow = model.stream()
                    .filter(recorded -> recorded.atSecond() / sampleSeconds >= first)
                    .map(Recorded::value)
                    .toList();
            assertThat(windowed.max())
                    .as("seed %d", seed)
                    .isEqualTo(
                            inWindow.stream().mapToLong(Long::longValue).max().orElseThrow());
            assertThat(windowed.average())
                    .as("seed %d", seed)
                    .isCloseTo(
                            inWindow.stream()
                                    .mapToLong(Long::longValue)
                                    .average()
                                    .orElseThrow(),
                            within(1e-9));
        }
    }
}
