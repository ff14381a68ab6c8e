package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Snapshot;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Sliding of the window, and the ends of the scale. */
class LogLinearReservoirTest {

    private final ManualTime time = new ManualTime();
    private final LogLinearReservoir reservoir = new LogLinearReservoir(time, 4);

    @Test
    void emptyMeansZeroEverywhere() {
        Snapshot snapshot = reservoir.getSnapshot();

        assertThat(snapshot.size()).isZero();
        assertThat(snapshot.get99thPercentile()).isZero();
        assertThat(snapshot.getMax()).isZero();
        assertThat(snapshot.getMean()).isZero();
        assertThat(snapshot.getStdDev()).isZero();
    }

    @Test
    void smallValuesAreExact() {
        for (int value = 0; value < 64; value++) {
            reservoir.update(value);
        }
        Snapshot snapshot = reservoir.getSnapshot();

        assertThat(snapshot.getMin()).isZero();
        assertThat(snapshot.getMax()).isEqualTo(63);
        assertThat(snapshot.getMean()).isEqualTo(31.5);
        assertThat(snapshot.getMedian()).isEqualTo(31.5);
        assertThat(snapshot.getStdDev()).isCloseTo(18.618, within(0.001));
        assertThat(snapshot.getValues()).hasSize(64);
    }

    @Test
    void endsOfTheScaleHaveBuckets() {
        reservoir.update(Long.MAX_VALUE);
        reservoir.update(-5);
        Snapshot snapshot = reservoir.getSnapshot();

        assertThat(snapshot.size()).isEqualTo(2);
        assertThat(snapshot.getMin()).isZero();
        assertThat(snapshot.getMax()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void valuesStayForAGenerationAndAreGoneAfterTwo() {
        reservoir.update(7);
        time.pass(Duration.ofSeconds(150));
        reservoir.tick();
        reservoir.update(9);
        assertThat(reservoir.getSnapshot().size()).isEqualTo(2);

        time.pass(Duration.ofSeconds(150));

        Snapshot snapshot = reservoir.getSnapshot();
        assertThat(snapshot.size()).isEqualTo(1);
        assertThat(snapshot.getMin()).isEqualTo(9);
    }

    @Test
    void longSilenceEmptiesIt() {
        reservoir.update(7);
        time.pass(Duration.ofSeconds(300));

        assertThat(reservoir.size()).isZero();
    }

    @Test
    void dumpNamesEachBucketAndItsCount() {
        reservoir.update(7);
        reservoir.update(7);
        var output = new ByteArrayOutputStream();

        reservoir.getSnapshot().dump(output);

        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("7.0 2" + System.lineSeparator());
    }
}
