package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Turn;

/** Where the machine gets producer ids from. Called on the shard's thread; must not block. */
@FunctionalInterface
public interface ProducerIdOutlet {

    /**
     * Asks for an id that no producer of the cluster ever had.
     *
     * @param then called once, in a turn of its own; never after the machine is abandoned
     */
    void next(Arrival then);

    /** Takes the id when it comes. */
    @FunctionalInterface
    interface Arrival {

        /**
         * The id is here, or there is none.
         *
         * @param error NONE if there is an id
         * @param producerId the id; means nothing with an error
         */
        void came(ErrorCode error, long producerId, Turn<TransactionRecord> turn);
    }
}
