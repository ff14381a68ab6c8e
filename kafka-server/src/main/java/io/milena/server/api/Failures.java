package io.milena.server.api;

import io.milena.common.errors.ErrorCode;

/**
 * Which errors count as failed requests of a topic. Those that a client meets in the ordinary life of a cluster, or
 * that have a meter of their own, do not, as in the reference.
 */
final class Failures {

    private Failures() {}

    static boolean isFailedProduce(ErrorCode error) {
        return switch (error) {
            case NONE,
                    UNKNOWN_TOPIC_OR_PARTITION,
                    NOT_LEADER_OR_FOLLOWER,
                    MESSAGE_TOO_LARGE,
                    RECORD_LIST_TOO_LARGE,
                    CORRUPT_MESSAGE,
                    KAFKA_STORAGE_ERROR,
                    INVALID_TOPIC_EXCEPTION -> false;
            default -> true;
        };
    }

    /** Whether a fetch that meets {@code error} has asked for a partition that does not exist here. */
    static boolean isOfNoPartition(ErrorCode error) {
        return switch (error) {
            case UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID, INCONSISTENT_TOPIC_ID -> true;
            default -> false;
        };
    }

    static boolean isFailedFetch(ErrorCode error) {
        return switch (error) {
            case NONE,
                    UNKNOWN_TOPIC_OR_PARTITION,
                    UNKNOWN_TOPIC_ID,
                    INCONSISTENT_TOPIC_ID,
                    NOT_LEADER_OR_FOLLOWER,
                    UNKNOWN_LEADER_EPOCH,
                    FENCED_LEADER_EPOCH,
                    REPLICA_NOT_AVAILABLE,
                    KAFKA_STORAGE_ERROR,
                    OFFSET_OUT_OF_RANGE,
                    UNSUPPORTED_COMPRESSION_TYPE,
                    UNSUPPORTED_VERSION -> false;
            default -> true;
        };
    }
}
