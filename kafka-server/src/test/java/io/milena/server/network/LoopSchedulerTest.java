package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.time.Scheduler.Timer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Timers of a loop run in time, or not at all, and leave the loop alone when there are none. */
class LoopSchedulerTest {

    private final ManualTime time = new ManualTime();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final LoopScheduler scheduler = new LoopScheduler(channel.eventLoop(), time);
    private final List<String> ran = new ArrayList<>();

    private void pass(Duration by) {
        time.advance(by);
        channel.advanceTimeBy(by.toNanos(), TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void timersRunInOrderAndNeverEarly() {
        scheduler.after(Duration.ofMillis(200), () -> ran.add("second"));
        scheduler.after(Duration.ofMillis(100), () -> ran.add("first"));

        pass(Duration.ofMillis(99));
        List<String> early = List.copyOf(ran);
        pass(Duration.ofMillis(20));
        List<String> afterFirst = List.copyOf(ran);
        pass(Duration.ofMillis(100));

        assertThat(early).isEmpty();
        assertThat(afterFirst).containsExactly("first");
        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void aCancelledTimerDoesNotRunAndTheWheelStops() {
        Timer timer = scheduler.after(Duration.ofMillis(100), () -> ran.add("never"));

        timer.cancel();
        timer.cancel();
        pass(Duration.ofMillis(200));
        pass(Duration.ofMillis(200));

        assertThat(ran).isEmpty();
        assertThat(channel.hasPendingTasks()).isFalse();
    }
}
