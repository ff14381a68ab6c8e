package io.milena.clients.producer;

import io.milena.common.TopicPartition;
import io.milena.common.header.Header;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one partition: batches in the order in which they are to be sent, the last of which may be open.
 *
 * <p>Applications append under this object's lock, which is held while one record is copied; the event loop takes
 * batches out under it. No lock but that of the pool is taken inside.
 */
final class PartitionQueue {

    /** What became of a record that was to be appended. */
    enum Appended {
        /** It is in the open batch. */
        YES,
        /** It is in a batch that is closed now: {@link #claimClosed} is next. */
        YES_AND_CLOSED,
        /** As {@link #YES_AND_CLOSED}, behind so many batches that the event loop is told by their threads. */
        YES_AND_CLOSED_BEHIND,
        /** It is the first of a batch that was opened for it. */
        YES_AND_OPENED,
        /** As {@link #YES_AND_OPENED}, behind so many batches that the event loop is told by their threads. */
        YES_AND_OPENED_BEHIND,
        /** No batch is open any more: {@link #claimClosed} and {@link #appendToNew} are next. */
        NO;

        /** Whether the event loop is to hear of it. */
        boolean isNews() {
            return this == YES_AND_OPENED || this == YES_AND_CLOSED;
        }

        boolean isOpened() {
            return this == YES_AND_OPENED || this == YES_AND_OPENED_BEHIND;
        }
    }

    private final TopicQueues topic;
    private final TopicPartition partition;
    private final ArrayDeque<ProducerBatch> batches = new ArrayDeque<>();
    private final ArrayDeque<ProducerBatch> toSeal = new ArrayDeque<>(2);
    private final AtomicBoolean listed = new AtomicBoolean();
    private volatile int waiting;
    private final Outbox outbox = new Outbox(this);
    private long opened;
    private volatile int lastBytes;
    private int likelyCallbacks;
    private boolean isShut;

    PartitionQueue(TopicQueues topic, TopicPartition partition) {
        this.topic = topic;
        this.partition = partition;
    }

    /** Appends to the open batch if there is one. */
    synchronized Appended append(
            RecordFuture record, byte @Nullable [] key, byte @Nullable [] value, Header @Nullable [] headers) {
        if (isShut) {
            throw new IllegalStateException("the producer is closed");
        }
        ProducerBatch open = open();
        if (open == null) {
            return Appended.NO;
        }
        while (!open.append(record, key, value, headers)) {
            if (!topic.grow(open)) {
                close(open);
                return Appended.NO;
            }
        }
        if (!closedIfFull(open)) {
            return Appended.YES;
        }
        return isDeep() ? Appended.YES_AND_CLOSED_BEHIND : Appended.YES_AND_CLOSED;
    }

    /**
     * Appends to the open batch, or where there is none, to a new one in {@code buffer}.
     *
     * <p>Whether the new batch is news to the event loop is decided here, under the lock: a thread that looked later
     * might see the batches of others, whose threads see its own, and none of them would tell.
     *
     * @param buffer with room for the record; it was taken if this returns {@link Appended#YES_AND_OPENED} or
     *     {@link Appended#YES_AND_OPENED_BEHIND}
     */
    synchronized Appended appendToNew(
            RecordFuture record,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header @Nullable [] headers,
            ByteBuf buffer,
            long nowNanos) {
        Appended appended = append(record, key, value, headers);
        if (appended != Appended.NO) {
            return appended;
        }
        opened++;
        var batch = new ProducerBatch(new BatchResult(partition, null), opened, buffer, nowNanos, likelyCallbacks);
        topic.opened(batch);
        batch.append(record, key, value, headers);
        batches.addLast(batch);
        waiting = batches.size();
        closedIfFull(batch);
        return isDeep() ? Appended.YES_AND_OPENED_BEHIND : Appended.YES_AND_OPENED;
    }

    private boolean closedIfFull(ProducerBatch open) {
        boolean full = topic.isFull(open);
        if (full) {
            close(open);
        }
        return full;
    }

    private void close(ProducerBatch open) {
        lastBytes = open.encoder().uncompressedBytes();
        // As many as in this one, and some more, or each batch would have to make room for its last few.
        likelyCallbacks = open.calledBackCount() + open.calledBackCount() / 8;
        topic.close(open);
        if (open.stage() == ProducerBatch.Stage.CLOSED) {
            toSeal.addLast(open);
        }
    }

    private @Nullable ProducerBatch open() {
        ProducerBatch last = batches.peekLast();
        return last != null && last.stage() == ProducerBatch.Stage.OPEN ? last : null;
    }

    /** Takes no more records; what is in batches stays. */
    synchronized void shut() {
        isShut = true;
    }

    /**
     * A closed batch that nobody seals yet: the caller does. Null if there is none. A later batch may be sealed before:
     * the thread that closed this one may not have come here as yet.
     */
    synchronized @Nullable ProducerBatch claimClosed() {
        ProducerBatch closed = toSeal.pollFirst();
        if (closed != null) {
            closed.claimed();
        }
        return closed;
    }

    /** The batch to be sent next; null if nothing waits. */
    synchronized @Nullable ProducerBatch first() {
        return batches.peekFirst();
    }

    /** Closes {@code first} if it is open still; {@link #claimClosed} is next. */
    synchronized void closeFirst(ProducerBatch first) {
        if (first.stage() == ProducerBatch.Stage.OPEN) {
            close(first);
        }
    }

    /** Takes the first batch out: it is on its way, or has ended. */
    synchronized void removeFirst() {
        batches.removeFirst();
        waiting = batches.size();
    }

    /** Puts in a batch that is to be sent again, or one that was split off, before what came later. */
    synchronized void putBack(ProducerBatch batch) {
        List<ProducerBatch> later = new ArrayList<>(batches);
        batches.clear();
        int at = 0;
        while (at < later.size() && later.get(at).isBefore(batch)) {
            batches.addLast(later.get(at));
            at++;
        }
        batches.addLast(batch);
        batches.addAll(later.subList(at, later.size()));
        waiting = batches.size();
    }

    /**
     * Takes out the first batch if it was created before {@code nanos}; null if there is none, or it is being sealed.
     */
    synchronized @Nullable ProducerBatch removeOlderThan(long nanos) {
        ProducerBatch first = batches.peekFirst();
        if (first == null || first.createdNanos() - nanos > 0 || first.stage() == ProducerBatch.Stage.CLOSED) {
            return null;
        }
        if (first.stage() == ProducerBatch.Stage.OPEN) {
            first.close();
        }
        removeFirst();
        return first;
    }

    /** Takes everything out. What was open is closed, and sealed is only what is being sealed. */
    synchronized List<ProducerBatch> removeAll() {
        List<ProducerBatch> all = List.copyOf(batches);
        for (ProducerBatch batch : all) {
            if (batch.stage() == ProducerBatch.Stage.OPEN) {
                batch.close();
            }
        }
        batches.clear();
        toSeal.clear();
        waiting = 0;
        return all;
    }

    /** What the last batch held before compression; 0 before the first. May be asked by any thread. */
    int lastBytes() {
        return lastBytes;
    }

    /** Batches that wait. May be asked by any thread. */
    int waiting() {
        return waiting;
    }

    /** Whether there is a full batch behind the first one. May be asked by any thread. */
    boolean hasBacklog() {
        return waiting > 2;
    }

    /** Whether one more batch in the end, or that the last is full, is no news. May be asked by any thread. */
    private boolean isDeep() {
        return waiting > 3;
    }

    /** Whether this call is the one that puts the queue on the event loop's list. May be called by any thread. */
    boolean list() {
        return !listed.get() && listed.compareAndSet(false, true);
    }

    /** The queue is off the event loop's list. */
    void unlist() {
        listed.set(false);
    }

    /** What the event loop keeps of the partition. */
    Outbox outbox() {
        return outbox;
    }

    TopicPartition partition() {
        return partition;
    }

    TopicQueues topic() {
        return topic;
    }
}
