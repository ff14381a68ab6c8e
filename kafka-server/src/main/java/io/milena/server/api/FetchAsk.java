package io.milena.server.api;

import io.milena.server.network.Exchange.Fetcher;
import java.util.List;

/**
 * A fetch request as its session sees it (KIP-227).
 *
 * @param sessionId session of the client; 0 if it has none
 * @param epoch number of the request in its session; 0 asks for a new session, -1 for none
 * @param naming whether partitions are named by topic id
 * @param fetcher who asks
 * @param wishes partitions that are new or have changed; all of them without a session
 * @param forgotten partitions that are wanted no more
 */
record FetchAsk(
        int sessionId, int epoch, Naming naming, Fetcher fetcher, List<FetchWish> wishes, List<FetchKey> forgotten) {

    static final int NO_SESSION = 0;
    static final int FIRST_EPOCH = 0;
    static final int FINAL_EPOCH = -1;

    /** How partitions are named. */
    enum Naming {
        BY_NAME,
        BY_TOPIC_ID
    }

    /** Whether this request names all partitions that it wants. */
    boolean isFull() {
        return epoch == FIRST_EPOCH || epoch == FINAL_EPOCH;
    }

    /** The epoch after {@code epoch}: it wraps to 1, because 0 has a meaning of its own. */
    static int after(int epoch) {
        return epoch == Integer.MAX_VALUE ? 1 : epoch + 1;
    }
}
