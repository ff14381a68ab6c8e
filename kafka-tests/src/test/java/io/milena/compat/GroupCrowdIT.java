package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireMember;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that join a group and drop their connection, five hundred at a time: the group and the heap come back to what
 * they were, and whoever is in the group for good settles.
 */
class GroupCrowdIT {

    private static final String GROUP = "crowded";
    private static final int CLIENTS = 500;
    private static final int ROUNDS = 3;
    private static final int CLIENTS_PER_BEAT = 100;
    private static final int FIRST_WITH_AN_ID_FIRST = 4;
    private static final int OLD = 3;
    private static final int SESSION_MS = 2_000;
    private static final long MOST_BYTES = 16 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @TempDir
    private Path folder;

    @Test
    void clientsThatComeAndGoLeaveNothingBehind() {
        var settings = Map.of("group.initial.rebalance.delay.ms", "0", "group.min.session.timeout.ms", "1000");
        try (var broker = BrokerProcess.start(folder, settings);
                var client = WireClient.connect(broker.address(), (int) PATIENCE.toMillis())) {
            WireMember good = WireMember.of(GROUP).joins(client, "any");
            comeAndGo(broker, FIRST_WITH_AN_ID_FIRST, () -> good.beats(client));
            long heapBefore = broker.usedHeapBytes();

            for (int round = 0; round < ROUNDS; round++) {
                comeAndGo(broker, FIRST_WITH_AN_ID_FIRST, () -> good.beats(client));
            }
            comeAndGo(broker, OLD, () -> good.beats(client));

            Awaitility.await("the others are forgotten").atMost(PATIENCE).until(() -> {
                boolean isIn = good.beats(client) == ErrorCode.NONE || good.triesToJoin(client, "any");
                var group = GroupsInFlight.described(client, GROUP);
                return isIn && group.members().size() == 1 && group.groupState().equals("Stable");
            });
            assertThat(good.beats(client)).isEqualTo(ErrorCode.NONE);
            assertThat(broker.usedHeapBytes() - heapBefore).isLessThan(MOST_BYTES);
        }
    }

    /** Nobody waits for an answer; {@code alive} is called often enough for a session. */
    private static void comeAndGo(BrokerProcess broker, int version, Runnable alive) {
        for (int i = 0; i < CLIENTS; i++) {
            if (i % CLIENTS_PER_BEAT == 0) {
                alive.run();
            }
            try (var newcomer = WireClient.connect(broker.address())) {
                newcomer.send(ApiKey.JOIN_GROUP, version, joining());
            }
        }
    }

    private static JoinGroupRequest joining() {
        var protocol =
                new JoinGroupRequest.JoinGroupRequestProtocol().name("range").metadata(WireMember.subscription("any"));
        return new JoinGroupRequest()
                .groupId(GROUP)
                .sessionTimeoutMs(SESSION_MS)
                .rebalanceTimeoutMs(SESSION_MS)
                .protocolType("consumer")
                .protocols(List.of(protocol));
    }
}
