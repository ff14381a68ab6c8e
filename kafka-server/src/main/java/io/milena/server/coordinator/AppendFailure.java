package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;

/** What clients of a coordinator are told when its own append, or the commit of it, does not succeed. */
final class AppendFailure {

    private AppendFailure() {}

    /** The code for whoever asked the coordinator; those that are the client's own doing stay as they are. */
    static ErrorCode toClients(ErrorCode outcome) {
        return switch (outcome) {
            case NOT_ENOUGH_REPLICAS, NOT_ENOUGH_REPLICAS_AFTER_APPEND, UNKNOWN_TOPIC_OR_PARTITION ->
                ErrorCode.COORDINATOR_NOT_AVAILABLE;
            case NOT_LEADER_OR_FOLLOWER, KAFKA_STORAGE_ERROR -> ErrorCode.NOT_COORDINATOR;
            default -> outcome;
        };
    }
}
