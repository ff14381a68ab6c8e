package io.milena.clients.producer;

import io.milena.common.TopicPartition;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What became of a batch, for the futures of its records. Completed once, by the event loop; may be read by any thread.
 *
 * <p>A batch that was split passes the question on: its records are in other batches then, and it has ended when all of
 * those have.
 */
final class BatchResult {

    static final long NO_OFFSET = -1;
    static final long NO_TIMESTAMP = -1;

    private final TopicPartition partition;
    private final @Nullable BatchResult whole;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Outcome outcome;
    private int unfinishedParts;

    /**
     * How it ended.
     *
     * @param baseOffset of its first record, or {@link #NO_OFFSET}
     * @param appendedAtMs when the broker appended it, or {@link #NO_TIMESTAMP} for the records' own timestamps
     * @param failure why its records failed; null if they did not
     * @param parts the batches that took its place; empty if none did
     */
    private record Outcome(
            long baseOffset, long appendedAtMs, @Nullable RuntimeException failure, List<Part> parts) {}

    /** Some of the records, from {@code first} of those of the batch that was split. */
    record Part(int first, BatchResult result) {}

    /** @param whole the batch that this one is a part of; null if it is none */
    BatchResult(TopicPartition partition, @Nullable BatchResult whole) {
        this.partition = partition;
        this.whole = whole;
    }

    TopicPartition partition() {
        return partition;
    }

    /** The batch was appended. Callbacks are to be told next, then {@link #open}. */
    void appended(long baseOffset, long appendedAtMs) {
        outcome = new Outcome(baseOffset, appendedAtMs, null, List.of());
    }

    /** The batch failed. Callbacks are to be told next, then {@link #open}. */
    void failed(RuntimeException failure) {
        outcome = new Outcome(NO_OFFSET, NO_TIMESTAMP, failure, List.of());
    }

    /** The records are in these batches now, two or more. */
    void split(List<Part> parts) {
        unfinishedParts = parts.size();
        outcome = new Outcome(NO_OFFSET, NO_TIMESTAMP, null, List.copyOf(parts));
    }

    /** Lets go whoever waits. */
    void open() {
        done.countDown();
        if (whole != null) {
            whole.partEnded();
        }
    }

    private void partEnded() {
        unfinishedParts--;
        if (unfinishedParts == 0) {
            open();
        }
    }

    /** Waits until the batch has ended; false if it had not in time. */
    boolean await(long nanos) throws InterruptedException {
        return done.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Waits without bound: every batch ends, by {@code delivery.timeout.ms} at the latest. */
    void await() throws InterruptedException {
        done.await();
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    /** Why record {@code index} failed; null if it did not. */
    @Nullable
    RuntimeException failureOf(int index) {
        Outcome known = known();
        return known.parts.isEmpty() ? known.failure : partOf(index).result.failureOf(index - partOf(index).first);
    }

    /** Where record {@code index} went. */
    RecordMetadata metadataOf(int index, RecordFuture future) {
        Outcome known = known();
        if (!known.parts.isEmpty()) {
            return partOf(index).result.metadataOf(index - partOf(index).first, future);
        }
        long timestamp = known.appendedAtMs == NO_TIMESTAMP ? future.timestamp() : known.appendedAtMs;
        return new RecordMetadata(
                partition, known.baseOffset, index, timestamp, future.keyBytes(), future.valueBytes());
    }

    private Part partOf(int index) {
        List<Part> parts = known().parts;
        Part found = parts.get(0);
        for (Part part : parts) {
            if (part.first <= index) {
                found = part;
            }
        }
        return found;
    }

    private Outcome known() {
        Outcome known = outcome;
        if (known == null) {
            throw new IllegalStateException("the batch has not ended");
        }
        return known;
    }
}
