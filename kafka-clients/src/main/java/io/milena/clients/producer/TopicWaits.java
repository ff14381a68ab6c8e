package io.milena.clients.producer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.TimeoutException;
import io.milena.common.time.Time;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where threads wait that want to send to a topic of which nothing is known. Thread-safe.
 *
 * <p>What each picture says of a topic is put beside its queues, so that the sending of a record to a known topic looks
 * into no map but one.
 */
final class TopicWaits {

    /** How long a waiting thread sleeps at most before it asks for another picture. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ClusterMetadata metadata;
    private final Accumulator accumulator;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LongAdder waitedNanos = new LongAdder();
    private @Nullable KafkaException lastFailure;
    private boolean closed;

    TopicWaits(ClusterMetadata metadata, Accumulator accumulator, Time time) {
        this.metadata = metadata;
        this.accumulator = accumulator;
        this.time = time;
        metadata.onChange(this::changed);
        metadata.onFailure(this::failed);
    }

    private void changed(ClusterView view) {
        accumulator.topics().forEach((name, topic) -> learn(view, topic));
        lock.lock();
        try {
            lastFailure = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void failed(KafkaException cause) {
        lock.lock();
        try {
            lastFailure = cause;
        } finally {
            lock.unlock();
        }
    }

    private static void learn(ClusterView view, TopicQueues topic) {
        ClusterView.Topic seen = view.topic(topic.name());
        boolean usable = seen != null
                && seen.error() == ErrorCode.NONE
                && !seen.partitions().isEmpty();
        topic.known(usable ? seen : null);
    }

    /**
     * Waits until {@code topic} is known and has {@code partition}.
     *
     * @param partition -1 for any
     * @return what is left of {@code maxNanos}
     * @throws TimeoutException if it is not known by then, with the last reason why nothing could be learned
     * @throws KafkaException if the topic cannot be written to
     */
    long await(TopicQueues topic, int partition, long maxNanos) throws InterruptedException {
        long start = time.nanos();
        long left = maxNanos;
        metadata.want(Set.of(topic.name()));
        learn(metadata.view(), topic);
        while (!has(topic, partition)) {
            refuse(topic);
            if (left <= 0) {
                throw notKnown(topic, partition, maxNanos);
            }
            metadata.refresh();
            sleep(Math.min(left, ASK_AGAIN_NANOS));
            learn(metadata.view(), topic);
            left = maxNanos - (time.nanos() - start);
        }
        waitedNanos.add(maxNanos - left);
        return left;
    }

    private static boolean has(TopicQueues topic, int partition) {
        ClusterView.Topic known = topic.known();
        return known != null && partition < known.partitions().size();
    }

    /** Some answers do not become better by waiting. */
    private void refuse(TopicQueues topic) {
        ClusterView.Topic seen = metadata.view().topic(topic.name());
        ErrorCode error = seen == null ? ErrorCode.NONE : seen.error();
        if (error == ErrorCode.INVALID_TOPIC_EXCEPTION || error == ErrorCode.TOPIC_AUTHORIZATION_FAILED) {
            throw error.exception("brokers refuse topic " + topic.name() + ": " + error);
        }
    }

    private void sleep(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (closed) {
                throw new KafkaException("the producer was closed while a record waited for its topic to be known");
            }
            changed.awaitNanos(nanos);
        } finally {
            lock.unlock();
        }
    }

    private TimeoutException notKnown(TopicQueues topic, int partition, long maxNanos) {
        ClusterView.Topic known = topic.known();
        String what = known == null
                ? "topic " + topic.name() + " is not known"
                : "topic " + topic.name() + " has no partition " + partition + " but "
                        + known.partitions().size() + " of them";
        KafkaException cause = lastFailure();
        String why = cause == null ? "" : "; the last attempt to ask failed: " + cause.getMessage();
        return new TimeoutException(
                what + " after " + TimeUnit.NANOSECONDS.toMillis(maxNanos) + " ms (max.block.ms)" + why, cause);
    }

    private @Nullable KafkaException lastFailure() {
        lock.lock();
        try {
            return lastFailure;
        } finally {
            lock.unlock();
        }
    }

    /** Sends everyone away who waits, and who would. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** For how long threads have waited, all of them together. */
    long waitedNanos() {
        return waitedNanos.sum();
    }
}
