package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionalProducer;
import org.jspecify.annotations.Nullable;

/** Who may act on a transaction: only the producer that owns its id. Stateless. */
final class OwnerRules {

    private OwnerRules() {}

    /** Why {@code producer} may not act on {@code known}; NONE if it may. */
    static ErrorCode check(@Nullable Transaction known, TransactionalProducer producer) {
        if (known == null || known.producer().id() != producer.id()) {
            return ErrorCode.INVALID_PRODUCER_ID_MAPPING;
        }
        return known.producer().epoch() == producer.epoch() ? ErrorCode.NONE : ErrorCode.PRODUCER_FENCED;
    }
}
