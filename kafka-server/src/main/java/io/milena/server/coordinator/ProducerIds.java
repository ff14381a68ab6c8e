package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Where producer ids come from: blocks that the brokers of a cluster draw from one counter. Thread-safe. */
public interface ProducerIds {

    /**
     * Gives a producer id that no producer of the cluster ever had, or says why there is none. Calls exactly one of
     * both, now or later, on any thread; does not block.
     */
    void next(LongConsumer onId, Consumer<ErrorCode> onError);
}
