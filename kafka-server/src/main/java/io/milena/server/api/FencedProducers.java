package io.milena.server.api;

import io.milena.common.errors.ErrorCode;

/** Tells a fenced producer so in words that its version of a request has. Stateless. */
final class FencedProducers {

    private FencedProducers() {}

    /** {@code error} for a client of that version; {@code first} is the first that has PRODUCER_FENCED (KIP-588). */
    static short code(ErrorCode error, short version, short first) {
        boolean isTooNew = error == ErrorCode.PRODUCER_FENCED && version < first;
        return (isTooNew ? ErrorCode.INVALID_PRODUCER_EPOCH : error).code();
    }
}
