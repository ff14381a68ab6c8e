package io.milena.server.coordinator;

import io.milena.server.coordinator.state.Reply;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the first answer on and drops what comes after it: a shard that breaks in the middle of its work tells all who
 * may be waiting, also those whom it had answered before. Thread-safe.
 *
 * @param <R> the answer
 */
final class FirstAnswer<R> implements Reply<R> {

    private static final Logger log = LoggerFactory.getLogger(FirstAnswer.class);

    private final AtomicReference<@Nullable Reply<R>> asker;

    FirstAnswer(Reply<R> asker) {
        this.asker = new AtomicReference<>(asker);
    }

    @Override
    public void give(R answer) {
        Reply<R> first = asker.getAndSet(null);
        if (first == null) {
            return;
        }
        try {
            first.give(answer);
        } catch (RuntimeException | OutOfMemoryError e) {
            // What goes wrong on the way to one client is no matter of the shard's, which has others to answer.
            log.error("an answer did not reach who had asked", e);
        }
    }
}
