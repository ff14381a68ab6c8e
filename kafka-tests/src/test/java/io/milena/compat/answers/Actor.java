package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupRequest.JoinGroupRequestProtocol;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.SyncGroupRequest;
import io.milena.protocol.messages.SyncGroupRequest.SyncGroupRequestAssignment;
import io.milena.testkit.WireClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A client in a {@link Talk}: speaks of itself as the coordinator told it, in the newest versions unless it says
 * otherwise. Confined to the test's thread.
 */
final class Actor implements AutoCloseable {

    static final int JOIN = 9;
    static final int SYNC = 5;
    static final int HEARTBEAT = 4;
    static final int LEAVE = 5;
    static final int COMMIT = 9;
    static final int FETCH = 7;

    private static final int SESSION_MS = 30_000;
    private static final int REBALANCE_MS = 30_000;

    private final String name;
    private final Stage stage;
    private final WireClient client;
    private String memberId = "";
    private @Nullable String instanceId;
    private int generation = -1;
    private String[] protocols = {"range"};

    Actor(String name, Stage stage, WireClient client) {
        this.name = name;
        this.stage = stage;
        this.client = client;
    }

    /** Is a static member from here on. */
    Actor called(String instance) {
        instanceId = instance;
        return this;
    }

    /** Knows these protocols from here on. */
    Actor knowing(String... names) {
        protocols = names;
        return this;
    }

    /** Takes itself for this member. */
    Actor posingAs(String member, int atGeneration) {
        memberId = member;
        generation = atGeneration;
        return this;
    }

    String memberId() {
        return memberId;
    }

    int generation() {
        return generation;
    }

    // ---- joining

    JoinGroupRequest joining() {
        return new JoinGroupRequest()
                .groupId(stage.group())
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .sessionTimeoutMs(SESSION_MS)
                .rebalanceTimeoutMs(REBALANCE_MS)
                .protocolType("consumer")
                .protocols(protocols(protocols));
    }

    private List<JoinGroupRequestProtocol> protocols(String... names) {
        return Arrays.stream(names)
                .map(protocol -> new JoinGroupRequestProtocol()
                        .name(protocol)
                        .metadata(subscription(World.EMPTY, name + " knows " + protocol)))
                .toList();
    }

    /**
     * Version 0 of the metadata of a consumer that subscribes to one topic. The reference leaves a group of consumers
     * unanswered for good if their metadata is of no such form.
     */
    static byte[] subscription(String topic, String userData) {
        byte[] name = bytes(topic);
        byte[] data = bytes(userData);
        return ByteBuffer.allocate(2 * Short.BYTES + 2 * Integer.BYTES + name.length + data.length)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) name.length)
                .put(name)
                .putInt(data.length)
                .put(data)
                .array();
    }

    /** Joins, and says nothing else until it is answered. */
    Actor joins() {
        return joins(JOIN, request -> request);
    }

    Actor joins(int version, UnaryOperator<JoinGroupRequest> change) {
        beginsToJoin(version, change);
        return hasJoined(version);
    }

    /** A newcomer that asks for its id and joins with it. */
    Actor joinsAsNewcomer() {
        return joins().joins();
    }

    /** The answer is not waited for. */
    Actor beginsToJoin() {
        return beginsToJoin(JOIN, request -> request);
    }

    Actor beginsToJoin(int version, UnaryOperator<JoinGroupRequest> change) {
        client.send(ApiKey.JOIN_GROUP, version, change.apply(joining()));
        return this;
    }

    Actor hasJoined() {
        return hasJoined(JOIN);
    }

    Actor hasJoined(int version) {
        var answer = client.receive(JoinGroupResponse.class, ApiKey.JOIN_GROUP, version);
        stage.memberIdHeard(answer.memberId());
        memberId = answer.memberId().isEmpty() ? memberId : answer.memberId();
        generation = answer.generationId();
        stage.heard(name, ApiKey.JOIN_GROUP, version, answer);
        return this;
    }

    // ---- being a member

    SyncGroupRequest syncing(SyncGroupRequestAssignment... shares) {
        return new SyncGroupRequest()
                .groupId(stage.group())
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .generationId(generation)
                .protocolType("consumer")
                .protocolName(protocols[0])
                .assignments(List.of(shares));
    }

    /** What a leader gives to this actor. */
    SyncGroupRequestAssignment share(String what) {
        return new SyncGroupRequestAssignment().memberId(memberId).assignment(bytes(what));
    }

    Actor syncs(SyncGroupRequestAssignment... shares) {
        return says(ApiKey.SYNC_GROUP, SYNC, syncing(shares));
    }

    Actor beginsToSync(SyncGroupRequestAssignment... shares) {
        client.send(ApiKey.SYNC_GROUP, SYNC, syncing(shares));
        return this;
    }

    Actor hasSynced() {
        return hears(ApiKey.SYNC_GROUP, SYNC);
    }

    Actor beats() {
        return says(ApiKey.HEARTBEAT, HEARTBEAT, beat());
    }

    private HeartbeatRequest beat() {
        return new HeartbeatRequest()
                .groupId(stage.group())
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .generationId(generation);
    }

    /** Waits, alive and unheard, until a heartbeat is answered with {@code error}. */
    boolean isTold(short error) {
        return client.call(HeartbeatResponse.class, ApiKey.HEARTBEAT, HEARTBEAT, beat())
                        .errorCode()
                == error;
    }

    Actor leaves() {
        var self = new LeaveGroupRequest.MemberIdentity().memberId(memberId).groupInstanceId(instanceId);
        return says(
                ApiKey.LEAVE_GROUP,
                LEAVE,
                new LeaveGroupRequest().groupId(stage.group()).members(List.of(self)));
    }

    // ---- offsets

    OffsetCommitRequest committing(String topic, int partition, long offset) {
        var line = new OffsetCommitRequest.OffsetCommitRequestPartition()
                .partitionIndex(partition)
                .committedOffset(offset)
                .committedMetadata("so far");
        return new OffsetCommitRequest()
                .groupId(stage.group())
                .memberId(memberId)
                .groupInstanceId(instanceId)
                .generationIdOrMemberEpoch(generation)
                .topics(List.of(new OffsetCommitRequest.OffsetCommitRequestTopic()
                        .name(topic)
                        .partitions(List.of(line))));
    }

    Actor commits(String topic, int partition, long offset) {
        return says(ApiKey.OFFSET_COMMIT, COMMIT, committing(topic, partition, offset));
    }

    /** Asks how far its group is, everywhere. */
    Actor asksForOffsets() {
        return says(
                ApiKey.OFFSET_FETCH,
                FETCH,
                new OffsetFetchRequest().groupId(stage.group()).topics(null));
    }

    // ---- anything

    Actor says(ApiKey api, int version, ApiMessage request) {
        client.send(api, version, request);
        return hears(api, version);
    }

    Actor hears(ApiKey api, int version) {
        stage.heard(name, api, version, client.receive(ApiMessage.class, api, version));
        return this;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.close();
    }
}
