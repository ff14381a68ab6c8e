package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The client's half of a fetch session with one broker (KIP-227): after the first request only what changed is sent.
 * Guarded by the consumer's lock.
 *
 * <pre>
 *   epoch 0   all partitions, a session is asked for
 *   epoch n   those whose place changed, and those to forget; wraps to 1
 * </pre>
 */
final class FetchSession {

    private static final int NO_SESSION = 0;
    private static final int FIRST_EPOCH = 0;

    private Map<TopicPartition, Place> places = new LinkedHashMap<>();
    private int id = NO_SESSION;
    private int epoch = FIRST_EPOCH;
    private boolean byTopicId;

    /**
     * Where a fetch of one partition begins.
     *
     * @param topicId {@link Uuid#ZERO} if it is not known
     * @param leaderEpoch the epoch that the client knows, -1 for none
     */
    record Place(Uuid topicId, long offset, int leaderEpoch) {}

    /**
     * One request.
     *
     * @param places to send; in the order in which they are to be served
     * @param forgotten to leave out from now on, with their topic ids
     * @param byTopicId whether the topics of all partitions have ids
     */
    record Plan(
            int sessionId,
            int sessionEpoch,
            Map<TopicPartition, Place> places,
            Map<TopicPartition, Uuid> forgotten,
            boolean byTopicId) {}

    /** The next request, when these partitions are wanted. */
    Plan next(Map<TopicPartition, Place> wanted) {
        boolean haveIds = true;
        for (Place place : wanted.values()) {
            haveIds &= !place.topicId().equals(Uuid.ZERO);
        }
        if (haveIds != byTopicId) {
            // A session goes by names or by ids, never by both.
            epoch = FIRST_EPOCH;
            byTopicId = haveIds;
        }
        if (epoch == FIRST_EPOCH) {
            places = new LinkedHashMap<>(wanted);
            return new Plan(id, FIRST_EPOCH, wanted, Map.of(), byTopicId);
        }
        return incremental(wanted);
    }

    private Plan incremental(Map<TopicPartition, Place> wanted) {
        Map<TopicPartition, Uuid> forgotten = new LinkedHashMap<>();
        Map<TopicPartition, Place> changed = new LinkedHashMap<>();
        Iterator<Map.Entry<TopicPartition, Place>> known = places.entrySet().iterator();
        while (known.hasNext()) {
            Map.Entry<TopicPartition, Place> before = known.next();
            Place now = wanted.get(before.getKey());
            boolean isOtherTopic =
                    now != null && !now.topicId().equals(before.getValue().topicId());
            if (now == null || isOtherTopic) {
                forgotten.put(before.getKey(), before.getValue().topicId());
                known.remove();
            }
        }
        for (Map.Entry<TopicPartition, Place> want : wanted.entrySet()) {
            if (!want.getValue().equals(places.put(want.getKey(), want.getValue()))) {
                changed.put(want.getKey(), want.getValue());
            }
        }
        return new Plan(id, epoch, changed, forgotten, byTopicId);
    }

    /** The partitions of the session: those that the broker may answer for. */
    List<TopicPartition> partitions() {
        return new ArrayList<>(places.keySet());
    }

    /** The broker took the request, and says which session it belongs to from now on; 0 for none. */
    void answered(int sessionId) {
        id = sessionId;
        epoch = sessionId == NO_SESSION ? FIRST_EPOCH : epoch == Integer.MAX_VALUE ? 1 : epoch + 1;
    }

    /** The broker refused the request as a whole. */
    void refused(ErrorCode error) {
        if (error == ErrorCode.FETCH_SESSION_ID_NOT_FOUND) {
            id = NO_SESSION;
        }
        epoch = FIRST_EPOCH;
    }

    /** Whether the broker took the request is not known: a new session is asked for, which ends the old one. */
    void failed() {
        epoch = FIRST_EPOCH;
    }
}
