package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Turn;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What waits in a shard's inbox for its turn.
 *
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
sealed interface Errand<M, D> {

    /** The shard does not do it. Any thread. */
    void refuse(ErrorCode why);

    /**
     * An event at the machine.
     *
     * @param event what happens; takes care of its answer
     * @param refused is told if it does not happen
     */
    record Event<M, D>(BiConsumer<M, Turn<D>> event, Consumer<ErrorCode> refused) implements Errand<M, D> {

        @Override
        public void refuse(ErrorCode why) {
            refused.accept(why);
        }
    }

    /**
     * The marker that ends a transaction in the shard's log.
     *
     * @param marker what it says
     * @param reply hears when the marker is committed, or why it is not written
     */
    record Marker<M, D>(EndMarker marker, Reply<ErrorCode> reply) implements Errand<M, D> {

        @Override
        public void refuse(ErrorCode why) {
            reply.give(why);
        }
    }
}
