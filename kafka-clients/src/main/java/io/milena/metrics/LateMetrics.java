package io.milena.metrics;

import com.codahale.metrics.MetricRegistry;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * The metrics of things of which a start finds thousands, such as logs: made when the start is over, and from then on
 * with each thing that comes.
 *
 * <p>What came before {@link #begin} is described in small portions on the executor given, so that whatever else it has
 * to do gets its turn. Thread-safe.
 *
 * @param <K> what the metrics are about; known by its identity
 */
public final class LateMetrics<K> implements AutoCloseable {

    /** Most things described before the executor's other tasks get a turn. */
    private static final int PORTION = 64;

    private final MetricRegistry registry;
    private final BiConsumer<MetricScope, K> describer;
    private final Map<K, MetricScope> scopes = new ConcurrentHashMap<>();
    private final Queue<K> waiting = new ConcurrentLinkedQueue<>();
    private boolean begun;

    /** @param describer makes the metrics of a thing in a scope; it must not use this class */
    public LateMetrics(MetricRegistry registry, BiConsumer<MetricScope, K> describer) {
        this.registry = registry;
        this.describer = describer;
    }

    /** {@code key} is there; its metrics follow. */
    public void came(K key) {
        scopes.put(key, new MetricScope(registry));
        if (!mustWait(key)) {
            describe(key);
        }
    }

    private synchronized boolean mustWait(K key) {
        if (!begun) {
            waiting.add(key);
        }
        return !begun;
    }

    private void describe(K key) {
        scopes.computeIfPresent(key, (same, scope) -> {
            describer.accept(scope, key);
            return scope;
        });
    }

    /** {@code key} is there no more, and its metrics neither. */
    public void went(K key) {
        scopes.computeIfPresent(key, (same, scope) -> {
            scope.close();
            return null;
        });
    }

    /** The start is over. */
    public void begin(Executor executor) {
        synchronized (this) {
            begun = true;
        }
        executor.execute(() -> describePortion(executor));
    }

    private void describePortion(Executor executor) {
        for (int i = 0; i < PORTION; i++) {
            K key = waiting.poll();
            if (key == null) {
                return;
            }
            describe(key);
        }
        executor.execute(() -> describePortion(executor));
    }

    @Override
    public void close() {
        waiting.clear();
        scopes.keySet().forEach(this::went);
    }
}
