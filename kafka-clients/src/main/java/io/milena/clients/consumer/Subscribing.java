package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The calls of a consumer about what it reads. Confined to the application's thread. */
final class Subscribing {

    private final Engine engine;
    private final AssignorSet assignors;
    private final Rebalance rebalance;
    private final Committing committing;

    Subscribing(Engine engine, AssignorSet assignors, Rebalance rebalance, Committing committing) {
        this.engine = engine;
        this.assignors = assignors;
        this.rebalance = rebalance;
        this.committing = committing;
    }

    void topics(@Nullable Collection<String> topics, @Nullable ConsumerRebalanceListener listener) {
        if (topics == null || topics.stream().anyMatch(topic -> topic == null || topic.isBlank())) {
            throw new IllegalArgumentException("topics: " + topics + " (expected: names that are not empty)");
        }
        heeding(listener);
        if (topics.isEmpty()) {
            nothing();
            return;
        }
        joining();
        engine.lock().lock();
        try {
            engine.subscription().subscribed(topics, listener);
            engine.membership().wanted();
        } finally {
            engine.lock().unlock();
        }
        engine.metadata().wantOnly(new TreeSet<>(topics));
        engine.pump().kick();
    }

    void pattern(@Nullable Pattern pattern, @Nullable ConsumerRebalanceListener listener) {
        if (pattern == null || pattern.pattern().isEmpty()) {
            throw new IllegalArgumentException("pattern: " + pattern + " (expected: one that is not empty)");
        }
        heeding(listener);
        joining();
        engine.lock().lock();
        try {
            engine.subscription().subscribed(pattern, listener);
            engine.membership().wanted();
        } finally {
            engine.lock().unlock();
        }
        engine.metadata().wantAll();
        engine.metadata().refresh();
        engine.pump().kick();
    }

    private static void heeding(@Nullable ConsumerRebalanceListener listener) {
        if (listener == null) {
            throw new IllegalArgumentException("listener: null (expected: a listener, or the call without one)");
        }
    }

    private void joining() {
        engine.settings().group().requiredGroupId();
        if (assignors.isEmpty()) {
            throw new IllegalStateException("a member of a group needs an assignor: set "
                    + ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
        }
    }

    void partitions(@Nullable Collection<TopicPartition> partitions) {
        if (partitions == null || !partitions.stream().allMatch(Subscribing::hasTopic)) {
            throw new IllegalArgumentException("partitions: " + partitions + " (expected: of named topics)");
        }
        if (partitions.isEmpty()) {
            nothing();
            return;
        }
        Set<String> topics = new TreeSet<>();
        partitions.forEach(partition -> topics.add(partition.topic()));
        // Those that go take their positions with them: what is due is committed before.
        committing.auto(engine.time().nanos());
        engine.lock().lock();
        try {
            engine.subscription().assignedByHand(partitions);
            engine.watch().reads(engine.subscription().assignment());
            engine.problems().forget();
        } finally {
            engine.lock().unlock();
        }
        engine.metadata().wantOnly(topics);
        engine.pump().kick();
    }

    private static boolean hasTopic(@Nullable TopicPartition partition) {
        return partition != null
                && partition.topic() != null
                && !partition.topic().isBlank();
    }

    /** Reads nothing any more; a member says good-bye. */
    void nothing() {
        try {
            rebalance.leave();
        } finally {
            engine.lock().lock();
            try {
                engine.member().leave("the consumer unsubscribed from all topics");
                engine.subscription().unsubscribed();
                engine.watch().reads(Set.of());
                engine.problems().forget();
            } finally {
                engine.lock().unlock();
            }
            engine.metadata().wantOnly(Set.of());
            engine.pump().kick();
        }
    }
}
