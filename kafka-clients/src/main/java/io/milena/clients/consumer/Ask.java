package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A question of the application's thread that the event loop answers: once, with a value or an error. Thread-safe.
 *
 * <p>The one who answers raises the consumer's {@link Signal} afterwards.
 */
final class Ask<T> {

    private final long deadlineNanos;
    private @Nullable T value;
    private @Nullable KafkaException error;
    private volatile boolean done;

    /**
     * @param deadlineNanos until when the loop tries again what fails for a reason that may pass
     */
    Ask(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    boolean isDone() {
        return done;
    }

    void answer(T answer) {
        if (!done) {
            value = answer;
            done = true;
        }
    }

    void fail(KafkaException cause) {
        if (!done) {
            error = cause;
            done = true;
        }
    }

    /** Why there is no value; null if there is one, or nothing yet. */
    @Nullable
    KafkaException error() {
        return done ? error : null;
    }

    /** The answer, once it is there; throws the error if that is the answer. */
    T result() {
        T answer = value;
        KafkaException cause = error;
        if (cause != null) {
            throw cause;
        }
        if (answer == null) {
            throw new IllegalStateException("not answered");
        }
        return answer;
    }
}
