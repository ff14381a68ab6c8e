package io.milena.server.api;

import io.milena.protocol.messages.FetchRequest;
import io.milena.server.partition.Isolation;
import io.milena.server.partition.Reach;

/**
 * Under which terms one fetch is served.
 *
 * @param version of the request
 * @param isolation how far it sees
 * @param reach which replicas may answer
 * @param minBytes it waits for so much
 * @param maxBytes it gets no more than this, but for the first batch
 * @param maxWaitMs how long it waits
 */
record FetchTerms(short version, Isolation isolation, Reach reach, int minBytes, int maxBytes, int maxWaitMs) {

    private static final short FIRST_WITH_RACK = 11;
    private static final short FIRST_WITH_REPLICA_STATE = 15;
    private static final byte READ_COMMITTED = 1;

    /** @param brokerMaxBytes {@code fetch.max.bytes} of the broker, for consumers */
    static FetchTerms of(FetchRequest request, short version, int brokerMaxBytes) {
        boolean isFollower = replicaId(request, version) >= 0;
        int maxBytes = isFollower ? request.maxBytes() : Math.min(request.maxBytes(), brokerMaxBytes);
        int limit = Math.max(0, OldFormats.concerns(version) ? Math.min(maxBytes, OldFormats.MAX_BYTES) : maxBytes);
        Isolation isolation =
                request.isolationLevel() == READ_COMMITTED ? Isolation.READ_COMMITTED : Isolation.READ_UNCOMMITTED;
        boolean nearby = !isFollower && version >= FIRST_WITH_RACK;
        return new FetchTerms(
                version,
                isFollower ? Isolation.LOG_END : isolation,
                nearby ? Reach.ANY_REPLICA : Reach.LEADER_ONLY,
                Math.min(request.minBytes(), limit),
                limit,
                request.maxWaitMs());
    }

    /** Broker id of the follower that asks; negative if a consumer does. */
    static int replicaId(FetchRequest request, short version) {
        return version >= FIRST_WITH_REPLICA_STATE ? request.replicaState().replicaId() : request.replicaId();
    }
}
