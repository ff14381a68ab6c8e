package io.milena.common.errors;

import org.jspecify.annotations.Nullable;

/**
 * Error codes of the protocol: the number on the wire, and what a client may do about it.
 *
 * <p>Names, numbers and classes are those of Apache Kafka 3.9.2 and, from 128 up, 4.4.0.
 */
public enum ErrorCode {
    UNKNOWN_SERVER_ERROR(-1, Remedy.FINAL),
    NONE(0, Remedy.FINAL),
    OFFSET_OUT_OF_RANGE(1, Remedy.FINAL),
    CORRUPT_MESSAGE(2, Remedy.RETRY),
    UNKNOWN_TOPIC_OR_PARTITION(3, Remedy.REFRESH_AND_RETRY),
    INVALID_FETCH_SIZE(4, Remedy.FINAL),
    LEADER_NOT_AVAILABLE(5, Remedy.REFRESH_AND_RETRY),
    NOT_LEADER_OR_FOLLOWER(6, Remedy.REFRESH_AND_RETRY),
    REQUEST_TIMED_OUT(7, Remedy.RETRY),
    BROKER_NOT_AVAILABLE(8, Remedy.FINAL),
    REPLICA_NOT_AVAILABLE(9, Remedy.REFRESH_AND_RETRY),
    MESSAGE_TOO_LARGE(10, Remedy.FINAL),
    STALE_CONTROLLER_EPOCH(11, Remedy.FINAL),
    OFFSET_METADATA_TOO_LARGE(12, Remedy.FINAL),
    NETWORK_EXCEPTION(13, Remedy.REFRESH_AND_RETRY),
    COORDINATOR_LOAD_IN_PROGRESS(14, Remedy.RETRY),
    COORDINATOR_NOT_AVAILABLE(15, Remedy.RETRY),
    NOT_COORDINATOR(16, Remedy.RETRY),
    INVALID_TOPIC_EXCEPTION(17, Remedy.FINAL),
    RECORD_LIST_TOO_LARGE(18, Remedy.FINAL),
    NOT_ENOUGH_REPLICAS(19, Remedy.RETRY),
    NOT_ENOUGH_REPLICAS_AFTER_APPEND(20, Remedy.RETRY),
    INVALID_REQUIRED_ACKS(21, Remedy.FINAL),
    ILLEGAL_GENERATION(22, Remedy.FINAL),
    INCONSISTENT_GROUP_PROTOCOL(23, Remedy.FINAL),
    INVALID_GROUP_ID(24, Remedy.FINAL),
    UNKNOWN_MEMBER_ID(25, Remedy.FINAL),
    INVALID_SESSION_TIMEOUT(26, Remedy.FINAL),
    REBALANCE_IN_PROGRESS(27, Remedy.FINAL),
    INVALID_COMMIT_OFFSET_SIZE(28, Remedy.FINAL),
    TOPIC_AUTHORIZATION_FAILED(29, Remedy.FINAL),
    GROUP_AUTHORIZATION_FAILED(30, Remedy.FINAL),
    CLUSTER_AUTHORIZATION_FAILED(31, Remedy.FINAL),
    INVALID_TIMESTAMP(32, Remedy.FINAL),
    UNSUPPORTED_SASL_MECHANISM(33, Remedy.FINAL),
    ILLEGAL_SASL_STATE(34, Remedy.FINAL),
    UNSUPPORTED_VERSION(35, Remedy.FINAL),
    TOPIC_ALREADY_EXISTS(36, Remedy.FINAL),
    INVALID_PARTITIONS(37, Remedy.FINAL),
    INVALID_REPLICATION_FACTOR(38, Remedy.FINAL),
    INVALID_REPLICA_ASSIGNMENT(39, Remedy.FINAL),
    INVALID_CONFIG(40, Remedy.FINAL),
    NOT_CONTROLLER(41, Remedy.RETRY),
    INVALID_REQUEST(42, Remedy.FINAL),
    UNSUPPORTED_FOR_MESSAGE_FORMAT(43, Remedy.FINAL),
    POLICY_VIOLATION(44, Remedy.FINAL),
    OUT_OF_ORDER_SEQUENCE_NUMBER(45, Remedy.FINAL),
    DUPLICATE_SEQUENCE_NUMBER(46, Remedy.FINAL),
    INVALID_PRODUCER_EPOCH(47, Remedy.FINAL),
    INVALID_TXN_STATE(48, Remedy.FINAL),
    INVALID_PRODUCER_ID_MAPPING(49, Remedy.FINAL),
    INVALID_TRANSACTION_TIMEOUT(50, Remedy.FINAL),
    CONCURRENT_TRANSACTIONS(51, Remedy.RETRY),
    TRANSACTION_COORDINATOR_FENCED(52, Remedy.FINAL),
    TRANSACTIONAL_ID_AUTHORIZATION_FAILED(53, Remedy.FINAL),
    SECURITY_DISABLED(54, Remedy.FINAL),
    OPERATION_NOT_ATTEMPTED(55, Remedy.FINAL),
    KAFKA_STORAGE_ERROR(56, Remedy.REFRESH_AND_RETRY),
    LOG_DIR_NOT_FOUND(57, Remedy.FINAL),
    SASL_AUTHENTICATION_FAILED(58, Remedy.FINAL),
    UNKNOWN_PRODUCER_ID(59, Remedy.FINAL),
    REASSIGNMENT_IN_PROGRESS(60, Remedy.FINAL),
    DELEGATION_TOKEN_AUTH_DISABLED(61, Remedy.FINAL),
    DELEGATION_TOKEN_NOT_FOUND(62, Remedy.FINAL),
    DELEGATION_TOKEN_OWNER_MISMATCH(63, Remedy.FINAL),
    DELEGATION_TOKEN_REQUEST_NOT_ALLOWED(64, Remedy.FINAL),
    DELEGATION_TOKEN_AUTHORIZATION_FAILED(65, Remedy.FINAL),
    DELEGATION_TOKEN_EXPIRED(66, Remedy.FINAL),
    INVALID_PRINCIPAL_TYPE(67, Remedy.FINAL),
    NON_EMPTY_GROUP(68, Remedy.FINAL),
    GROUP_ID_NOT_FOUND(69, Remedy.FINAL),
    FETCH_SESSION_ID_NOT_FOUND(70, Remedy.RETRY),
    INVALID_FETCH_SESSION_EPOCH(71, Remedy.RETRY),
    LISTENER_NOT_FOUND(72, Remedy.REFRESH_AND_RETRY),
    TOPIC_DELETION_DISABLED(73, Remedy.FINAL),
    FENCED_LEADER_EPOCH(74, Remedy.REFRESH_AND_RETRY),
    UNKNOWN_LEADER_EPOCH(75, Remedy.RETRY),
    UNSUPPORTED_COMPRESSION_TYPE(76, Remedy.FINAL),
    STALE_BROKER_EPOCH(77, Remedy.FINAL),
    OFFSET_NOT_AVAILABLE(78, Remedy.RETRY),
    MEMBER_ID_REQUIRED(79, Remedy.FINAL),
    PREFERRED_LEADER_NOT_AVAILABLE(80, Remedy.REFRESH_AND_RETRY),
    GROUP_MAX_SIZE_REACHED(81, Remedy.FINAL),
    FENCED_INSTANCE_ID(82, Remedy.FINAL),
    ELIGIBLE_LEADERS_NOT_AVAILABLE(83, Remedy.REFRESH_AND_RETRY),
    ELECTION_NOT_NEEDED(84, Remedy.REFRESH_AND_RETRY),
    NO_REASSIGNMENT_IN_PROGRESS(85, Remedy.FINAL),
    GROUP_SUBSCRIBED_TO_TOPIC(86, Remedy.FINAL),
    INVALID_RECORD(87, Remedy.FINAL),
    UNSTABLE_OFFSET_COMMIT(88, Remedy.RETRY),
    THROTTLING_QUOTA_EXCEEDED(89, Remedy.RETRY),
    PRODUCER_FENCED(90, Remedy.FINAL),
    RESOURCE_NOT_FOUND(91, Remedy.FINAL),
    DUPLICATE_RESOURCE(92, Remedy.FINAL),
    UNACCEPTABLE_CREDENTIAL(93, Remedy.FINAL),
    INCONSISTENT_VOTER_SET(94, Remedy.FINAL),
    INVALID_UPDATE_VERSION(95, Remedy.FINAL),
    FEATURE_UPDATE_FAILED(96, Remedy.FINAL),
    PRINCIPAL_DESERIALIZATION_FAILURE(97, Remedy.FINAL),
    SNAPSHOT_NOT_FOUND(98, Remedy.FINAL),
    POSITION_OUT_OF_RANGE(99, Remedy.FINAL),
    UNKNOWN_TOPIC_ID(100, Remedy.REFRESH_AND_RETRY),
    DUPLICATE_BROKER_REGISTRATION(101, Remedy.FINAL),
    BROKER_ID_NOT_REGISTERED(102, Remedy.FINAL),
    INCONSISTENT_TOPIC_ID(103, Remedy.REFRESH_AND_RETRY),
    INCONSISTENT_CLUSTER_ID(104, Remedy.FINAL),
    TRANSACTIONAL_ID_NOT_FOUND(105, Remedy.FINAL),
    FETCH_SESSION_TOPIC_ID_ERROR(106, Remedy.RETRY),
    INELIGIBLE_REPLICA(107, Remedy.FINAL),
    NEW_LEADER_ELECTED(108, Remedy.FINAL),
    OFFSET_MOVED_TO_TIERED_STORAGE(109, Remedy.FINAL),
    FENCED_MEMBER_EPOCH(110, Remedy.FINAL),
    UNRELEASED_INSTANCE_ID(111, Remedy.FINAL),
    UNSUPPORTED_ASSIGNOR(112, Remedy.FINAL),
    STALE_MEMBER_EPOCH(113, Remedy.FINAL),
    MISMATCHED_ENDPOINT_TYPE(114, Remedy.FINAL),
    UNSUPPORTED_ENDPOINT_TYPE(115, Remedy.FINAL),
    UNKNOWN_CONTROLLER_ID(116, Remedy.FINAL),
    UNKNOWN_SUBSCRIPTION_ID(117, Remedy.FINAL),
    TELEMETRY_TOO_LARGE(118, Remedy.FINAL),
    INVALID_REGISTRATION(119, Remedy.FINAL),
    TRANSACTION_ABORTABLE(120, Remedy.FINAL),
    INVALID_RECORD_STATE(121, Remedy.FINAL),
    SHARE_SESSION_NOT_FOUND(122, Remedy.RETRY),
    INVALID_SHARE_SESSION_EPOCH(123, Remedy.RETRY),
    FENCED_STATE_EPOCH(124, Remedy.FINAL),
    INVALID_VOTER_KEY(125, Remedy.FINAL),
    DUPLICATE_VOTER(126, Remedy.FINAL),
    VOTER_NOT_FOUND(127, Remedy.FINAL),
    INVALID_REGULAR_EXPRESSION(128, Remedy.FINAL),
    REBOOTSTRAP_REQUIRED(129, Remedy.FINAL),
    STREAMS_INVALID_TOPOLOGY(130, Remedy.FINAL),
    STREAMS_INVALID_TOPOLOGY_EPOCH(131, Remedy.FINAL),
    STREAMS_TOPOLOGY_FENCED(132, Remedy.FINAL),
    SHARE_SESSION_LIMIT_REACHED(133, Remedy.RETRY),
    GROUP_DELETION_FAILED(134, Remedy.FINAL),
    STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED(135, Remedy.FINAL),
    CONTROLLER_ID_NOT_REGISTERED(136, Remedy.FINAL);

    /** What a client may do about an error. */
    public enum Remedy {
        /** The same request will fail again. */
        FINAL,
        /** The same request may succeed later. */
        RETRY,
        /** The same request may succeed later, with fresh metadata. */
        REFRESH_AND_RETRY
    }

    private static final int LOWEST = -1;
    private static final ErrorCode[] BY_CODE = byCode();

    private final short code;
    private final Remedy remedy;

    ErrorCode(int code, Remedy remedy) {
        this.code = (short) code;
        this.remedy = remedy;
    }

    /** The number on the wire. */
    public short code() {
        return code;
    }

    public Remedy remedy() {
        return remedy;
    }

    public boolean isRetriable() {
        return remedy != Remedy.FINAL;
    }

    /**
     * This error as an exception.
     *
     * @param message what went wrong; null if the broker did not say
     * @throws IllegalArgumentException for {@link #NONE}
     */
    public ApiException exception(@Nullable String message) {
        return ErrorExceptions.of(this, message);
    }

    /** The error with this number; {@link #UNKNOWN_SERVER_ERROR} for a number that no release knows. */
    public static ErrorCode of(short code) {
        int index = code - LOWEST;
        return index >= 0 && index < BY_CODE.length ? BY_CODE[index] : UNKNOWN_SERVER_ERROR;
    }

    private static ErrorCode[] byCode() {
        ErrorCode[] all = values();
        ErrorCode[] sorted = new ErrorCode[all.length];
        for (ErrorCode error : all) {
            sorted[error.code - LOWEST] = error;
        }
        return sorted;
    }
}
