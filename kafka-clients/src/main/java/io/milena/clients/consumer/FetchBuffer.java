package io.milena.clients.consumer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was fetched and waits for the application, in the order in which it came. Guarded by the consumer's lock. */
final class FetchBuffer {

    private final Deque<FetchedChunk> chunks = new ArrayDeque<>();
    private final Subscription subscription;
    private long bytes;

    FetchBuffer(Subscription subscription) {
        this.subscription = subscription;
    }

    /** Takes over the chunk's reference. */
    void add(FetchedChunk chunk) {
        chunks.add(chunk);
        bytes += chunk.records().readableBytes();
    }

    /** Of what may be handed over as soon as the application wants it. */
    long wantedBytes() {
        long wanted = bytes;
        for (FetchedChunk chunk : chunks) {
            wanted -= chunk.partition().mayHandOver() ? 0 : chunk.records().readableBytes();
        }
        return wanted;
    }

    /** Gives up, while there are more than {@code most} bytes, what is paused; it is fetched again when it goes on. */
    void dropPausedOver(long most) {
        if (bytes <= most) {
            return;
        }
        Set<AssignedPartition> dropped = new HashSet<>();
        Iterator<FetchedChunk> waiting = chunks.iterator();
        while (waiting.hasNext()) {
            FetchedChunk chunk = waiting.next();
            AssignedPartition partition = chunk.partition();
            if (dropped.contains(partition) || bytes > most && partition.isPaused()) {
                if (dropped.add(partition)) {
                    partition.fetchAgainFrom(chunk.from());
                }
                partition.chunkDone();
                drop(waiting, chunk);
            }
        }
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }

    /** The first chunk that the application may have, which it then owns; null if there is none. */
    @Nullable
    FetchedChunk take() {
        Iterator<FetchedChunk> waiting = chunks.iterator();
        while (waiting.hasNext()) {
            FetchedChunk chunk = waiting.next();
            if (isGone(chunk)) {
                drop(waiting, chunk);
            } else if (chunk.partition().mayHandOver()) {
                waiting.remove();
                bytes -= chunk.records().readableBytes();
                return chunk;
            }
        }
        return null;
    }

    /** Gives up what will not be handed over any more. */
    void dropGone() {
        Iterator<FetchedChunk> waiting = chunks.iterator();
        while (waiting.hasNext()) {
            FetchedChunk chunk = waiting.next();
            if (isGone(chunk)) {
                drop(waiting, chunk);
            }
        }
    }

    boolean isGone(FetchedChunk chunk) {
        return chunk.isStale() || !subscription.isCurrent(chunk.partition());
    }

    private void drop(Iterator<FetchedChunk> waiting, FetchedChunk chunk) {
        waiting.remove();
        bytes -= chunk.records().readableBytes();
        chunk.records().release();
    }

    void clear() {
        for (FetchedChunk chunk : chunks) {
            chunk.records().release();
        }
        chunks.clear();
        bytes = 0;
    }
}
