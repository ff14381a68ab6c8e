package io.milena.clients.producer;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What is left to do for one record of a {@link MockProducer}. Guarded by the producer. */
final class MockCompletion {

    private final RecordMetadata metadata;
    private final CompletableFuture<RecordMetadata> future = new CompletableFuture<>();
    private final @Nullable Callback callback;

    MockCompletion(RecordMetadata metadata, @Nullable Callback callback) {
        this.metadata = metadata;
        this.callback = callback;
    }

    CompletableFuture<RecordMetadata> future() {
        return future;
    }

    /** Ends it; null for success. */
    void complete(@Nullable RuntimeException failure) {
        if (callback != null) {
            callback.onCompletion(metadata, failure);
        }
        if (failure == null) {
            future.complete(metadata);
        } else {
            future.completeExceptionally(failure);
        }
    }
}
