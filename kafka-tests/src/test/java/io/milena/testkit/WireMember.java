package io.milena.testkit;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.LeaveGroupResponse;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetCommitResponse;
import io.milena.protocol.messages.SyncGroupRequest;
import io.milena.protocol.messages.SyncGroupResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * The only member of a group, or someone who commits for a group without being in it: each call is one request over the
 * connection that is given, repeated while the coordinator is loaded. Confined to the test's thread.
 */
public final class WireMember {

    private static final int JOIN = 9;
    private static final int SYNC = 5;
    private static final int HEARTBEAT = 4;
    private static final int LEAVE = 5;
    private static final int COMMIT = 8;
    private static final int NO_GENERATION = -1;
    private static final int SESSION_MS = 60_000;
    private static final String CONSUMER = "consumer";
    private static final String STRATEGY = "range";

    private final String group;
    private final @Nullable String instanceId;
    private String memberId = "";
    private int generation = NO_GENERATION;

    private WireMember(String group, @Nullable String instanceId) {
        this.group = group;
        this.instanceId = instanceId;
    }

    /** Someone outside of the group, until they join. */
    public static WireMember of(String group) {
        return new WireMember(group, null);
    }

    /** The same, as a static member. */
    public static WireMember of(String group, String instanceId) {
        return new WireMember(group, instanceId);
    }

    /** Takes itself for this member. */
    public WireMember posingAs(String member, int atGeneration) {
        memberId = member;
        generation = atGeneration;
        return this;
    }

    public String group() {
        return group;
    }

    public String memberId() {
        return memberId;
    }

    public int generation() {
        return generation;
    }

    /** Version 0 of the metadata of a consumer that reads one topic. */
    public static byte[] subscription(String topic) {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Short.BYTES + 2 * Integer.BYTES + name.length)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) name.length)
                .put(name)
                .putInt(-1)
                .array();
    }

    /** Joins the group that nobody is in, and gives itself its share; must succeed. */
    public WireMember joins(WireClient client, String topic) {
        WireTransaction.findCoordinator(client, group, WireTransaction.GROUP);
        must("join", settled(() -> join(client, topic)));
        must("sync", settled(() -> sync(client)));
        return this;
    }

    private ErrorCode join(WireClient client, String topic) {
        var request = new JoinGroupRequest()
                .groupId(group)
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .sessionTimeoutMs(SESSION_MS)
                .rebalanceTimeoutMs(SESSION_MS)
                .protocolType(CONSUMER)
                .protocols(List.of(new JoinGroupRequest.JoinGroupRequestProtocol()
                        .name(STRATEGY)
                        .metadata(subscription(topic))));
        var answer = client.call(JoinGroupResponse.class, ApiKey.JOIN_GROUP, JOIN, request);
        memberId = answer.memberId();
        generation = answer.generationId();
        ErrorCode error = ErrorCode.of(answer.errorCode());
        return error == ErrorCode.MEMBER_ID_REQUIRED ? join(client, topic) : error;
    }

    private ErrorCode sync(WireClient client) {
        var share = new SyncGroupRequest.SyncGroupRequestAssignment()
                .memberId(memberId)
                .assignment("all of it".getBytes(StandardCharsets.UTF_8));
        var request = new SyncGroupRequest()
                .groupId(group)
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .generationId(generation)
                .protocolType(CONSUMER)
                .protocolName(STRATEGY)
                .assignments(List.of(share));
        return ErrorCode.of(client.call(SyncGroupResponse.class, ApiKey.SYNC_GROUP, SYNC, request)
                .errorCode());
    }

    public ErrorCode beats(WireClient client) {
        var request = new HeartbeatRequest()
                .groupId(group)
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .generationId(generation);
        return settled(() -> ErrorCode.of(client.call(HeartbeatResponse.class, ApiKey.HEARTBEAT, HEARTBEAT, request)
                .errorCode()));
    }

    public ErrorCode leaves(WireClient client) {
        var self = new LeaveGroupRequest.MemberIdentity().memberId(memberId).groupInstanceId(instanceId);
        var request = new LeaveGroupRequest().groupId(group).members(List.of(self));
        return settled(() -> toldOnly(client.call(LeaveGroupResponse.class, ApiKey.LEAVE_GROUP, LEAVE, request)));
    }

    private static ErrorCode toldOnly(LeaveGroupResponse answer) {
        ErrorCode ofAll = ErrorCode.of(answer.errorCode());
        return ofAll == ErrorCode.NONE ? ErrorCode.of(answer.members().get(0).errorCode()) : ofAll;
    }

    /** Commits an offset of partition 0; as a member, or else for the group as it is. */
    public ErrorCode commits(WireClient client, String topic, long offset, String metadata) {
        WireTransaction.findCoordinator(client, group, WireTransaction.GROUP);
        var line = new OffsetCommitRequest.OffsetCommitRequestPartition()
                .partitionIndex(0)
                .committedOffset(offset)
                .committedLeaderEpoch(0)
                .committedMetadata(metadata);
        var request = new OffsetCommitRequest()
                .groupId(group)
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .generationIdOrMemberEpoch(generation)
                .topics(List.of(new OffsetCommitRequest.OffsetCommitRequestTopic()
                        .name(topic)
                        .partitions(List.of(line))));
        return settled(() -> ErrorCode.of(client.call(OffsetCommitResponse.class, ApiKey.OFFSET_COMMIT, COMMIT, request)
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .errorCode()));
    }

    private static void must(String what, ErrorCode error) {
        if (error != ErrorCode.NONE) {
            throw new AssertionError(what + ": " + error);
        }
    }

    private static ErrorCode settled(Supplier<ErrorCode> request) {
        return Awaitility.await().until(request::get, error -> !isLoading(error));
    }

    private static boolean isLoading(ErrorCode error) {
        return error == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
                || error == ErrorCode.COORDINATOR_NOT_AVAILABLE
                || error == ErrorCode.NOT_COORDINATOR;
    }
}
