package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What the rules say to a request.
 *
 * @param error what the client is told
 * @param next what is so from now on; null if nothing changes
 */
record Verdict(ErrorCode error, @Nullable Transaction next) {

    /** Granted. */
    static Verdict granted(Transaction next) {
        return new Verdict(ErrorCode.NONE, next);
    }

    /** Nothing changes. */
    static Verdict unchanged(ErrorCode error) {
        return new Verdict(error, null);
    }
}
