package io.milena.clients.producer;

import io.milena.clients.producer.PartitionQueue.Appended;
import io.milena.common.Randomness;
import io.milena.common.header.Header;
import io.milena.common.time.Time;
import io.milena.record.RecordBatchFormat;
import io.milena.record.RecordEncoder;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes records from applications into the open batches of their partitions, which it opens, closes and has sealed.
 * Thread-safe; waits for memory and for nothing else.
 */
final class Accumulator {

    private final BatchRules rules;
    private final RecordPool pool;
    private final BatchSealer sealer;
    private final Time time;
    private final Randomness randomness;
    private final Wakeup wakeup;
    private final Map<String, TopicQueues> topics = new ConcurrentHashMap<>();
    private boolean isShut;
    private final Set<BatchResult> incomplete = ConcurrentHashMap.newKeySet();

    /** Tells the event loop that there is something for it; thread-safe and cheap. */
    interface Wakeup {
        /** {@code queue} has something to send, now or later. */
        void ready(PartitionQueue queue);
    }

    Accumulator(BatchRules rules, RecordPool pool, BatchSealer sealer, Clocks clocks, Wakeup wakeup) {
        this.rules = rules;
        this.pool = pool;
        this.sealer = sealer;
        this.time = clocks.time();
        this.randomness = clocks.randomness();
        this.wakeup = wakeup;
    }

    /** What comes from outside. */
    record Clocks(Time time, Randomness randomness) {}

    /** What is kept of a topic, from its first record on. */
    TopicQueues topic(String name) {
        TopicQueues known = topics.get(name);
        return known != null ? known : newTopic(name);
    }

    private synchronized TopicQueues newTopic(String name) {
        TopicQueues known = topics.get(name);
        if (known != null) {
            return known;
        }
        var topic = new TopicQueues(name, rules, pool, incomplete, randomness);
        if (isShut) {
            topic.shut();
        }
        topics.put(name, topic);
        return topic;
    }

    /** Takes no more records, once this returns: appending one is an {@link IllegalStateException}. */
    synchronized void shut() {
        isShut = true;
        topics.values().forEach(TopicQueues::shut);
    }

    Map<String, TopicQueues> topics() {
        return topics;
    }

    /** Results of all batches that have not ended. */
    Set<BatchResult> incomplete() {
        return incomplete;
    }

    /**
     * Appends a record.
     *
     * @param maxWaitNanos for memory
     * @return whether a batch was closed with it or before it
     */
    boolean append(
            PartitionQueue queue,
            RecordFuture record,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header @Nullable [] headers,
            long maxWaitNanos)
            throws InterruptedException {
        Appended appended = queue.append(record, key, value, headers);
        if (appended == Appended.YES) {
            return false;
        }
        boolean isNews = sealClosed(queue);
        try {
            if (appended == Appended.NO) {
                appended = appendToNew(queue, record, key, value, headers, maxWaitNanos);
                isNews |= sealClosed(queue);
            }
        } finally {
            // Also when there is no memory for the next batch: the one before is ready, and this thread alone knows.
            if (isNews || appended.isNews()) {
                wakeup.ready(queue);
            }
        }
        return true;
    }

    private Appended appendToNew(
            PartitionQueue queue,
            RecordFuture record,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header @Nullable [] headers,
            long maxWaitNanos)
            throws InterruptedException {
        ByteBuf buffer = take(queue, batchBytes(key, value, headers), maxWaitNanos);
        Appended appended = Appended.NO;
        try {
            appended = queue.appendToNew(record, key, value, headers, buffer, time.nanos());
        } finally {
            // Also when the producer was closed meanwhile, which the queue says by throwing.
            if (!appended.isOpened()) {
                buffer.release();
            }
        }
        return appended;
    }

    /** As much as the batch before grew to, if that is free; at least {@code bytes}. */
    private ByteBuf take(PartitionQueue queue, int bytes, long maxWaitNanos) throws InterruptedException {
        int likely = rules.capacityFor(queue.lastBytes());
        ByteBuf large = likely > bytes ? pool.tryTake(likely) : null;
        return large != null ? large : pool.take(bytes, maxWaitNanos);
    }

    private int batchBytes(byte @Nullable [] key, byte @Nullable [] value, Header @Nullable [] headers) {
        long record = RecordBatchFormat.HEADER_BYTES + RecordEncoder.mostBytes(key, value, headers);
        return Math.toIntExact(Math.max(rules.batchBytes(), record));
    }

    /** Seals what is closed and nobody seals; whether the batch that is to be sent next was among that. */
    boolean sealClosed(PartitionQueue queue) {
        boolean isFirst = false;
        ProducerBatch closed = queue.claimClosed();
        while (closed != null) {
            sealer.seal(closed, queue.topic().ratio());
            isFirst |= queue.first() == closed;
            closed = queue.claimClosed();
        }
        return isFirst;
    }
}
