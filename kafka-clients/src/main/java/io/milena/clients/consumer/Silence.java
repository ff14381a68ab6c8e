package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Why brokers say nothing, as far as that is known, for the errors of calls whose time is over. Thread-safe. */
final class Silence {

    private volatile @Nullable KafkaException cause;

    /** No broker could be asked. */
    void began(KafkaException why) {
        cause = why;
    }

    /** A broker has answered. */
    void ended() {
        cause = null;
    }

    /** The error of a call that ends without what it waited for. */
    TimeoutException timeout(String what) {
        KafkaException why = cause;
        return why == null ? new TimeoutException(what) : new TimeoutException(what + ": " + why.getMessage(), why);
    }
}
