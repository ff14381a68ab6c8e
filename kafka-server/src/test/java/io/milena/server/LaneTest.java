package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lane: one thread, which survives its tasks and ends without waiting for timers. */
@Timeout(20)
class LaneTest {

    private final Lane lane = new Lane("test", task -> new Thread(task, "lane-test"));

    @Test
    void closingRunsWhatIsQueuedAndDropsTimers() {
        var ran = new AtomicInteger();

        lane.after(Duration.ofHours(1), ran::incrementAndGet);
        lane.execute(ran::incrementAndGet);
        lane.close();

        assertThat(ran).hasValue(1);
    }

    @Test
    void taskThatThrowsDoesNotEndTheLane() throws InterruptedException {
        var ran = new CountDownLatch(1);

        lane.execute(() -> {
            throw new IllegalStateException("as planned");
        });
        lane.execute(ran::countDown);
        ran.await();

        lane.close();
    }

    @Test
    void afterTheEndTasksAreDropped() {
        var ran = new AtomicInteger();
        lane.close();

        lane.execute(ran::incrementAndGet);
        lane.after(Duration.ZERO, ran::incrementAndGet);

        assertThat(ran).hasValue(0);
    }
}
