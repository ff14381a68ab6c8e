package io.milena.compat;

import io.milena.compat.SampleRequests.Subject;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.DeleteGroupsRequest;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.ListGroupsRequest;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetDeleteRequest;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.SyncGroupRequest;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Sample requests of the APIs of groups, of a group that has no members. Stateless. */
final class GroupSamples {

    private static final String GROUP = "sampled";
    private static final String MEMBER = "nobody";
    private static final int MANY_GROUPS = 8;
    private static final int MANY_MEMBERS = 3;

    private GroupSamples() {}

    static Map<ApiKey, BiFunction<Integer, Subject, ApiMessage>> all() {
        return Map.of(
                ApiKey.OFFSET_COMMIT, (version, subject) -> commit(subject),
                ApiKey.OFFSET_FETCH, (version, subject) -> version < MANY_GROUPS ? fetch(subject) : fetchMany(subject),
                ApiKey.JOIN_GROUP, (version, subject) -> join(),
                ApiKey.SYNC_GROUP, (version, subject) -> sync(),
                ApiKey.HEARTBEAT,
                        (version, subject) -> new HeartbeatRequest()
                                .groupId(GROUP)
                                .memberId(MEMBER)
                                .generationId(1),
                ApiKey.LEAVE_GROUP, (version, subject) -> leave(version),
                ApiKey.DESCRIBE_GROUPS, (version, subject) -> new DescribeGroupsRequest().groups(List.of(GROUP)),
                ApiKey.LIST_GROUPS, (version, subject) -> new ListGroupsRequest(),
                ApiKey.DELETE_GROUPS, (version, subject) -> new DeleteGroupsRequest().groupsNames(List.of(GROUP)),
                ApiKey.OFFSET_DELETE, (version, subject) -> delete(subject));
    }

    private static ApiMessage commit(Subject subject) {
        var partition = new OffsetCommitRequest.OffsetCommitRequestPartition()
                .partitionIndex(subject.partition())
                .committedOffset(3)
                .committedMetadata("");
        return new OffsetCommitRequest()
                .groupId(GROUP)
                .topics(List.of(new OffsetCommitRequest.OffsetCommitRequestTopic()
                        .name(subject.topic())
                        .partitions(List.of(partition))));
    }

    private static ApiMessage fetch(Subject subject) {
        return new OffsetFetchRequest()
                .groupId(GROUP)
                .topics(List.of(new OffsetFetchRequest.OffsetFetchRequestTopic()
                        .name(subject.topic())
                        .partitionIndexes(List.of(subject.partition()))));
    }

    private static ApiMessage fetchMany(Subject subject) {
        var topic = new OffsetFetchRequest.OffsetFetchRequestTopics()
                .name(subject.topic())
                .partitionIndexes(List.of(subject.partition()));
        return new OffsetFetchRequest()
                .groups(List.of(new OffsetFetchRequest.OffsetFetchRequestGroup()
                        .groupId(GROUP)
                        .topics(List.of(topic))));
    }

    /** Refused at once: a member that joins waits for others. */
    private static ApiMessage join() {
        return new JoinGroupRequest()
                .groupId(GROUP)
                .memberId(MEMBER)
                .sessionTimeoutMs(10_000)
                .protocolType("consumer")
                .protocols(List.of(new JoinGroupRequest.JoinGroupRequestProtocol().name("range")));
    }

    private static ApiMessage sync() {
        return new SyncGroupRequest()
                .groupId(GROUP)
                .memberId(MEMBER)
                .generationId(1)
                .protocolType("consumer")
                .protocolName("range");
    }

    private static ApiMessage leave(int version) {
        var request = new LeaveGroupRequest().groupId(GROUP);
        return version < MANY_MEMBERS
                ? request.memberId(MEMBER)
                : request.members(List.of(new LeaveGroupRequest.MemberIdentity().memberId(MEMBER)));
    }

    private static ApiMessage delete(Subject subject) {
        var partition = new OffsetDeleteRequest.OffsetDeleteRequestPartition().partitionIndex(subject.partition());
        return new OffsetDeleteRequest()
                .groupId(GROUP)
                .topics(List.of(new OffsetDeleteRequest.OffsetDeleteRequestTopic()
                        .name(subject.topic())
                        .partitions(List.of(partition))));
    }
}
