package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Idle shares and longest cycles, with a clock moved by hand. */
class LaneWatchTest {

    private static final long SLOW_NANOS = Duration.ofMillis(100).toNanos();
    private final ManualTime time = new ManualTime();
    private final LaneWatch lane = new LaneWatch(time, SLOW_NANOS);

    @Test
    void newLaneIsIdle() {
        assertThat(lane.idleShare()).isEqualTo(1);
        assertThat(lane.longestCycleNanos()).isZero();
    }

    @Test
    void shareIsTheTimeBetweenCycles() {
        work(Duration.ofSeconds(3));
        time.pass(Duration.ofSeconds(9));

        assertThat(lane.idleShare()).isEqualTo(0.75);
        assertThat(lane.busyNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    }

    @Test
    void stuckCycleShowsBeforeItEnds() {
        time.pass(Duration.ofSeconds(1));
        lane.cycleStarted();
        time.pass(Duration.ofSeconds(9));

        assertThat(lane.idleShare()).isCloseTo(0.1, within(1e-9));
        assertThat(lane.longestCycleNanos()).isEqualTo(Duration.ofSeconds(9).toNanos());
    }

    @Test
    void slowCyclesAreCounted() {
        work(Duration.ofMillis(100));
        work(Duration.ofMillis(101));

        assertThat(lane.slowCycles()).isEqualTo(1);
        assertThat(lane.longestCycleNanos()).isEqualTo(Duration.ofMillis(101).toNanos());
    }

    @Test
    void windowMovesOn() {
        work(Duration.ofSeconds(15));
        lane.tick();
        time.pass(Duration.ofSeconds(15));
        lane.tick();
        time.pass(Duration.ofSeconds(15));
        lane.tick();

        assertThat(lane.idleShare()).isEqualTo(1);
        assertThat(lane.longestCycleNanos()).isZero();
    }

    @Test
    void endWithoutAStartDoesNothing() {
        lane.cycleEnded();

        assertThat(lane.busyNanos()).isZero();
    }

    @Test
    void groupIsTheMeanOverAllItsPlaces() {
        var group = new LaneGroup(time, 4, SLOW_NANOS);
        LaneWatch busy = group.newLane();
        group.newLane();
        busy.cycleStarted();
        time.pass(Duration.ofSeconds(8));

        assertThat(group.idleShare()).isEqualTo(0.75);
        assertThat(group.longestCycleNanos()).isEqualTo(Duration.ofSeconds(8).toNanos());
    }

    @Test
    void tasksOfAWatchedExecutorAreCycles() {
        var group = new LaneGroup(time, 1, SLOW_NANOS);

        group.watching(Runnable::run).execute(() -> time.pass(Duration.ofSeconds(1)));
        assertThatThrownBy(() -> group.watching(Runnable::run).execute(() -> {
                    time.pass(Duration.ofSeconds(1));
                    throw new IllegalStateException("boom");
                }))
                .hasMessage("boom");
        time.pass(Duration.ofSeconds(2));

        assertThat(group.idleShare()).isEqualTo(0.5);
        assertThat(group.slowCycles()).isEqualTo(2);
    }

    @Test
    void idleTimeMarkedOnAMeterGivesTheShare() {
        var registry = new StripedRegistry(time, 1);
        var meter = registry.meter("kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent");
        var group = new LaneGroup(time, 2, SLOW_NANOS);
        registry.onTick(() -> group.markIdleOn(meter));
        group.newLane().cycleStarted();

        time.pass(Duration.ofSeconds(5));
        registry.tick();

        assertThat(meter.getOneMinuteRate()).isEqualTo(0.5e9);
    }

    private void work(Duration duration) {
        lane.cycleStarted();
        time.pass(duration);
        lane.cycleEnded();
    }
}
