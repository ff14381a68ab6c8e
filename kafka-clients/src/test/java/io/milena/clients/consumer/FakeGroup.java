package io.milena.clients.consumer;

import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.LeaveGroupResponse;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetCommitResponse;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.protocol.messages.SyncGroupRequest;
import io.milena.protocol.messages.SyncGroupResponse;
import io.milena.testing.ScriptedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** The coordinator of a group with one member, at a {@link FakeCluster} or a {@link ScriptedBroker}. Thread-safe. */
final class FakeGroup {

    private final Map<TopicPartition, OffsetAndMetadata> committed = new ConcurrentSkipListMap<>();
    private volatile ErrorCode beat = ErrorCode.NONE;
    private volatile IntSupplier commitError = () -> ErrorCode.NONE.code();
    private volatile int generation;
    private volatile int syncedGeneration;
    private volatile Node coordinator = FakeCluster.NODE;

    void serveTo(ScriptedBroker broker) {
        coordinator = new Node(broker.id(), "127.0.0.1", broker.port(), null);
        serveTo((api, answer) ->
                broker.always(api, exchange -> exchange.answer(answer.apply(exchange.request(ApiMessage.class)))));
    }

    void serveTo(FakeCluster cluster) {
        serveTo(cluster::on);
    }

    private void serveTo(BiConsumer<ApiKey, Function<ApiMessage, ApiMessage>> broker) {
        broker.accept(ApiKey.FIND_COORDINATOR, request -> coordinator());
        broker.accept(ApiKey.JOIN_GROUP, request -> join((JoinGroupRequest) request));
        broker.accept(ApiKey.SYNC_GROUP, request -> sync((SyncGroupRequest) request));
        broker.accept(ApiKey.HEARTBEAT, request -> beat());
        broker.accept(ApiKey.LEAVE_GROUP, request -> new LeaveGroupResponse());
        broker.accept(ApiKey.OFFSET_COMMIT, request -> commit((OffsetCommitRequest) request));
        broker.accept(ApiKey.OFFSET_FETCH, request -> offsets((OffsetFetchRequest) request));
    }

    Map<TopicPartition, OffsetAndMetadata> committed() {
        return committed;
    }

    int generation() {
        return generation;
    }

    /** That in which the member has its share; before, a real coordinator takes no commit. */
    int syncedGeneration() {
        return syncedGeneration;
    }

    /** The next heartbeat is answered so, those after as if nothing was. */
    void nextBeat(ErrorCode error) {
        beat = error;
    }

    /** Each commit is answered by the code that this gives. */
    void commitsAnsweredBy(IntSupplier error) {
        commitError = error;
    }

    private FindCoordinatorResponse coordinator() {
        return new FindCoordinatorResponse()
                .coordinators(List.of(new FindCoordinatorResponse.Coordinator()
                        .key("group")
                        .nodeId(coordinator.id())
                        .host(coordinator.host())
                        .port(coordinator.port())));
    }

    private JoinGroupResponse join(JoinGroupRequest request) {
        if (request.memberId().isEmpty()) {
            return new JoinGroupResponse()
                    .errorCode(ErrorCode.MEMBER_ID_REQUIRED.code())
                    .memberId("member-" + generation);
        }
        generation++;
        JoinGroupRequest.JoinGroupRequestProtocol first = request.protocols().get(0);
        return new JoinGroupResponse()
                .generationId(generation)
                .protocolName(first.name())
                .leader(request.memberId())
                .memberId(request.memberId())
                .members(List.of(new JoinGroupResponse.JoinGroupResponseMember()
                        .memberId(request.memberId())
                        .metadata(first.metadata())));
    }

    private SyncGroupResponse sync(SyncGroupRequest request) {
        syncedGeneration = request.generationId();
        return new SyncGroupResponse().assignment(request.assignments().get(0).assignment());
    }

    private HeartbeatResponse beat() {
        ErrorCode told = beat;
        beat = ErrorCode.NONE;
        return new HeartbeatResponse().errorCode(told.code());
    }

    private OffsetCommitResponse commit(OffsetCommitRequest request) {
        short error = (short) commitError.getAsInt();
        List<OffsetCommitResponse.OffsetCommitResponseTopic> topics = new ArrayList<>();
        for (OffsetCommitRequest.OffsetCommitRequestTopic topic : request.topics()) {
            List<OffsetCommitResponse.OffsetCommitResponsePartition> partitions = new ArrayList<>();
            for (OffsetCommitRequest.OffsetCommitRequestPartition asked : topic.partitions()) {
                partitions.add(new OffsetCommitResponse.OffsetCommitResponsePartition()
                        .partitionIndex(asked.partitionIndex())
                        .errorCode(error));
                if (error == ErrorCode.NONE.code()) {
                    committed.put(
                            new TopicPartition(topic.name(), asked.partitionIndex()),
                            new OffsetAndMetadata(
                                    asked.committedOffset(),
                                    Positions.epoch(asked.committedLeaderEpoch()),
                                    asked.committedMetadata()));
                }
            }
            topics.add(new OffsetCommitResponse.OffsetCommitResponseTopic()
                    .name(topic.name())
                    .partitions(partitions));
        }
        return new OffsetCommitResponse().topics(topics);
    }

    private OffsetFetchResponse offsets(OffsetFetchRequest request) {
        List<OffsetFetchResponse.OffsetFetchResponseTopics> topics = new ArrayList<>();
        request.groups().get(0).topics().forEach(topic -> {
            List<OffsetFetchResponse.OffsetFetchResponsePartitions> partitions = new ArrayList<>();
            for (int index : topic.partitionIndexes()) {
                OffsetAndMetadata found = committed.get(new TopicPartition(topic.name(), index));
                partitions.add(new OffsetFetchResponse.OffsetFetchResponsePartitions()
                        .partitionIndex(index)
                        .committedOffset(found == null ? -1 : found.offset())
                        .metadata(found == null ? "" : found.metadata()));
            }
            topics.add(new OffsetFetchResponse.OffsetFetchResponseTopics()
                    .name(topic.name())
                    .partitions(partitions));
        });
        return new OffsetFetchResponse()
                .groups(List.of(new OffsetFetchResponse.OffsetFetchResponseGroup()
                        .groupId("group")
                        .topics(topics)));
    }
}
