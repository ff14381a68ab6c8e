package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fetch request after its session was looked up. Immutable.
 *
 * @param error why there is nothing to do
 * @param ask the request
 * @param session the session that it goes on with; null if there is none, or none yet
 * @param expectedEpoch epoch of the session while this request is under way
 * @param wishes all partitions to read, in order
 */
record FetchTurn(
        ErrorCode error, FetchAsk ask, @Nullable FetchSession session, int expectedEpoch, List<FetchWish> wishes) {

    static FetchTurn refused(FetchAsk ask, ErrorCode error) {
        return new FetchTurn(error, ask, null, FetchAsk.FINAL_EPOCH, List.of());
    }

    static FetchTurn full(FetchAsk ask, List<FetchWish> wishes) {
        return new FetchTurn(ErrorCode.NONE, ask, null, FetchAsk.FINAL_EPOCH, wishes);
    }
}
