package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

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

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class, AssertionError.class})
    void errorsAreReportedAndEndNothing(Class<? extends Error> kind) throws InterruptedException {
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        Logger log = (Logger) LoggerFactory.getLogger(Lane.class);
        log.addAppender(lines);
        var ran = new CountDownLatch(2);

        lane.execute(() -> fail(kind));
        lane.after(Duration.ofMillis(1), () -> fail(kind));
        lane.after(Duration.ofMillis(2), ran::countDown);
        lane.execute(ran::countDown);
        ran.await();

        lane.close();
        log.detachAppender(lines);
        assertThat(lines.list)
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line.getThrowableProxy().getClassName()).isEqualTo(kind.getName()));
    }

    private static void fail(Class<? extends Error> kind) {
        try {
            throw kind.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
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
