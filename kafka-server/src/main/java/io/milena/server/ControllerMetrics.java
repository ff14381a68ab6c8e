package io.milena.server;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.server.controller.ControllerWatch;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the controller does, how long that takes, and what waits for it: {@code kafka.controller:type=ControllerStats},
 * {@code ControllerEventManager} and {@code ControllerChannelManager}. Thread-safe.
 */
final class ControllerMetrics implements ControllerWatch {

    private static final String DOMAIN = "kafka.controller";
    private static final String STATS = "ControllerStats";
    private static final String EVENTS = "ControllerEventManager";
    private static final String CHANNELS = "ControllerChannelManager";

    /** Work that this controller does not have. Dashboards name it all the same: it was never done. */
    private static final List<String> NEVER_DONE = List.of(
            "AutoLeaderBalance",
            "ControlledShutdown",
            "ControllerShutdown",
            "IsrChange",
            "ListPartitionReassignment",
            "LogDirChange",
            "ManualLeaderBalance",
            "PartitionReassignment",
            "TopicUncleanLeaderElectionEnable",
            "UncleanLeaderElectionEnable",
            "UpdateFeatures");

    private final MetricScope scope;
    private final Time time;
    private final Map<Work, Timer> timers = new EnumMap<>(Work.class);
    private final Meter unclean;
    private final LongAdder waitingEvents = new LongAdder();
    private final LongAdder waitingOrders = new LongAdder();
    private final Histogram eventQueueTime;

    ControllerMetrics(MetricRegistry registry, Time time) {
        this.scope = new MetricScope(registry);
        this.time = time;
        for (Work work : Work.values()) {
            timers.put(work, timer(nameOf(work)));
        }
        NEVER_DONE.forEach(this::timer);
        unclean = scope.meter(ObjectNames.of(DOMAIN, STATS, "UncleanLeaderElectionsPerSec"));
        scope.gauge(ObjectNames.of(DOMAIN, EVENTS, "EventQueueSize"), waitingEvents::sum);
        eventQueueTime = scope.histogram(ObjectNames.of(DOMAIN, EVENTS, "EventQueueTimeMs"));
        scope.gauge(ObjectNames.of(DOMAIN, CHANNELS, "TotalQueueSize"), waitingOrders::sum);
    }

    private Timer timer(String work) {
        return scope.timer(ObjectNames.of(DOMAIN, STATS, work + "RateAndTimeMs"));
    }

    private static String nameOf(Work work) {
        return switch (work) {
            case CONTROLLER_CHANGE -> "ControllerChange";
            case LEADER_ELECTION -> "LeaderElection";
            case TOPIC_CHANGE -> "TopicChange";
            case TOPIC_DELETION -> "TopicDeletion";
            case LEADER_AND_ISR_RESPONSE -> "LeaderAndIsrResponseReceived";
        };
    }

    @Override
    public Runnable began(Work work) {
        Timer timer = timers.get(work);
        long startNanos = time.nanos();
        return () -> timer.update(time.nanos() - startNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void electedUnclean() {
        unclean.mark();
    }

    /** {@code lane}, whose tasks are the events of the controller: how many wait, and how long each has waited. */
    Scheduler measuring(Scheduler lane) {
        return new MeasuredLane(lane);
    }

    /** See {@link #measuring}. Thread-safe. */
    private final class MeasuredLane implements Scheduler {

        private final Scheduler lane;

        MeasuredLane(Scheduler lane) {
            this.lane = lane;
        }

        @Override
        public void execute(Runnable task) {
            long queuedNanos = time.nanos();
            waitingEvents.increment();
            lane.execute(() -> {
                waitingEvents.decrement();
                eventQueueTime.update(TimeUnit.NANOSECONDS.toMillis(time.nanos() - queuedNanos));
                task.run();
            });
        }

        @Override
        public Scheduler.Timer after(Duration delay, Runnable task) {
            return lane.after(delay, task);
        }
    }

    /** What is on its way from the controller to one broker. Thread-safe. */
    static final class Channel {

        private final ControllerMetrics metrics;
        private final LongAdder waiting = new LongAdder();
        private final Timer queueTime;

        Channel(ControllerMetrics metrics, int broker) {
            this.metrics = metrics;
            metrics.scope.gauge(name("QueueSize", broker), waiting::sum);
            queueTime = metrics.scope.timer(name("RequestRateAndQueueTimeMs", broker));
        }

        private static ObjectNames name(String name, int broker) {
            return ObjectNames.of(DOMAIN, CHANNELS, name).with("broker-id", broker);
        }

        /** {@code lane}, whose tasks are the orders to that broker. */
        Executor measuring(Executor lane) {
            return order -> {
                long queuedNanos = metrics.time.nanos();
                waiting.increment();
                metrics.waitingOrders.increment();
                lane.execute(() -> {
                    waiting.decrement();
                    metrics.waitingOrders.decrement();
                    queueTime.update(metrics.time.nanos() - queuedNanos, TimeUnit.NANOSECONDS);
                    order.run();
                });
            };
        }
    }
}
