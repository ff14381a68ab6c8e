package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.TopicCollection;
import io.milena.common.TopicCollection.TopicIdCollection;
import io.milena.common.TopicCollection.TopicNameCollection;
import io.milena.common.Uuid;
import io.milena.common.errors.InvalidTopicException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What one call owes its caller, by topic or whatever it was asked for: a value each, or why there is none.
 *
 * <p>Confined to the admin's event loop; the futures may be used by any thread.
 *
 * @param <K> what was asked for
 * @param <V> the value of each
 */
final class Answers<K, V extends @Nullable Object> {

    private static final String NO_NAME = "";

    private final Map<K, CompletableFuture<V>> futures = new LinkedHashMap<>();

    Answers(Collection<K> keys) {
        keys.forEach(key -> futures.put(key, new CompletableFuture<>()));
    }

    /** What is owed for topics, each by its name or its id. */
    static <V extends @Nullable Object> Answers<Object, V> ofTopics(TopicCollection topics) {
        return ofTopics(keys(topics));
    }

    /** The same; those that no request can ask for fail at once. */
    static <K, V extends @Nullable Object> Answers<K, V> ofTopics(Collection<K> namesOrIds) {
        var answers = new Answers<K, V>(namesOrIds);
        answers.futures.forEach((key, future) -> {
            if (key == null || key.equals(NO_NAME) || key.equals(Uuid.ZERO)) {
                future.completeExceptionally(new InvalidTopicException(
                        "'" + key + "' is no topic (expected: a name, or an id that is not zero)"));
            }
        });
        return answers;
    }

    private static List<Object> keys(TopicCollection topics) {
        List<Object> keys = new ArrayList<>();
        if (topics instanceof TopicIdCollection ids) {
            keys.addAll(ids.topicIds());
        } else if (topics instanceof TopicNameCollection names) {
            keys.addAll(names.topicNames());
        }
        return keys;
    }

    /** In the order in which they were asked for. */
    Map<K, KafkaFuture<V>> futures() {
        Map<K, KafkaFuture<V>> all = new LinkedHashMap<>();
        futures.forEach((key, future) -> all.put(key, KafkaFuture.of(future)));
        return all;
    }

    /** What has neither a value nor a failure. */
    List<K> open() {
        return futures.keySet().stream().filter(this::isOpen).toList();
    }

    boolean isOpen(K key) {
        CompletableFuture<V> future = futures.get(key);
        return future != null && !future.isDone();
    }

    void complete(K key, V value) {
        CompletableFuture<V> future = futures.get(key);
        if (future != null) {
            future.complete(value);
        }
    }

    void fail(K key, Throwable cause) {
        CompletableFuture<V> future = futures.get(key);
        if (future != null) {
            future.completeExceptionally(cause);
        }
    }

    void failOpen(Throwable cause) {
        open().forEach(key -> fail(key, cause));
    }
}
