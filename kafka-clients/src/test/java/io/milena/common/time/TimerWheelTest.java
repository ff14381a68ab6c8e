package io.milena.common.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules of {@link TimerWheel}, one by one. Ticks of 10 ns, 8 slots. */
class TimerWheelTest {

    private static final long TICK = 10;
    private static final int SLOTS = 8;
    private final List<String> ran = new ArrayList<>();
    private final TimerWheel wheel = new TimerWheel(TICK, SLOTS, 0);

    @Test
    void runsNeverBeforeTheDeadlineAndAtMostOneTickLate() {
        wheel.schedule(25, () -> ran.add("a"));

        assertThat(wheel.advance(25)).isZero();
        assertThat(wheel.advance(29)).isZero();
        assertThat(wheel.advance(30)).isEqualTo(1);
        assertThat(ran).containsExactly("a");
        assertThat(wheel.pending()).isZero();
    }

    @Test
    void deadlineOnATickRunsOnThatTick() {
        wheel.schedule(30, () -> ran.add("a"));

        assertThat(wheel.advance(30)).isEqualTo(1);
    }

    @Test
    void passedDeadlineRunsOnTheNextTick() {
        wheel.advance(1_000);
        wheel.schedule(5, () -> ran.add("a"));

        assertThat(wheel.advance(1_009)).isZero();
        assertThat(wheel.advance(1_010)).isEqualTo(1);
    }

    @Test
    void deadlinesTurnsAheadWaitTheirTurns() {
        wheel.schedule(10 * TICK * SLOTS, () -> ran.add("far"));
        wheel.schedule(2 * TICK * SLOTS, () -> ran.add("near"));

        assertThat(wheel.advance(TICK * SLOTS)).isZero();
        assertThat(wheel.advance(2 * TICK * SLOTS)).isEqualTo(1);
        assertThat(wheel.advance(10 * TICK * SLOTS)).isEqualTo(1);
        assertThat(ran).containsExactly("near", "far");
    }

    @Test
    void longSleepRunsEverythingInOrderOfDeadline() {
        wheel.schedule(300, () -> ran.add("third"));
        wheel.schedule(40, () -> ran.add("first"));
        wheel.schedule(200, () -> ran.add("second"));
        wheel.schedule(200, () -> ran.add("second too"));

        assertThat(wheel.advance(1_000_000)).isEqualTo(4);
        assertThat(ran).containsExactly("first", "second", "second too", "third");
    }

    @Test
    void cancelledTaskIsForgottenAndCancellingAgainDoesNothing() {
        Scheduler.Timer timer = wheel.schedule(10, () -> ran.add("a"));
        wheel.schedule(10, () -> ran.add("b"));

        timer.cancel();
        timer.cancel();

        assertThat(wheel.pending()).isEqualTo(1);
        wheel.advance(10);
        timer.cancel();
        assertThat(ran).containsExactly("b");
        assertThat(wheel.pending()).isZero();
    }

    @Test
    void taskMayCancelAnotherThatIsDueWithIt() {
        var timers = new ArrayList<Scheduler.Timer>();
        wheel.schedule(10, () -> timers.get(0).cancel());
        timers.add(wheel.schedule(10, () -> ran.add("cancelled")));

        assertThat(wheel.advance(10)).isEqualTo(1);
        assertThat(ran).isEmpty();
        assertThat(wheel.pending()).isZero();
    }

    @Test
    void taskMayScheduleItselfAgainForTheNextTick() {
        wheel.schedule(10, () -> wheel.schedule(0, () -> ran.add("again")));

        assertThat(wheel.advance(10)).isEqualTo(1);
        assertThat(wheel.advance(20)).isEqualTo(1);
        assertThat(ran).containsExactly("again");
    }

    @Test
    void exceptionReachesTheCallerAndTheOthersRunNextTime() {
        wheel.schedule(10, () -> {
            throw new IllegalStateException("boom");
        });
        wheel.schedule(10, () -> ran.add("after"));

        assertThatThrownBy(() -> wheel.advance(10)).hasMessage("boom");
        assertThat(wheel.pending()).isEqualTo(1);
        assertThat(wheel.advance(10)).isEqualTo(1);
        assertThat(ran).containsExactly("after");
    }

    @Test
    void clockThatWrapsAroundIsNoTrouble() {
        long start = Long.MAX_VALUE - 15;
        var late = new TimerWheel(TICK, SLOTS, start);
        late.schedule(start + 30, () -> ran.add("a"));

        assertThat(late.advance(start + 20)).isZero();
        assertThat(late.advance(start + 30)).isEqualTo(1);
    }

    @Test
    void refusesEmptyWheels() {
        assertThatThrownBy(() -> new TimerWheel(0, 1, 0)).hasMessageContaining("1 or more");
        assertThatThrownBy(() -> new TimerWheel(1, 0, 0)).hasMessageContaining("1 or more");
    }
}
