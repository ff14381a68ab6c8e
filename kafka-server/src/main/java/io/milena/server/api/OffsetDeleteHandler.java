package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.OffsetDeleteRequest;
import io.milena.protocol.messages.OffsetDeleteRequest.OffsetDeleteRequestPartition;
import io.milena.protocol.messages.OffsetDeleteRequest.OffsetDeleteRequestTopic;
import io.milena.protocol.messages.OffsetDeleteResponse;
import io.milena.protocol.messages.OffsetDeleteResponse.OffsetDeleteResponsePartition;
import io.milena.protocol.messages.OffsetDeleteResponse.OffsetDeleteResponseTopic;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.OffsetDeleteAnswer;
import io.milena.server.coordinator.group.OffsetDeleteAsk;
import io.milena.server.metadata.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** OffsetDelete (key 47): an administrator has a group forget how far it is in some partitions (KIP-496). */
final class OffsetDeleteHandler implements ApiHandler<OffsetDeleteRequest, OffsetDeleteResponse> {

    private final GroupCoordinator groups;
    private final ClusterView cluster;

    OffsetDeleteHandler(GroupCoordinator groups, ClusterView cluster) {
        this.groups = groups;
        this.cluster = cluster;
    }

    @Override
    public void handle(OffsetDeleteRequest request, Caller<OffsetDeleteResponse> caller) {
        var known = new KnownPartitions(cluster.current());
        List<TopicPartition> partitions = new ArrayList<>();
        for (OffsetDeleteRequestTopic topic : request.topics()) {
            for (OffsetDeleteRequestPartition partition : topic.partitions()) {
                if (known.has(topic.name(), partition.partitionIndex())) {
                    partitions.add(new TopicPartition(topic.name(), partition.partitionIndex()));
                }
            }
        }
        groups.forget(
                new OffsetDeleteAsk(request.groupId(), partitions),
                answer -> caller.reply(response(request, known, answer)));
    }

    private static OffsetDeleteResponse response(
            OffsetDeleteRequest request, KnownPartitions known, OffsetDeleteAnswer answer) {
        if (answer.error() != ErrorCode.NONE) {
            return new OffsetDeleteResponse().errorCode(answer.error().code());
        }
        Function<TopicPartition, ErrorCode> errors = known.outcomes(answer.errors());
        List<OffsetDeleteResponseTopic> topics =
                new ArrayList<>(request.topics().size());
        for (OffsetDeleteRequestTopic topic : request.topics()) {
            List<OffsetDeleteResponsePartition> partitions =
                    new ArrayList<>(topic.partitions().size());
            for (OffsetDeleteRequestPartition partition : topic.partitions()) {
                ErrorCode error = errors.apply(new TopicPartition(topic.name(), partition.partitionIndex()));
                partitions.add(new OffsetDeleteResponsePartition()
                        .partitionIndex(partition.partitionIndex())
                        .errorCode(error.code()));
            }
            topics.add(new OffsetDeleteResponseTopic().name(topic.name()).partitions(partitions));
        }
        return new OffsetDeleteResponse().topics(topics);
    }

    @Override
    public OffsetDeleteResponse failed(OffsetDeleteRequest request, ErrorCode error) {
        return new OffsetDeleteResponse().errorCode(error.code());
    }
}
