package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;

/** What a client is told when the record that its answer rests on cannot be written. Stateless. */
final class Refusals {

    private Refusals() {}

    /** Limits of the log are no business of the client: it has sent nothing that would be too large. */
    static ErrorCode toClient(ErrorCode reason) {
        return switch (reason) {
            case NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE, COORDINATOR_LOAD_IN_PROGRESS -> reason;
            case UNKNOWN_TOPIC_OR_PARTITION, NOT_ENOUGH_REPLICAS, NOT_ENOUGH_REPLICAS_AFTER_APPEND, REQUEST_TIMED_OUT ->
                ErrorCode.COORDINATOR_NOT_AVAILABLE;
            case NOT_LEADER_OR_FOLLOWER, KAFKA_STORAGE_ERROR -> ErrorCode.NOT_COORDINATOR;
            default -> ErrorCode.UNKNOWN_SERVER_ERROR;
        };
    }
}
