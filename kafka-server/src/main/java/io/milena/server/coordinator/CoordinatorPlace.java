package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.EndpointImage;

/**
 * The broker that coordinates a group or a transactional id, as a client finds it.
 *
 * @param error why it is not known; NONE if it is
 * @param brokerId its id; -1 with an error
 * @param host where the client's listener is reached; empty with an error
 * @param port as well; -1 with an error
 */
public record CoordinatorPlace(ErrorCode error, int brokerId, String host, int port) {

    private static final int NOWHERE = -1;

    static CoordinatorPlace of(BrokerImage broker, EndpointImage endpoint) {
        return new CoordinatorPlace(ErrorCode.NONE, broker.id(), endpoint.host(), endpoint.port());
    }

    /** It is not known. */
    public static CoordinatorPlace unknown(ErrorCode why) {
        return new CoordinatorPlace(why, NOWHERE, "", NOWHERE);
    }
}
