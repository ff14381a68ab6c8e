package io.milena.server.network;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes reserved for requests of which a part is missing, over all connections: when they pass the bound,
 * the connection whose frame has not grown for longest is closed. Age alone would not do: a client that sends one large
 * request after the other always holds a part of one. Thread-safe.
 */
final class IncompleteFrames {

    private final long limitBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

    IncompleteFrames(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** {@code connection} has begun to hold an incomplete frame. */
    void began(Connection connection) {
        connections.add(connection);
    }

    /** {@code connection} holds none any more. */
    void ended(Connection connection) {
        connections.remove(connection);
    }

    /** Counts {@code change} more bytes, or fewer; closes the slowest connection when that is too much. */
    void add(long change) {
        if (bytes.addAndGet(change) > limitBytes && change > 0) {
            connections.stream().min(IncompleteFrames::bySlowness).ifPresent(this::close);
        }
    }

    private static int bySlowness(Connection one, Connection other) {
        return Long.signum(one.progressNanos() - other.progressNanos());
    }

    /** It closes later, on its own loop, and must not be chosen again until then. */
    private void close(Connection slowest) {
        if (connections.remove(slowest)) {
            slowest.closeAsSlowest();
        }
    }

    /** How many more may be reserved before a connection is closed for it. */
    long availableBytes() {
        return Math.max(0, limitBytes - bytes.get());
    }

    long bytes() {
        return bytes.get();
    }
}
