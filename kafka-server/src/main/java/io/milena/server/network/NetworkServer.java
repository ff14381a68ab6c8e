package io.milena.server.network;

import io.milena.common.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of a broker: bound first, opened when the broker can answer, closed when what was begun is answered.
 *
 * <p>{@link #bind}, {@link #accept} and {@link #stop} are for the thread that starts and stops the broker.
 */
public final class NetworkServer {

    private static final Logger log = LoggerFactory.getLogger(NetworkServer.class);

    private static final int LINES_PER_PERIOD = 5;
    private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
    /** For connections to be gone after they were told to close at once. */
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(5);

    private final NetworkConfig config;
    private final RequestSink sink;
    private final NetworkMetrics metrics;
    private final Time time;
    private final RateLimitedLog peerLog;
    private final ConnectionLimits limits;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    public NetworkServer(NetworkConfig config, RequestSink sink, NetworkMetrics metrics, Time time) {
        this.config = config;
        this.sink = sink;
        this.metrics = metrics;
        this.time = time;
        this.peerLog = new RateLimitedLog(log, time, LINES_PER_PERIOD, LOG_PERIOD);
        this.limits = new ConnectionLimits(config.connections());
    }

    /**
     * Binds {@code addresses}, served by {@code loops}. Addresses of one call share a memory budget; those of another
     * call, such as the one for brokers, can never be held up by them. Connections wait until {@link #accept}.
     *
     * @throws IOException if an address cannot be bound; the message names it. Those bound stay so until {@link #stop}
     */
    public void bind(List<ListenerConfig> addresses, EventLoops loops) throws IOException {
        var held = new MemoryBudget(config.requests().maxHeldBytes());
        var incomplete = new IncompleteFrames(config.requests().maxIncompleteBytes());
        metrics.watch(loops, addresses.stream().map(ListenerConfig::name).toList());
        metrics.watch(held);
        var shared = new ConnectionTerms.Shared(metrics, peerLog);
        for (ListenerConfig address : addresses) {
            var terms = new ConnectionTerms(address.name(), config, sink, held, incomplete, shared);
            Listener listener = Listener.bind(address, loops, terms, limits);
            listeners.add(listener);
            log.info("listener {} is bound to port {}", address, listener.port());
        }
    }

    /**
     * The port of a bound listener, also where the system chose it.
     *
     * @throws IllegalArgumentException if no listener of this name is bound
     */
    public int boundPort(String listener) {
        return listeners.stream()
                .filter(bound -> bound.name().equals(listener))
                .mapToInt(Listener::port)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("listener " + listener + " is not bound"));
    }

    /** Lets connections in on everything that is bound. */
    public void accept() {
        listeners.forEach(Listener::accept);
    }

    /**
     * Lets no more connections in and handles no more requests; answers what was begun, for at most {@code bound};
     * closes all connections. Interrupts no one.
     */
    public void stop(Duration bound) {
        listeners.forEach(Listener::close);
        forEachConnection(Connection::finishUp);
        awaitClosed(bound);
        forEachConnection(Connection::closeNow);
        awaitClosed(CLOSE_BOUND);
        listeners.clear();
    }

    private void forEachConnection(Consumer<Connection> action) {
        listeners.forEach(listener -> listener.connections().forEach(action));
    }

    private void awaitClosed(Duration bound) {
        long deadlineNanos = time.nanos() + bound.toNanos();
        forEachConnection(connection -> {
            long leftMs =
                    Math.max(0, Duration.ofNanos(deadlineNanos - time.nanos()).toMillis());
            connection.closeFuture().awaitUninterruptibly(leftMs);
        });
    }
}
