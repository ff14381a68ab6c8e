package io.milena.server.network;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.milena.metrics.LaneWatch;
import io.milena.metrics.ObjectNames;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Every figure of this room: loops, connections, memory of requests. Thread-safe. */
public final class NetworkMetrics {

    private static final String DOMAIN = "kafka.network";
    private static final String SOCKETS = "kafka.server:type=socket-server-metrics,listener=";
    private static final String SOCKET_SERVER = "SocketServer";

    private final MetricRegistry registry;
    private final RequestMetrics requests;
    private final List<LaneWatch> processors = new CopyOnWriteArrayList<>();
    private final List<Loop> watched = new CopyOnWriteArrayList<>();
    private final List<MemoryBudget> budgets = new CopyOnWriteArrayList<>();
    private final LongAdder created = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder expired = new LongAdder();
    /** Connections that were closed before they were served, because there were too many. */
    private final LongAdder refused = new LongAdder();

    private final AtomicLong waitingFrames = new AtomicLong();
    private final Map<Place, Traffic> traffic = new ConcurrentHashMap<>();

    public NetworkMetrics(MetricRegistry registry) {
        this.registry = registry;
        this.requests = new RequestMetrics(registry);
        gauge(SOCKET_SERVER, "NetworkProcessorAvgIdlePercent", this::averageIdleShare);
        gauge(SOCKET_SERVER, "ExpiredConnectionsKilledCount", expired::sum);
        gauge(SOCKET_SERVER, "RefusedConnectionsCount", refused::sum);
        // There is no listener of its own for the controller; dashboards name these figures all the same.
        gauge(SOCKET_SERVER, "ControlPlaneExpiredConnectionsKilledCount", () -> 0);
        gauge(SOCKET_SERVER, "ControlPlaneNetworkProcessorAvgIdlePercent", () -> Double.NaN);
        gauge(SOCKET_SERVER, "MemoryPoolAvailable", () -> sum(MemoryBudget::availableBytes));
        gauge(SOCKET_SERVER, "MemoryPoolUsed", () -> sum(MemoryBudget::usedBytes));
        gauge("RequestChannel", "RequestQueueSize", waitingFrames::get);
        gauge("RequestChannel", "ResponseQueueSize", () -> backlog(place -> true));
    }

    private void gauge(String type, String name, Gauge<?> gauge) {
        registry.register(ObjectNames.of(DOMAIN, type, name).toString(), gauge);
    }

    /** Requests by API. */
    public RequestMetrics requests() {
        return requests;
    }

    /** Connections that are open. */
    public long openConnections() {
        return created.sum() - closed.sum();
    }

    /** Connections that were closed because they were silent. */
    public long expiredConnections() {
        return expired.sum();
    }

    /**
     * Shows how idle each of these loops is, how long its other connections had to wait for one of them, and what
     * passes over those of {@code listeners}.
     */
    void watch(EventLoops loops, List<String> listeners) {
        int number = processors.size();
        watched.addAll(loops.loops());
        for (Loop loop : loops.loops()) {
            String name = ObjectNames.of(DOMAIN, "RequestChannel", "ResponseQueueSize")
                    .with("processor", number)
                    .toString();
            Gauge<Long> backlog = () -> backlog(place -> place.loop == loop);
            registry.register(name, backlog);
            for (String listener : listeners) {
                traffic(listener, loop)
                        .show(registry, SOCKETS + ObjectNames.sanitized(listener) + ",networkProcessor=" + number);
            }
            number++;
        }
        for (LaneWatch loop : loops.watches()) {
            processor("IdlePercent", loop::idleShare);
            processor("LongestCycleMs", () -> TimeUnit.NANOSECONDS.toMillis(loop.longestCycleNanos()));
            processor("SlowCyclesCount", loop::slowCycles);
            processors.add(loop);
        }
    }

    private void processor(String name, Gauge<?> gauge) {
        registry.register(
                ObjectNames.of(DOMAIN, "Processor", name)
                        .with("networkProcessor", processors.size())
                        .toString(),
                gauge);
    }

    private long backlog(Predicate<Place> where) {
        return traffic.entrySet().stream()
                .filter(each -> where.test(each.getKey()))
                .mapToLong(each -> each.getValue().backlog())
                .sum();
    }

    /** What passes over the connections of {@code listener} on {@code loop}. */
    Traffic traffic(String listener, Loop loop) {
        return traffic.computeIfAbsent(new Place(listener, loop), place -> {
            int number = watched.indexOf(loop);
            return new Traffic(loop.time(), new ClientCensus(registry, listener, number));
        });
    }

    /**
     * The nanoseconds for which {@code listener} let nobody in because there were too many connections already: their
     * rate is the share of time that it was blocked. Nothing else blocks it: whoever is let in is handed to a loop at
     * once.
     */
    Meter blockedTime(String listener) {
        return registry.meter(ObjectNames.of(DOMAIN, "Acceptor", "AcceptorBlockedPercent")
                .with("listener", listener)
                .toString());
    }

    /** Shows how full this budget is. */
    void watch(MemoryBudget budget) {
        budgets.add(budget);
    }

    private double averageIdleShare() {
        return processors.stream().mapToDouble(LaneWatch::idleShare).average().orElse(1);
    }

    private long sum(ToLongFunction<MemoryBudget> figure) {
        return budgets.stream().mapToLong(figure).sum();
    }

    void connectionOpened() {
        created.increment();
    }

    void connectionClosed() {
        closed.increment();
    }

    void connectionExpired() {
        expired.increment();
    }

    void connectionRefused() {
        refused.increment();
    }

    /** So many more whole requests wait for their turn. */
    void framesWaiting(int change) {
        waitingFrames.addAndGet(change);
    }

    /** A listener, and one of the loops that serve it. */
    private record Place(String listener, Loop loop) {}
}
