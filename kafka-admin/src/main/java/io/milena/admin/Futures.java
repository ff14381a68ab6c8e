package io.milena.admin;

import io.milena.common.KafkaFuture;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What results have in common: many futures taken as one. */
final class Futures {

    private Futures() {}

    static KafkaFuture<Void> all(Collection<? extends KafkaFuture<?>> futures) {
        return KafkaFuture.allOf(futures.toArray(KafkaFuture<?>[]::new));
    }

    static <T extends @Nullable Object> KafkaFuture<Void> toVoid(KafkaFuture<T> future) {
        return KafkaFuture.allOf(future);
    }

    /** Completes with the value of each when all have one. */
    static <K, V> KafkaFuture<Map<K, V>> allByKey(Map<K, KafkaFuture<V>> futures) {
        return all(futures.values()).thenApply(done -> values(futures));
    }

    private static <K, V> Map<K, V> values(Map<K, KafkaFuture<V>> complete) {
        Map<K, V> values = new LinkedHashMap<>();
        for (Map.Entry<K, KafkaFuture<V>> entry : complete.entrySet()) {
            try {
                values.put(entry.getKey(), entry.getValue().get());
            } catch (ExecutionException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return values;
    }

    /** @throws IllegalArgumentException if nobody asked for {@code key} */
    static <K, V> KafkaFuture<V> of(Map<K, KafkaFuture<V>> futures, K key) {
        KafkaFuture<V> future = futures.get(key);
        if (future == null) {
            throw new IllegalArgumentException(key + " was not asked for");
        }
        return future;
    }
}
