package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Meter;
import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Rates of the cheap meter, and the ticking of the registry that keeps them. */
class RateMeterTest {

    private final ManualTime time = new ManualTime();
    private final StripedRegistry registry = new StripedRegistry(time, 4);
    private final Meter meter = registry.meter("a:type=b,name=c");

    @Test
    void ratesAreZeroForFiveSecondsAndThenTheRateSoFar() {
        meter.mark(500);
        time.pass(Duration.ofSeconds(4));
        assertThat(meter.getOneMinuteRate()).isZero();

        time.pass(Duration.ofSeconds(1));
        registry.tick();

        assertThat(meter.getOneMinuteRate()).isEqualTo(100);
        assertThat(meter.getFifteenMinuteRate()).isEqualTo(100);
        assertThat(meter.getMeanRate()).isEqualTo(100);
    }

    @Test
    void silenceDecaysByTheTimeConstant() {
        meter.mark(500);
        for (int i = 0; i < 13; i++) {
            time.pass(Duration.ofSeconds(5));
            registry.tick();
        }

        assertThat(meter.getOneMinuteRate()).isCloseTo(100 * Math.exp(-1), within(1e-6));
        assertThat(meter.getFiveMinuteRate()).isCloseTo(100 * Math.exp(-1 / 5.0), within(1e-6));
        assertThat(meter.getFifteenMinuteRate()).isCloseTo(100 * Math.exp(-1 / 15.0), within(1e-6));
    }

    @Test
    void readingBringsAnUntickedMeterUpToDate() {
        meter.mark(500);
        time.pass(Duration.ofSeconds(5));
        assertThat(meter.getOneMinuteRate()).isEqualTo(100);

        time.pass(Duration.ofMinutes(1));

        assertThat(meter.getOneMinuteRate()).isCloseTo(100 * Math.exp(-1), within(1e-6));
    }

    @Test
    void registryTicksOnItsSchedulerUntilClosed() {
        var scheduler = new Later();
        var ticks = new ArrayList<String>();
        registry.onTick(() -> ticks.add("tick"));
        registry.tickOn(scheduler);

        scheduler.runNext();
        scheduler.runNext();
        registry.close();
        scheduler.runNext();

        assertThat(ticks).hasSize(2);
        assertThat(scheduler.tasks).isEmpty();
    }

    @Test
    void nothingIsLostBetweenThreads() throws InterruptedException, ExecutionException {
        var histogram = registry.histogram("a:type=b,name=d");
        record(8, 50_000, value -> {
            meter.mark();
            histogram.update(value);
        });

        assertThat(meter.getCount()).isEqualTo(400_000);
        assertThat(histogram.getCount()).isEqualTo(400_000);
        assertThat(histogram.getSnapshot().size()).isEqualTo(400_000);
    }

    @Test
    void lanesOfACounterAreMerged() throws InterruptedException, ExecutionException {
        var counters = new LaneCounters(4);
        var pool = Executors.newFixedThreadPool(4);
        var done = new ArrayList<Future<?>>();
        for (int lane = 0; lane < 4; lane++) {
            int mine = lane;
            done.add(pool.submit(() -> {
                for (int i = 0; i < 100_000; i++) {
                    counters.add(mine, 2);
                }
            }));
        }
        for (Future<?> future : done) {
            future.get();
        }
        pool.shutdown();

        assertThat(counters.getCount()).isEqualTo(800_000);
    }

    private static void record(int threads, int times, LongConsumer action)
            throws InterruptedException, ExecutionException {
        var pool = Executors.newFixedThreadPool(threads);
        var start = new CountDownLatch(1);
        var done = new ArrayList<Future<?>>();
        for (int thread = 0; thread < threads; thread++) {
            done.add(pool.submit(() -> {
                start.await();
                for (int i = 0; i < times; i++) {
                    action.accept(i);
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> future : done) {
            future.get();
        }
        pool.shutdown();
    }

    /** Keeps delayed tasks until the test runs them. */
    private static final class Later implements Scheduler {

        private final List<Runnable> tasks = new ArrayList<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            tasks.add(task);
            return () -> tasks.remove(task);
        }

        void runNext() {
            tasks.remove(0).run();
        }
    }
}
