package io.milena.clients.producer;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What an application holds of one record that it sent: the one object that a record costs. All else is that of its
 * batch. Cannot be cancelled. Thread-safe once the record is in a batch.
 */
final class RecordFuture implements Future<RecordMetadata> {

    private final long timestamp;
    private final int keyBytes;
    private final int valueBytes;
    private final @Nullable Callback callback;
    private @Nullable BatchResult batch;
    private int index;

    /**
     * @param keyBytes -1 for a null key
     * @param valueBytes -1 for a null value
     */
    RecordFuture(long timestamp, int keyBytes, int valueBytes, @Nullable Callback callback) {
        this.timestamp = timestamp;
        this.keyBytes = keyBytes;
        this.valueBytes = valueBytes;
        this.callback = callback;
    }

    /** The record is the one with this index of a batch. */
    void placed(BatchResult newBatch, int newIndex) {
        batch = newBatch;
        index = newIndex;
    }

    @Override
    public RecordMetadata get() throws InterruptedException, ExecutionException {
        batch().await();
        return valueOrThrow();
    }

    @Override
    public RecordMetadata get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!batch().await(unit.toNanos(timeout))) {
            throw new TimeoutException("the record was not acknowledged within " + unit.toMillis(timeout) + " ms");
        }
        return valueOrThrow();
    }

    private RecordMetadata valueOrThrow() throws ExecutionException {
        RuntimeException failure = batch().failureOf(index);
        if (failure != null) {
            throw new ExecutionException(failure);
        }
        return batch().metadataOf(index, this);
    }

    private BatchResult batch() {
        BatchResult known = batch;
        if (known == null) {
            throw new IllegalStateException("the record is in no batch");
        }
        return known;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        return batch().isDone();
    }

    long timestamp() {
        return timestamp;
    }

    int keyBytes() {
        return keyBytes;
    }

    int valueBytes() {
        return valueBytes;
    }

    int index() {
        return index;
    }

    @Nullable
    Callback callback() {
        return callback;
    }
}
