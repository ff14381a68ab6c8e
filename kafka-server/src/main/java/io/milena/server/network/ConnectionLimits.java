package io.milena.server.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the open connections of all listeners, in all and by address. Thread-safe. */
final class ConnectionLimits {

    private static final Logger log = LoggerFactory.getLogger(ConnectionLimits.class);

    private final int max;
    private final int maxPerIp;
    private final Map<InetAddress, Integer> overrides;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    ConnectionLimits(ConnectionConfig config) {
        this.max = config.max();
        this.maxPerIp = config.maxPerIp();
        this.overrides = resolve(config.maxPerIpOverrides());
    }

    private static Map<InetAddress, Integer> resolve(Map<String, Integer> overrides) {
        Map<InetAddress, Integer> resolved = new HashMap<>();
        overrides.forEach((host, limit) -> {
            try {
                resolved.put(InetAddress.getByName(host), limit);
            } catch (UnknownHostException e) {
                log.warn(
                        "{}: host {} is unknown, its limit is ignored",
                        ConnectionConfig.MAX_PER_IP_OVERRIDES.name(),
                        host);
            }
        });
        return resolved;
    }

    /** Counts a connection from {@code address} in, or says why not. An admitted one must be {@link #left}. */
    Admission arrived(InetAddress address) {
        if (open.incrementAndGet() > max) {
            open.decrementAndGet();
            return Admission.TOO_MANY;
        }
        int limit = overrides.getOrDefault(address, maxPerIp);
        if (openByAddress.merge(address, 1, Integer::sum) > limit) {
            left(address);
            return Admission.TOO_MANY_FROM_ADDRESS;
        }
        return Admission.ADMITTED;
    }

    /** An admitted connection is closed. */
    void left(InetAddress address) {
        openByAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
        open.decrementAndGet();
        admitWaiting();
    }

    /** Whether the next one would be one too many. */
    boolean areReached() {
        return open.get() >= max;
    }

    /** Runs {@code task} once, on any thread, when there is room for one more; at once if there is. */
    void whenThereIsRoom(Runnable task) {
        waiting.add(task);
        admitWaiting();
    }

    private void admitWaiting() {
        while (!areReached() && !waiting.isEmpty()) {
            Runnable task = waiting.poll();
            if (task != null) {
                task.run();
            }
        }
    }

    /** What became of a connection that wants to come in. */
    enum Admission {
        ADMITTED,
        TOO_MANY,
        TOO_MANY_FROM_ADDRESS
    }
}
