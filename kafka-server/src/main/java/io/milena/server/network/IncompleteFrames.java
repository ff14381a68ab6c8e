package io.milena.server.network;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes reserved for requests of which a part is missing, over all connections: when they pass the bound,
 * the connection whose frame has been incomplete for longest is closed. Thread-safe.
 */
final class IncompleteFrames {

    private final long limitBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final Map<Connection, Long> sinceNanos = new ConcurrentHashMap<>();

    IncompleteFrames(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** {@code connection} has begun to hold an incomplete frame. */
    void began(Connection connection, long nowNanos) {
        sinceNanos.put(connection, nowNanos);
    }

    /** {@code connection} holds none any more. */
    void ended(Connection connection) {
        sinceNanos.remove(connection);
    }

    /** Counts {@code change} more bytes, or fewer; closes the slowest connection when that is too much. */
    void add(long change) {
        if (bytes.addAndGet(change) > limitBytes && change > 0) {
            sinceNanos.entrySet().stream()
                    .min(Comparator.comparingLong(Map.Entry::getValue))
                    .ifPresent(slowest -> slowest.getKey().closeAsSlowest());
        }
    }

    long bytes() {
        return bytes.get();
    }
}
