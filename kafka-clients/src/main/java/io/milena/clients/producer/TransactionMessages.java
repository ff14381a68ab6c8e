package io.milena.clients.producer;

import io.milena.clients.consumer.CommitFailedException;
import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.AddOffsetsToTxnRequest;
import io.milena.protocol.messages.AddOffsetsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTopic;
import io.milena.protocol.messages.AddPartitionsToTxnResponse;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.EndTxnResponse;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a transactional producer and what their answers say. Stateless.
 *
 * <p>Versions stop before those of the second protocol of transactions (KIP-890), in which brokers add partitions by
 * themselves: coordinators of every release take the first from a client that speaks no newer version.
 */
final class TransactionMessages {

    private static final short NEXT_EPOCHS = 3;
    private static final short MANY_COORDINATORS = 4;
    private static final Set<ErrorCode> NO_MEMBER = Set.of(ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.ILLEGAL_GENERATION);
    private static final byte OF_GROUP = 0;
    private static final byte OF_TRANSACTION = 1;

    private TransactionMessages() {}

    /** Which coordinator a key has. */
    enum KeyType {
        GROUP(OF_GROUP, "group"),
        TRANSACTION(OF_TRANSACTION, "transactional.id");

        private final byte code;
        private final String word;

        KeyType(byte code, String word) {
            this.code = code;
            this.word = word;
        }

        /** Names a key among those of both types. */
        String named(String key) {
            return word + " '" + key + "'";
        }
    }

    /** What the application is told when the coordinator of {@code key} refuses. */
    static KafkaException refusal(TransactionAsk ask, String key, ErrorCode error) {
        String what = "the coordinator of " + key + " refused " + api(ask) + ": " + error;
        if (ask instanceof TransactionAsk.CommitOffsets && NO_MEMBER.contains(error)) {
            return new CommitFailedException(what + ". The consumer is no longer the member of its group that it was,"
                    + " and others may read its partitions: abort the transaction, and poll again");
        }
        return error.exception(what);
    }

    /** Who a producer is. */
    record Sender(String transactionalId, int timeoutMs, long producerId, short epoch) {}

    static ApiKey api(TransactionAsk ask) {
        if (ask instanceof TransactionAsk.Init) {
            return ApiKey.INIT_PRODUCER_ID;
        }
        if (ask instanceof TransactionAsk.AddPartitions) {
            return ApiKey.ADD_PARTITIONS_TO_TXN;
        }
        if (ask instanceof TransactionAsk.AddOffsets) {
            return ApiKey.ADD_OFFSETS_TO_TXN;
        }
        return ask instanceof TransactionAsk.CommitOffsets ? ApiKey.TXN_OFFSET_COMMIT : ApiKey.END_TXN;
    }

    static VersionRange versions(TransactionAsk ask) {
        if (ask instanceof TransactionAsk.Init init) {
            return range(init.producerId() < 0 ? 0 : NEXT_EPOCHS, 4);
        }
        return ask instanceof TransactionAsk.AddPartitions ? range(0, 3) : range(0, 4);
    }

    private static VersionRange range(int lowest, int highest) {
        return new VersionRange((short) lowest, (short) highest);
    }

    static ApiMessage request(TransactionAsk ask, Sender sender, short version) {
        if (ask instanceof TransactionAsk.Init init) {
            return new InitProducerIdRequest()
                    .transactionalId(sender.transactionalId)
                    .transactionTimeoutMs(sender.timeoutMs)
                    .producerId(init.producerId())
                    .producerEpoch(init.epoch());
        }
        if (ask instanceof TransactionAsk.AddPartitions add) {
            return new AddPartitionsToTxnRequest()
                    .v3AndBelowTransactionalId(sender.transactionalId)
                    .v3AndBelowProducerId(sender.producerId)
                    .v3AndBelowProducerEpoch(sender.epoch)
                    .v3AndBelowTopics(topics(add.partitions()));
        }
        if (ask instanceof TransactionAsk.AddOffsets add) {
            return new AddOffsetsToTxnRequest()
                    .transactionalId(sender.transactionalId)
                    .producerId(sender.producerId)
                    .producerEpoch(sender.epoch)
                    .groupId(add.groupId());
        }
        if (ask instanceof TransactionAsk.CommitOffsets commit) {
            return offsetCommit(commit, sender, version);
        }
        return new EndTxnRequest()
                .transactionalId(sender.transactionalId)
                .producerId(sender.producerId)
                .producerEpoch(sender.epoch)
                .committed(((TransactionAsk.End) ask).outcome() == TransactionAsk.Outcome.COMMIT);
    }

    private static List<AddPartitionsToTxnTopic> topics(Set<TopicPartition> partitions) {
        Map<String, AddPartitionsToTxnTopic> byName = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            byName.computeIfAbsent(
                            partition.topic(),
                            name -> new AddPartitionsToTxnTopic().name(name).partitions(new ArrayList<>()))
                    .partitions()
                    .add(partition.partition());
        }
        return List.copyOf(byName.values());
    }

    private static ApiMessage offsetCommit(TransactionAsk.CommitOffsets commit, Sender sender, short version) {
        Map<String, TxnOffsetCommitRequestTopic> byName = new TreeMap<>();
        commit.offsets()
                .forEach((partition, offset) -> byName.computeIfAbsent(
                                partition.topic(),
                                name -> new TxnOffsetCommitRequestTopic()
                                        .name(name)
                                        .partitions(new ArrayList<>()))
                        .partitions()
                        .add(position(partition, offset)));
        var request = new TxnOffsetCommitRequest()
                .transactionalId(sender.transactionalId)
                .groupId(commit.group().groupId())
                .producerId(sender.producerId)
                .producerEpoch(sender.epoch)
                .topics(List.copyOf(byName.values()));
        ConsumerGroupMetadata group = commit.group();
        // Brokers before 2.5 cannot check who the member is.
        return version < NEXT_EPOCHS
                ? request
                : request.generationId(group.generationId())
                        .memberId(group.memberId())
                        .groupInstanceId(group.groupInstanceId().orElse(null));
    }

    private static TxnOffsetCommitRequestPartition position(TopicPartition partition, OffsetAndMetadata offset) {
        return new TxnOffsetCommitRequestPartition()
                .partitionIndex(partition.partition())
                .committedOffset(offset.offset())
                .committedLeaderEpoch(offset.leaderEpoch().orElse(-1))
                .committedMetadata(offset.metadata());
    }

    /** The error of an answer: of several partitions the one that says most, those that may pass last. */
    static ErrorCode errorOf(ApiMessage answer) {
        if (answer instanceof InitProducerIdResponse init) {
            return ErrorCode.of(init.errorCode());
        }
        if (answer instanceof AddOffsetsToTxnResponse add) {
            return ErrorCode.of(add.errorCode());
        }
        if (answer instanceof EndTxnResponse end) {
            return ErrorCode.of(end.errorCode());
        }
        return answer instanceof AddPartitionsToTxnResponse || answer instanceof TxnOffsetCommitResponse
                ? worst(answer)
                : ErrorCode.UNKNOWN_SERVER_ERROR;
    }

    private static ErrorCode worst(ApiMessage answer) {
        ErrorCode[] worst = {ErrorCode.NONE};
        answer.errors(code -> {
            ErrorCode error = ErrorCode.of((short) code);
            boolean isWorse = worst[0] == ErrorCode.NONE
                    || worst[0] == ErrorCode.OPERATION_NOT_ATTEMPTED
                    || worst[0].isRetriable() && !error.isRetriable();
            if (error != ErrorCode.NONE && isWorse) {
                worst[0] = error;
            }
        });
        return worst[0];
    }

    static VersionRange findVersions(KeyType type) {
        return range(type == KeyType.GROUP ? 0 : 1, MANY_COORDINATORS);
    }

    static ApiMessage find(String key, KeyType type, short version) {
        if (version >= MANY_COORDINATORS) {
            return new FindCoordinatorRequest().keyType(type.code).coordinatorKeys(List.of(key));
        }
        var request = new FindCoordinatorRequest().key(key);
        return version == 0 ? request : request.keyType(type.code);
    }

    /** The error of a look-up. */
    static ErrorCode errorOf(FindCoordinatorResponse answer, short version) {
        if (version < MANY_COORDINATORS) {
            return ErrorCode.of(answer.errorCode());
        }
        return answer.coordinators().isEmpty()
                ? ErrorCode.UNKNOWN_SERVER_ERROR
                : ErrorCode.of(answer.coordinators().get(0).errorCode());
    }

    /** The coordinator that a look-up found; null if it found none. */
    static @Nullable Node found(FindCoordinatorResponse answer, short version) {
        if (errorOf(answer, version) != ErrorCode.NONE) {
            return null;
        }
        if (version < MANY_COORDINATORS) {
            return new Node(answer.nodeId(), answer.host(), answer.port(), null);
        }
        FindCoordinatorResponse.Coordinator one = answer.coordinators().get(0);
        return new Node(one.nodeId(), one.host(), one.port(), null);
    }
}
