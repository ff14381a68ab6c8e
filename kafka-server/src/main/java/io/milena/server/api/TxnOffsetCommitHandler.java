package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import io.milena.protocol.messages.TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition;
import io.milena.protocol.messages.TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic;
import io.milena.server.coordinator.CoordinatorKind;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.CommitAnswer;
import io.milena.server.coordinator.group.CommittedOffset;
import io.milena.server.coordinator.group.GenerationRef;
import io.milena.server.coordinator.group.OffsetToCommit;
import io.milena.server.coordinator.group.TransactionalCommitAsk;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.metadata.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * TxnOffsetCommit (key 28): how far a group is once the producer's transaction commits.
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  leader epochs (KIP-320)
 * v3  who of the group commits (KIP-447); flexible encoding
 * v4  TRANSACTION_ABORTABLE, for which INVALID_TXN_STATE stands before (KIP-890)
 * </pre>
 *
 * <p>Offsets are taken if the transaction's coordinator says that the group's partition takes part in it (KIP-890), and
 * the transaction does not end before they are in the log.
 */
final class TxnOffsetCommitHandler implements ApiHandler<TxnOffsetCommitRequest, TxnOffsetCommitResponse> {

    private static final short FIRST_WITH_ABORTABLE = 4;

    private final GroupCoordinator groups;
    private final TransactionVerifier verifier;
    private final ClusterView cluster;

    TxnOffsetCommitHandler(GroupCoordinator groups, TransactionVerifier verifier, ClusterView cluster) {
        this.groups = groups;
        this.verifier = verifier;
        this.cluster = cluster;
    }

    @Override
    public void handle(TxnOffsetCommitRequest request, Caller<TxnOffsetCommitResponse> caller) {
        if (request.groupId().isEmpty()) {
            caller.reply(failed(request, ErrorCode.INVALID_GROUP_ID));
            return;
        }
        var known = new KnownPartitions(cluster.current());
        int partition = groups.partitionOf(request.groupId());
        if (partition < 0) {
            caller.reply(failed(request, ErrorCode.NOT_COORDINATOR));
            return;
        }
        TransactionalCommitAsk ask = ask(request, known);
        Reply<CommitAnswer> reply = answer -> caller.reply(response(request, known.outcomes(answer.errors())));
        if (verifier.isWanted()) {
            var offsets = new TopicPartition(CoordinatorKind.GROUPS.topic(), partition);
            short version = caller.version();
            groups.commitInVouchedTransaction(
                    ask, told -> verify(request, offsets, error -> told.give(toClient(error, version))), reply);
        } else {
            groups.commitInTransaction(ask, reply);
        }
    }

    private void verify(TxnOffsetCommitRequest request, TopicPartition offsets, Reply<ErrorCode> told) {
        verifier.verify(request.transactionalId(), producer(request), offsets, told);
    }

    private static TransactionalProducer producer(TxnOffsetCommitRequest request) {
        return new TransactionalProducer(request.producerId(), request.producerEpoch());
    }

    private static ErrorCode toClient(ErrorCode error, short version) {
        return switch (error) {
            case NOT_ENOUGH_REPLICAS -> ErrorCode.COORDINATOR_NOT_AVAILABLE;
            case TRANSACTION_ABORTABLE -> version < FIRST_WITH_ABORTABLE ? ErrorCode.INVALID_TXN_STATE : error;
            default -> error;
        };
    }

    private static TransactionalCommitAsk ask(TxnOffsetCommitRequest request, KnownPartitions known) {
        List<OffsetToCommit> offsets = new ArrayList<>();
        for (TxnOffsetCommitRequestTopic topic : request.topics()) {
            for (TxnOffsetCommitRequestPartition line : topic.partitions()) {
                if (known.has(topic.name(), line.partitionIndex())) {
                    offsets.add(offset(topic.name(), line));
                }
            }
        }
        return TransactionalCommitAsk.unproven(
                request.groupId(),
                producer(request),
                GenerationRef.of(request.generationId(), request.memberId(), request.groupInstanceId()),
                offsets);
    }

    private static OffsetToCommit offset(String topic, TxnOffsetCommitRequestPartition line) {
        return new OffsetToCommit(
                new TopicPartition(topic, line.partitionIndex()),
                line.committedOffset(),
                line.committedLeaderEpoch(),
                line.committedMetadata(),
                CommittedOffset.NEVER_TOLD);
    }

    private static TxnOffsetCommitResponse response(
            TxnOffsetCommitRequest request, Function<TopicPartition, ErrorCode> errors) {
        List<TxnOffsetCommitResponseTopic> topics =
                new ArrayList<>(request.topics().size());
        for (TxnOffsetCommitRequestTopic topic : request.topics()) {
            List<TxnOffsetCommitResponsePartition> partitions =
                    new ArrayList<>(topic.partitions().size());
            for (TxnOffsetCommitRequestPartition line : topic.partitions()) {
                ErrorCode error = errors.apply(new TopicPartition(topic.name(), line.partitionIndex()));
                partitions.add(new TxnOffsetCommitResponsePartition()
                        .partitionIndex(line.partitionIndex())
                        .errorCode(error.code()));
            }
            topics.add(new TxnOffsetCommitResponseTopic().name(topic.name()).partitions(partitions));
        }
        return new TxnOffsetCommitResponse().topics(topics);
    }

    @Override
    public TxnOffsetCommitResponse failed(TxnOffsetCommitRequest request, ErrorCode error) {
        return response(request, partition -> error);
    }
}
