package io.milena.clients.producer;

import io.milena.common.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * What the event loop keeps of one broker: how much is out, and what goes with the next request. Confined to the event
 * loop, but for what says otherwise.
 */
final class Lane {

    private Node node;
    private int out;
    private boolean hasShipped;
    private long shippedNanos;
    private long throttledUntilNanos;
    private boolean isThrottled;
    private volatile long unreachableSinceNanos;
    private volatile boolean isUnreachable;
    private List<ProducerBatch> load = new ArrayList<>();
    private List<Outbox> from = new ArrayList<>();
    private final List<Outbox> resting = new ArrayList<>();
    private int loadBytes;

    Lane(Node node) {
        this.node = node;
    }

    Node node() {
        return node;
    }

    /** The broker may have moved to another address. */
    void node(Node newest) {
        node = newest;
    }

    /** Nanoseconds until the broker's wish for rest is over. */
    long throttledFor(long nowNanos) {
        if (!isThrottled) {
            return 0;
        }
        long left = throttledUntilNanos - nowNanos;
        isThrottled = left > 0;
        return Math.max(0, left);
    }

    void throttled(long untilNanos) {
        throttledUntilNanos = untilNanos;
        isThrottled = true;
    }

    /** Whether the broker could be sent to when something was there for it. */
    void reachable(boolean isReachable, long nowNanos) {
        if (isReachable) {
            isUnreachable = false;
        } else if (!isUnreachable) {
            unreachableSinceNanos = nowNanos;
            isUnreachable = true;
        }
    }

    /** Whether the broker cannot be sent to, and could not for so long. May be asked by any thread. */
    boolean isOutOfReach(long longerThanNanos, long nowNanos) {
        return isUnreachable && nowNanos - unreachableSinceNanos >= longerThanNanos;
    }

    int out() {
        return out;
    }

    /** Nanoseconds until the last request was {@code restNanos} ago; 0 before the first. */
    long restsFor(long restNanos, long nowNanos) {
        return hasShipped ? Math.max(0, shippedNanos + restNanos - nowNanos) : 0;
    }

    /** The first batch of a partition may go, and only waits to share a request with others. */
    void rests(Outbox outbox) {
        resting.add(outbox);
    }

    /** Those who rest; good until the next comes or {@link #endRests}. */
    List<Outbox> resting() {
        return resting;
    }

    void endRests() {
        resting.clear();
    }

    boolean hasLoad() {
        return !load.isEmpty();
    }

    /** Whether the next request has room for so much; a batch alone always has. */
    boolean hasRoomFor(int bytes, int requestBytes) {
        return load.isEmpty() || (long) loadBytes + bytes <= requestBytes;
    }

    void load(Outbox outbox, ProducerBatch batch) {
        load.add(batch);
        from.add(outbox);
        loadBytes += batch.sealedBytes();
    }

    /** Takes what is loaded, as one request that is out. */
    Shipment ship(long nowNanos) {
        hasShipped = true;
        shippedNanos = nowNanos;
        var shipment = new Shipment(this, load, from);
        load = new ArrayList<>(load.size());
        from = new ArrayList<>(load.size());
        loadBytes = 0;
        out++;
        return shipment;
    }

    /** A request has its answer, or never will. */
    void back() {
        out--;
    }

    /** The batches of one request: each of another partition, which is the one beside it. */
    record Shipment(Lane lane, List<ProducerBatch> batches, List<Outbox> outboxes) {}
}
