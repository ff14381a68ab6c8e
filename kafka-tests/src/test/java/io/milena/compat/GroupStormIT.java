package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.DescribeGroupsResponse;
import io.milena.protocol.messages.DescribeGroupsResponse.DescribedGroup;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupRequest.JoinGroupRequestProtocol;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.SyncGroupRequest;
import io.milena.protocol.messages.SyncGroupResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Five hundred clients that join a group each second and hang up without waiting for an answer: the group and the heap
 * stay small, whoever belongs to the group is let in meanwhile, and has it for itself when the storm is over.
 */
class GroupStormIT {

    private static final int CLIENTS = 500;
    private static final int SESSION_MS = 1_000;
    private static final int STEADY_SESSION_MS = 60_000;
    private static final long MORE_HEAP_BYTES = 24L << 20;
    private static final int STEADY_JOIN = 5;
    private static final int SYNC = 3;
    private static final int HEARTBEAT = 3;

    /** Those of old are members from the first moment; the others are told an id first. */
    private static final int JOIN_OF_OLD = 3;

    private static final int JOIN_WITH_ID = 5;

    private static BrokerProcess broker;

    private String group = "";
    private WireClient client;
    private String memberId = "";
    private int generation;

    @BeforeAll
    static void startBroker(@TempDir Path folder) {
        broker = BrokerProcess.start(
                folder, Map.of("group.initial.rebalance.delay.ms", "0", "group.min.session.timeout.ms", "1000"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void connect() {
        client = WireClient.connect(broker.address());
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {JOIN_OF_OLD, JOIN_WITH_ID})
    void aGroupOutlivesClientsThatJoinAndHangUp(int joinVersion) {
        survive(joinVersion, 3);
    }

    @Tag("heavy")
    @ParameterizedTest
    @ValueSource(ints = {JOIN_OF_OLD, JOIN_WITH_ID})
    void aGroupOutlivesAMinuteOfClientsThatJoinAndHangUp(int joinVersion) {
        survive(joinVersion, 60);
    }

    private void survive(int joinVersion, int seconds) {
        group = "joined-" + joinVersion + "-" + seconds;
        WireTransaction.findCoordinator(client, group, WireTransaction.GROUP);
        settle();
        long heapBefore = broker.usedHeapBytes();
        int generationBefore = generation;
        for (int second = 0; second < seconds; second++) {
            long began = System.nanoTime();
            storm(joinVersion);
            join();
            sync();
            assertThat(described().members()).hasSizeLessThan((SESSION_MS / 1_000 + 2) * CLIENTS);
            Awaitility.await()
                    .until(() ->
                            System.nanoTime() - began >= Duration.ofSeconds(1).toNanos());
        }
        assertThat(generation).as("let in meanwhile").isGreaterThan(generationBefore + 1);

        settle();

        assertThat(described().members())
                .extracting(DescribeGroupsResponse.DescribedGroupMember::memberId)
                .containsExactly(memberId);
        assertThat(broker.usedHeapBytes() - heapBefore).isLessThan(MORE_HEAP_BYTES);
    }

    private void storm(int joinVersion) {
        for (int i = 0; i < CLIENTS; i++) {
            try (var passing = WireClient.connect(broker.address())) {
                passing.send(ApiKey.JOIN_GROUP, joinVersion, joining("", SESSION_MS));
            }
        }
    }

    private JoinGroupRequest joining(String as, int sessionMs) {
        var protocol = new JoinGroupRequestProtocol().name("range").metadata(new byte[100]);
        return new JoinGroupRequest()
                .groupId(group)
                .memberId(as)
                .sessionTimeoutMs(sessionMs)
                .rebalanceTimeoutMs(SESSION_MS)
                .protocolType("consumer")
                .protocols(List.of(protocol));
    }

    /** Joins as whoever the group knows it, and so begins a rebalance; the answer comes with the next generation. */
    private void join() {
        var joined = client.call(
                JoinGroupResponse.class, ApiKey.JOIN_GROUP, STEADY_JOIN, joining(memberId, STEADY_SESSION_MS));
        memberId = joined.errorCode() == ErrorCode.UNKNOWN_MEMBER_ID.code() ? "" : joined.memberId();
        if (joined.errorCode() == ErrorCode.NONE.code()) {
            generation = joined.generationId();
        }
    }

    /** Is a member of a stable group, alone. */
    private void settle() {
        Awaitility.await().pollInterval(Duration.ofMillis(50)).until(() -> {
            if (beat() != ErrorCode.NONE) {
                join();
                sync();
            }
            DescribedGroup seen = described();
            return seen.groupState().equals("Stable") && seen.members().size() == 1;
        });
    }

    /** Asks for its share, and is told, whatever it is told, when the leader has hung up and is out for it. */
    private void sync() {
        var request = new SyncGroupRequest().groupId(group).memberId(memberId).generationId(generation);
        client.call(SyncGroupResponse.class, ApiKey.SYNC_GROUP, SYNC, request);
    }

    private ErrorCode beat() {
        var request = new HeartbeatRequest().groupId(group).memberId(memberId).generationId(generation);
        return ErrorCode.of(client.call(HeartbeatResponse.class, ApiKey.HEARTBEAT, HEARTBEAT, request)
                .errorCode());
    }

    private DescribedGroup described() {
        var request = new DescribeGroupsRequest().groups(List.of(group));
        return client.call(DescribeGroupsResponse.class, ApiKey.DESCRIBE_GROUPS, 3, request)
                .groups()
                .get(0);
    }
}
