package io.milena.server.network;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the bytes reserved for requests of which a part is missing, over all connections: when they pass the bound,
 * the connection whose frame has not grown for longest is closed. Age alone would not do: a client that sends one large
 * request after the other always holds a part of one.
 *
 * <p>A connection closes on its own loop, which may be a while. What it holds is given up already, so that nobody else
 * is closed for those bytes. Thread-safe.
 */
final class IncompleteFrames {

    private final long limitBytes;
    /** What is reserved by connections that may stay, by connection. */
    private final Map<Connection, Long> staying = new LinkedHashMap<>();
    /** What is reserved by those that were told to close, until they have given it back. */
    private final Map<Connection, Long> leaving = new HashMap<>();

    private long stayingBytes;
    private volatile long bytes;

    IncompleteFrames(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** {@code connection} now reserves {@code reservedBytes}. The slowest closes if that is too much for all. */
    void reserves(Connection connection, long reservedBytes) {
        Connection slowest = noted(connection, reservedBytes);
        if (slowest != null) {
            slowest.closeAsSlowest();
        }
    }

    /** Returns which connection is to leave for it, if any. */
    private synchronized @Nullable Connection noted(Connection connection, long reservedBytes) {
        boolean leaves = leaving.containsKey(connection);
        long change = reservedBytes - swapped(leaves ? leaving : staying, connection, reservedBytes);
        bytes += change;
        if (leaves) {
            return null;
        }
        stayingBytes += change;
        return change > 0 && stayingBytes > limitBytes ? slowestLeaves() : null;
    }

    /** Returns what {@code connection} reserved before. */
    private static long swapped(Map<Connection, Long> reserved, Connection connection, long reservedBytes) {
        Long before = reservedBytes == 0 ? reserved.remove(connection) : reserved.put(connection, reservedBytes);
        return before == null ? 0 : before;
    }

    private Connection slowestLeaves() {
        Connection slowest = staying.keySet().stream()
                .min(Comparator.comparing(Connection::progressNanos, IncompleteFrames::byAge))
                .orElseThrow();
        long reservedBytes = swapped(staying, slowest, 0);
        stayingBytes -= reservedBytes;
        leaving.put(slowest, reservedBytes);
        return slowest;
    }

    private static int byAge(long oneNanos, long otherNanos) {
        return Long.signum(oneNanos - otherNanos);
    }

    /** Whether {@code connection} was told to close, and still has what it was told for. */
    synchronized boolean isLeaving(Connection connection) {
        return leaving.containsKey(connection);
    }

    /** How many more may be reserved before a connection is closed for it. */
    long availableBytes() {
        return Math.max(0, limitBytes - bytes);
    }

    long bytes() {
        return bytes;
    }
}
