package io.milena.server.coordinator.state;

import io.milena.common.errors.ErrorCode;
import java.util.function.Function;

/**
 * An answer that is held back until what it rests on is committed.
 *
 * @param to who asked
 * @param value what is answered when all is committed
 * @param otherwise what is answered if it cannot be, by the reason
 * @param <R> the answer
 */
public record Answer<R>(Reply<R> to, R value, Function<ErrorCode, R> otherwise) {

    /** Gives the answer; {@link ErrorCode#NONE} if what it rests on is committed. */
    public void give(ErrorCode outcome) {
        to.give(outcome == ErrorCode.NONE ? value : otherwise.apply(outcome));
    }
}
