package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetCommitRequest.OffsetCommitRequestPartition;
import io.milena.protocol.messages.OffsetCommitRequest.OffsetCommitRequestTopic;
import io.milena.protocol.messages.OffsetCommitResponse;
import io.milena.protocol.messages.OffsetCommitResponse.OffsetCommitResponsePartition;
import io.milena.protocol.messages.OffsetCommitResponse.OffsetCommitResponseTopic;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.CommitAsk;
import io.milena.server.coordinator.group.CommittedOffset;
import io.milena.server.coordinator.group.GenerationRef;
import io.milena.server.coordinator.group.OffsetToCommit;
import io.milena.server.metadata.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * OffsetCommit (key 8): how far a group is.
 *
 * <pre>
 * v1  generation and member, and a time of the client's choice
 * v2  the time is the broker's, how long to keep is the client's
 * v3  throttle time
 * v4  throttled clients throttle themselves
 * v5  how long to keep is the broker's (KIP-211)
 * v6  leader epoch (KIP-320)
 * v7  static members (KIP-345)
 * v8  flexible encoding
 * v9  for members of the newer kind of group too (KIP-848)
 * </pre>
 */
final class OffsetCommitHandler implements ApiHandler<OffsetCommitRequest, OffsetCommitResponse> {

    private final GroupCoordinator groups;
    private final ClusterView cluster;

    OffsetCommitHandler(GroupCoordinator groups, ClusterView cluster) {
        this.groups = groups;
        this.cluster = cluster;
    }

    @Override
    public void handle(OffsetCommitRequest request, Caller<OffsetCommitResponse> caller) {
        var known = new KnownPartitions(cluster.current());
        List<OffsetToCommit> offsets = new ArrayList<>();
        for (OffsetCommitRequestTopic topic : request.topics()) {
            for (OffsetCommitRequestPartition partition : topic.partitions()) {
                if (known.has(topic.name(), partition.partitionIndex())) {
                    offsets.add(offset(topic.name(), partition));
                }
            }
        }
        if (offsets.isEmpty()) {
            caller.reply(response(request, known.outcomes(List.of())));
            return;
        }
        var from = GenerationRef.of(request.generationIdOrMemberEpoch(), request.memberId(), request.groupInstanceId());
        groups.commit(
                new CommitAsk(request.groupId(), from, request.retentionTimeMs(), offsets),
                answer -> caller.reply(response(request, known.outcomes(answer.errors()))));
    }

    private static OffsetToCommit offset(String topic, OffsetCommitRequestPartition partition) {
        return new OffsetToCommit(
                new TopicPartition(topic, partition.partitionIndex()),
                partition.committedOffset(),
                partition.committedLeaderEpoch(),
                partition.committedMetadata(),
                partition.commitTimestamp() < 0 ? CommittedOffset.NEVER_TOLD : partition.commitTimestamp());
    }

    private static OffsetCommitResponse response(
            OffsetCommitRequest request, Function<TopicPartition, ErrorCode> errors) {
        List<OffsetCommitResponseTopic> topics =
                new ArrayList<>(request.topics().size());
        for (OffsetCommitRequestTopic topic : request.topics()) {
            List<OffsetCommitResponsePartition> partitions =
                    new ArrayList<>(topic.partitions().size());
            for (OffsetCommitRequestPartition line : topic.partitions()) {
                ErrorCode error = errors.apply(new TopicPartition(topic.name(), line.partitionIndex()));
                partitions.add(new OffsetCommitResponsePartition()
                        .partitionIndex(line.partitionIndex())
                        .errorCode(error.code()));
            }
            topics.add(new OffsetCommitResponseTopic().name(topic.name()).partitions(partitions));
        }
        return new OffsetCommitResponse().topics(topics);
    }

    @Override
    public OffsetCommitResponse failed(OffsetCommitRequest request, ErrorCode error) {
        return response(request, partition -> error);
    }
}
