package io.milena.common.errors;

import io.milena.common.InvalidRecordException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exception of each error code, as applications catch it. Apart from {@link ErrorCode}, so that a broker, which
 * never throws them, does not load a class for each when it starts.
 */
final class ErrorExceptions {

    private static final Map<ErrorCode, Maker> MAKERS = makers();

    /** Makes the exception of one code. */
    private interface Maker {

        ApiException make(String message);
    }

    private ErrorExceptions() {}

    static ApiException of(ErrorCode error, @Nullable String message) {
        Maker maker = MAKERS.get(error);
        if (maker == null) {
            throw new IllegalArgumentException(error + " is no error");
        }
        return maker.make(message == null ? error.name() : message);
    }

    private static Map<ErrorCode, Maker> makers() {
        Map<ErrorCode, Maker> makers = new EnumMap<>(ErrorCode.class);
        recordsAndGroups(makers);
        transactionsAndSecurity(makers);
        clusterAndLater(makers);
        return makers;
    }

    private static void recordsAndGroups(Map<ErrorCode, Maker> makers) {
        makers.put(ErrorCode.UNKNOWN_SERVER_ERROR, UnknownServerException::new);
        makers.put(ErrorCode.OFFSET_OUT_OF_RANGE, OffsetOutOfRangeException::new);
        makers.put(ErrorCode.CORRUPT_MESSAGE, CorruptRecordException::new);
        makers.put(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, UnknownTopicOrPartitionException::new);
        makers.put(ErrorCode.INVALID_FETCH_SIZE, InvalidFetchSizeException::new);
        makers.put(ErrorCode.LEADER_NOT_AVAILABLE, LeaderNotAvailableException::new);
        makers.put(ErrorCode.NOT_LEADER_OR_FOLLOWER, NotLeaderOrFollowerException::new);
        makers.put(ErrorCode.REQUEST_TIMED_OUT, TimeoutException::new);
        makers.put(ErrorCode.BROKER_NOT_AVAILABLE, BrokerNotAvailableException::new);
        makers.put(ErrorCode.REPLICA_NOT_AVAILABLE, ReplicaNotAvailableException::new);
        makers.put(ErrorCode.MESSAGE_TOO_LARGE, RecordTooLargeException::new);
        makers.put(ErrorCode.STALE_CONTROLLER_EPOCH, ControllerMovedException::new);
        makers.put(ErrorCode.OFFSET_METADATA_TOO_LARGE, OffsetMetadataTooLarge::new);
        makers.put(ErrorCode.NETWORK_EXCEPTION, NetworkException::new);
        makers.put(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, CoordinatorLoadInProgressException::new);
        makers.put(ErrorCode.COORDINATOR_NOT_AVAILABLE, CoordinatorNotAvailableException::new);
        makers.put(ErrorCode.NOT_COORDINATOR, NotCoordinatorException::new);
        makers.put(ErrorCode.INVALID_TOPIC_EXCEPTION, InvalidTopicException::new);
        makers.put(ErrorCode.RECORD_LIST_TOO_LARGE, RecordBatchTooLargeException::new);
        makers.put(ErrorCode.NOT_ENOUGH_REPLICAS, NotEnoughReplicasException::new);
        makers.put(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND, NotEnoughReplicasAfterAppendException::new);
        makers.put(ErrorCode.INVALID_REQUIRED_ACKS, InvalidRequiredAcksException::new);
        makers.put(ErrorCode.ILLEGAL_GENERATION, IllegalGenerationException::new);
        makers.put(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, InconsistentGroupProtocolException::new);
        makers.put(ErrorCode.INVALID_GROUP_ID, InvalidGroupIdException::new);
        makers.put(ErrorCode.UNKNOWN_MEMBER_ID, UnknownMemberIdException::new);
        makers.put(ErrorCode.INVALID_SESSION_TIMEOUT, InvalidSessionTimeoutException::new);
        makers.put(ErrorCode.REBALANCE_IN_PROGRESS, RebalanceInProgressException::new);
        makers.put(ErrorCode.INVALID_COMMIT_OFFSET_SIZE, InvalidCommitOffsetSizeException::new);
        makers.put(ErrorCode.TOPIC_AUTHORIZATION_FAILED, TopicAuthorizationException::new);
        makers.put(ErrorCode.GROUP_AUTHORIZATION_FAILED, GroupAuthorizationException::new);
        makers.put(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, ClusterAuthorizationException::new);
        makers.put(ErrorCode.INVALID_TIMESTAMP, InvalidTimestampException::new);
        makers.put(ErrorCode.UNSUPPORTED_SASL_MECHANISM, UnsupportedSaslMechanismException::new);
        makers.put(ErrorCode.ILLEGAL_SASL_STATE, IllegalSaslStateException::new);
        makers.put(ErrorCode.UNSUPPORTED_VERSION, UnsupportedVersionException::new);
        makers.put(ErrorCode.TOPIC_ALREADY_EXISTS, TopicExistsException::new);
        makers.put(ErrorCode.INVALID_PARTITIONS, InvalidPartitionsException::new);
        makers.put(ErrorCode.INVALID_REPLICATION_FACTOR, InvalidReplicationFactorException::new);
        makers.put(ErrorCode.INVALID_REPLICA_ASSIGNMENT, InvalidReplicaAssignmentException::new);
        makers.put(ErrorCode.INVALID_CONFIG, InvalidConfigurationException::new);
        makers.put(ErrorCode.NOT_CONTROLLER, NotControllerException::new);
    }

    private static void transactionsAndSecurity(Map<ErrorCode, Maker> makers) {
        makers.put(ErrorCode.INVALID_REQUEST, InvalidRequestException::new);
        makers.put(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT, UnsupportedForMessageFormatException::new);
        makers.put(ErrorCode.POLICY_VIOLATION, PolicyViolationException::new);
        makers.put(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, OutOfOrderSequenceException::new);
        makers.put(ErrorCode.DUPLICATE_SEQUENCE_NUMBER, DuplicateSequenceException::new);
        makers.put(ErrorCode.INVALID_PRODUCER_EPOCH, InvalidProducerEpochException::new);
        makers.put(ErrorCode.INVALID_TXN_STATE, InvalidTxnStateException::new);
        makers.put(ErrorCode.INVALID_PRODUCER_ID_MAPPING, InvalidPidMappingException::new);
        makers.put(ErrorCode.INVALID_TRANSACTION_TIMEOUT, InvalidTxnTimeoutException::new);
        makers.put(ErrorCode.CONCURRENT_TRANSACTIONS, ConcurrentTransactionsException::new);
        makers.put(ErrorCode.TRANSACTION_COORDINATOR_FENCED, TransactionCoordinatorFencedException::new);
        makers.put(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, TransactionalIdAuthorizationException::new);
        makers.put(ErrorCode.SECURITY_DISABLED, SecurityDisabledException::new);
        makers.put(ErrorCode.OPERATION_NOT_ATTEMPTED, OperationNotAttemptedException::new);
        makers.put(ErrorCode.KAFKA_STORAGE_ERROR, KafkaStorageException::new);
        makers.put(ErrorCode.LOG_DIR_NOT_FOUND, LogDirNotFoundException::new);
        makers.put(ErrorCode.SASL_AUTHENTICATION_FAILED, SaslAuthenticationException::new);
        makers.put(ErrorCode.UNKNOWN_PRODUCER_ID, UnknownProducerIdException::new);
        makers.put(ErrorCode.REASSIGNMENT_IN_PROGRESS, ReassignmentInProgressException::new);
        makers.put(ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED, DelegationTokenDisabledException::new);
        makers.put(ErrorCode.DELEGATION_TOKEN_NOT_FOUND, DelegationTokenNotFoundException::new);
        makers.put(ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH, DelegationTokenOwnerMismatchException::new);
        makers.put(ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED, UnsupportedByAuthenticationException::new);
        makers.put(ErrorCode.DELEGATION_TOKEN_AUTHORIZATION_FAILED, DelegationTokenAuthorizationException::new);
        makers.put(ErrorCode.DELEGATION_TOKEN_EXPIRED, DelegationTokenExpiredException::new);
        makers.put(ErrorCode.INVALID_PRINCIPAL_TYPE, InvalidPrincipalTypeException::new);
        makers.put(ErrorCode.NON_EMPTY_GROUP, GroupNotEmptyException::new);
        makers.put(ErrorCode.GROUP_ID_NOT_FOUND, GroupIdNotFoundException::new);
        makers.put(ErrorCode.FETCH_SESSION_ID_NOT_FOUND, FetchSessionIdNotFoundException::new);
        makers.put(ErrorCode.INVALID_FETCH_SESSION_EPOCH, InvalidFetchSessionEpochException::new);
        makers.put(ErrorCode.LISTENER_NOT_FOUND, ListenerNotFoundException::new);
        makers.put(ErrorCode.TOPIC_DELETION_DISABLED, TopicDeletionDisabledException::new);
        makers.put(ErrorCode.FENCED_LEADER_EPOCH, FencedLeaderEpochException::new);
        makers.put(ErrorCode.UNKNOWN_LEADER_EPOCH, UnknownLeaderEpochException::new);
        makers.put(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, UnsupportedCompressionTypeException::new);
        makers.put(ErrorCode.STALE_BROKER_EPOCH, StaleBrokerEpochException::new);
        makers.put(ErrorCode.OFFSET_NOT_AVAILABLE, OffsetNotAvailableException::new);
        makers.put(ErrorCode.MEMBER_ID_REQUIRED, MemberIdRequiredException::new);
        makers.put(ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE, PreferredLeaderNotAvailableException::new);
        makers.put(ErrorCode.GROUP_MAX_SIZE_REACHED, GroupMaxSizeReachedException::new);
        makers.put(ErrorCode.FENCED_INSTANCE_ID, FencedInstanceIdException::new);
        makers.put(ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE, EligibleLeadersNotAvailableException::new);
        makers.put(ErrorCode.ELECTION_NOT_NEEDED, ElectionNotNeededException::new);
        makers.put(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS, NoReassignmentInProgressException::new);
        makers.put(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC, GroupSubscribedToTopicException::new);
        makers.put(ErrorCode.INVALID_RECORD, InvalidRecordException::new);
        makers.put(ErrorCode.UNSTABLE_OFFSET_COMMIT, UnstableOffsetCommitException::new);
        makers.put(ErrorCode.THROTTLING_QUOTA_EXCEEDED, ThrottlingQuotaExceededException::new);
    }

    private static void clusterAndLater(Map<ErrorCode, Maker> makers) {
        makers.put(ErrorCode.PRODUCER_FENCED, ProducerFencedException::new);
        makers.put(ErrorCode.RESOURCE_NOT_FOUND, ResourceNotFoundException::new);
        makers.put(ErrorCode.DUPLICATE_RESOURCE, DuplicateResourceException::new);
        makers.put(ErrorCode.UNACCEPTABLE_CREDENTIAL, UnacceptableCredentialException::new);
        makers.put(ErrorCode.INCONSISTENT_VOTER_SET, InconsistentVoterSetException::new);
        makers.put(ErrorCode.INVALID_UPDATE_VERSION, InvalidUpdateVersionException::new);
        makers.put(ErrorCode.FEATURE_UPDATE_FAILED, FeatureUpdateFailedException::new);
        makers.put(ErrorCode.PRINCIPAL_DESERIALIZATION_FAILURE, PrincipalDeserializationException::new);
        makers.put(ErrorCode.SNAPSHOT_NOT_FOUND, SnapshotNotFoundException::new);
        makers.put(ErrorCode.POSITION_OUT_OF_RANGE, PositionOutOfRangeException::new);
        makers.put(ErrorCode.UNKNOWN_TOPIC_ID, UnknownTopicIdException::new);
        makers.put(ErrorCode.DUPLICATE_BROKER_REGISTRATION, DuplicateBrokerRegistrationException::new);
        makers.put(ErrorCode.BROKER_ID_NOT_REGISTERED, BrokerIdNotRegisteredException::new);
        makers.put(ErrorCode.INCONSISTENT_TOPIC_ID, InconsistentTopicIdException::new);
        makers.put(ErrorCode.INCONSISTENT_CLUSTER_ID, InconsistentClusterIdException::new);
        makers.put(ErrorCode.TRANSACTIONAL_ID_NOT_FOUND, TransactionalIdNotFoundException::new);
        makers.put(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR, FetchSessionTopicIdException::new);
        makers.put(ErrorCode.INELIGIBLE_REPLICA, IneligibleReplicaException::new);
        makers.put(ErrorCode.NEW_LEADER_ELECTED, NewLeaderElectedException::new);
        makers.put(ErrorCode.OFFSET_MOVED_TO_TIERED_STORAGE, OffsetMovedToTieredStorageException::new);
        makers.put(ErrorCode.FENCED_MEMBER_EPOCH, FencedMemberEpochException::new);
        makers.put(ErrorCode.UNRELEASED_INSTANCE_ID, UnreleasedInstanceIdException::new);
        makers.put(ErrorCode.UNSUPPORTED_ASSIGNOR, UnsupportedAssignorException::new);
        makers.put(ErrorCode.STALE_MEMBER_EPOCH, StaleMemberEpochException::new);
        makers.put(ErrorCode.MISMATCHED_ENDPOINT_TYPE, MismatchedEndpointTypeException::new);
        makers.put(ErrorCode.UNSUPPORTED_ENDPOINT_TYPE, UnsupportedEndpointTypeException::new);
        makers.put(ErrorCode.UNKNOWN_CONTROLLER_ID, UnknownControllerIdException::new);
        makers.put(ErrorCode.UNKNOWN_SUBSCRIPTION_ID, UnknownSubscriptionIdException::new);
        makers.put(ErrorCode.TELEMETRY_TOO_LARGE, TelemetryTooLargeException::new);
        makers.put(ErrorCode.INVALID_REGISTRATION, InvalidRegistrationException::new);
        makers.put(ErrorCode.TRANSACTION_ABORTABLE, TransactionAbortableException::new);
        makers.put(ErrorCode.INVALID_RECORD_STATE, InvalidRecordStateException::new);
        makers.put(ErrorCode.SHARE_SESSION_NOT_FOUND, ShareSessionNotFoundException::new);
        makers.put(ErrorCode.INVALID_SHARE_SESSION_EPOCH, InvalidShareSessionEpochException::new);
        makers.put(ErrorCode.FENCED_STATE_EPOCH, FencedStateEpochException::new);
        makers.put(ErrorCode.INVALID_VOTER_KEY, InvalidVoterKeyException::new);
        makers.put(ErrorCode.DUPLICATE_VOTER, DuplicateVoterException::new);
        makers.put(ErrorCode.VOTER_NOT_FOUND, VoterNotFoundException::new);
        makers.put(ErrorCode.INVALID_REGULAR_EXPRESSION, InvalidRegularExpression::new);
        makers.put(ErrorCode.REBOOTSTRAP_REQUIRED, RebootstrapRequiredException::new);
        makers.put(ErrorCode.STREAMS_INVALID_TOPOLOGY, StreamsInvalidTopologyException::new);
        makers.put(ErrorCode.STREAMS_INVALID_TOPOLOGY_EPOCH, StreamsInvalidTopologyEpochException::new);
        makers.put(ErrorCode.STREAMS_TOPOLOGY_FENCED, StreamsTopologyFencedException::new);
        makers.put(ErrorCode.SHARE_SESSION_LIMIT_REACHED, ShareSessionLimitReachedException::new);
        makers.put(ErrorCode.GROUP_DELETION_FAILED, GroupDeletionFailedException::new);
        makers.put(
                ErrorCode.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED,
                StreamsTopologyDescriptionUpdateFailedException::new);
        makers.put(ErrorCode.CONTROLLER_ID_NOT_REGISTERED, ControllerIdNotRegisteredException::new);
    }
}
