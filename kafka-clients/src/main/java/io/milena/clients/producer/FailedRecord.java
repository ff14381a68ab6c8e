package io.milena.clients.producer;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The future of a record that failed before it was in a batch. Immutable. */
record FailedRecord(Exception cause) implements Future<RecordMetadata> {

    @Override
    public RecordMetadata get() throws ExecutionException {
        throw new ExecutionException(cause);
    }

    @Override
    public RecordMetadata get(long timeout, TimeUnit unit) throws ExecutionException {
        throw new ExecutionException(cause);
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
        return true;
    }
}
