package io.milena.bench;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.milena.common.time.SystemTime;
import io.milena.common.time.TimerWheel;
import io.milena.metrics.LaneCounters;
import io.milena.metrics.LaneWatch;
import io.milena.metrics.StripedRegistry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What a request pays for being counted: our metrics beside those that the metrics library makes itself. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Threads(2)
public class MetricsBenchmark {

    private static final String METER = "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec";
    private static final String HISTOGRAM = "kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce";

    /** The metrics, shared by all threads. */
    @State(Scope.Benchmark)
    public static class Shared {

        private final MetricRegistry striped = new StripedRegistry(new SystemTime(), 2);
        private final MetricRegistry library = new MetricRegistry();
        final Meter stripedMeter = striped.meter(METER);
        final Meter libraryMeter = library.meter(METER);
        final Histogram stripedHistogram = striped.histogram(HISTOGRAM);
        final Histogram libraryHistogram = library.histogram(HISTOGRAM);
    }

    /** What belongs to one thread. */
    @State(Scope.Thread)
    public static class Own {

        final LaneCounters counters = new LaneCounters(1);
        final LaneWatch watch = new LaneWatch(new SystemTime(), Long.MAX_VALUE);
        final TimerWheel wheel = new TimerWheel(TimeUnit.MILLISECONDS.toNanos(10), 512, 0);
        private long value;

        long nextValue() {
            value = (value + 37) & 1023;
            return value;
        }
    }

    @Benchmark
    public void meter(Shared shared) {
        shared.stripedMeter.mark();
    }

    @Benchmark
    public void meterOfTheLibrary(Shared shared) {
        shared.libraryMeter.mark();
    }

    @Benchmark
    public void histogram(Shared shared, Own own) {
        shared.stripedHistogram.update(own.nextValue());
    }

    @Benchmark
    public void histogramOfTheLibrary(Shared shared, Own own) {
        shared.libraryHistogram.update(own.nextValue());
    }

    @Benchmark
    public void laneCounter(Own own) {
        own.counters.add(0, 1);
    }

    @Benchmark
    public void watchedCycle(Own own) {
        own.watch.cycleStarted();
        own.watch.cycleEnded();
    }

    @Benchmark
    public void timeOutCancelled(Own own) {
        own.wheel.schedule(TimeUnit.SECONDS.toNanos(1), () -> {}).cancel();
    }
}
