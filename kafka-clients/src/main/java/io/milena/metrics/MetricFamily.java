package io.milena.metrics;

import com.codahale.metrics.MetricRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The same set of metrics for every key of a kind, such as topics: made when a key is first used, removed when it goes.
 *
 * <p>Thread-safe; getting one that exists does not lock.
 *
 * @param <K> what the metrics are about
 * @param <M> the metrics of one key
 */
public final class MetricFamily<K, M> implements AutoCloseable {

    private final MetricRegistry registry;
    private final BiFunction<MetricScope, K, M> maker;
    private final Map<K, Member<M>> members = new ConcurrentHashMap<>();

    /** The metrics of one key, with the scope that removes them. */
    private record Member<M>(MetricScope scope, M metrics) {}

    /** @param maker makes the metrics of a key in a scope; it must not use this family */
    public MetricFamily(MetricRegistry registry, BiFunction<MetricScope, K, M> maker) {
        this.registry = registry;
        this.maker = maker;
    }

    /** The metrics of {@code key}, made now if this is its first use. */
    public M of(K key) {
        Member<M> member = members.get(key);
        return member != null ? member.metrics : members.computeIfAbsent(key, this::newMember).metrics;
    }

    private Member<M> newMember(K key) {
        var scope = new MetricScope(registry);
        return new Member<>(scope, maker.apply(scope, key));
    }

    /** Removes the metrics of {@code key}; using the key again makes new ones that start from zero. */
    public void remove(K key) {
        members.computeIfPresent(key, (k, member) -> {
            member.scope.close();
            return null;
        });
    }

    /** How many keys have metrics. */
    public int size() {
        return members.size();
    }

    @Override
    public void close() {
        members.keySet().forEach(this::remove);
    }
}
