package io.milena.clients;

import static io.milena.clients.FloorHome.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.TimeoutException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseBroker;
import io.milena.testing.LogLines;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedCluster;
import io.milena.testing.ScriptedStep;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections and the picture of a cluster, against brokers that come, go, stall and move leaders. */
class ClientFloorIT {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final ScriptedCluster cluster = ScriptedCluster.start(3);

    @AfterEach
    void end() {
        cluster.close();
    }

    private static Throwable failureOf(CompletableFuture<?> outcome) throws Exception {
        try {
            outcome.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        }
        throw new AssertionError("answered (expected: a failure)");
    }

    private Node node(int id) {
        return new Node(id, "127.0.0.1", cluster.broker(id).port(), null);
    }

    private static ScriptedBroker answeringHeartbeats(ScriptedBroker broker) {
        return broker.always(ApiKey.HEARTBEAT, ScriptedStep.answer(exchange -> new HeartbeatResponse()));
    }

    @Test
    void thePictureComesFromAnyBrokerAndFollowsLeaders() {
        Uuid id = cluster.createTopic("orders", 0, 1, 2);
        try (FloorHome home = FloorHome.open(cluster.addresses())) {
            home.metadata().want(Set.of("orders"));
            await().until(() -> home.metadata().view().topic("orders") != null);
            ClusterView view = home.metadata().view();
            assertThat(view.clusterId()).isEqualTo("scripted");
            assertThat(view.topic("orders").id()).isEqualTo(id);
            assertThat(view.leaderOf(new TopicPartition("orders", 1))).isEqualTo(node(1));

            cluster.moveLeader("orders", 1, 2);
            home.metadata().refresh();

            await().until(() -> node(2).equals(home.metadata().view().leaderOf(new TopicPartition("orders", 1))));
            home.metadata().leaderLearned(new TopicPartition("orders", 0), 1, 7, null);
            await().until(() -> node(1).equals(home.metadata().view().leaderOf(new TopicPartition("orders", 0))));
            Uuid next = cluster.createTopic("orders", 0);
            home.metadata().refresh();
            await().until(() ->
                    next.equals(home.metadata().view().topic("orders").id()));
            assertThat(home.metadata().view().topic("orders").partitions()).hasSize(1);
        }
    }

    @Test
    void errorsOfTopicsAreKeptWithThem() {
        cluster.createTopic("secret", 0);
        cluster.fail("secret", ErrorCode.TOPIC_AUTHORIZATION_FAILED);
        try (FloorHome home = FloorHome.open(cluster.addresses())) {
            home.metadata().want(Set.of("secret", "missing"));

            await().until(() -> home.metadata().view().topics().size() == 2);

            assertThat(home.metadata().view().topic("secret").error()).isEqualTo(ErrorCode.TOPIC_AUTHORIZATION_FAILED);
            assertThat(home.metadata().view().topic("missing").error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
            cluster.createTopic("missing", 2);
            await().until(() -> home.metadata().view().topic("missing").error() == ErrorCode.NONE);
            assertThat(cluster.brokers().stream()
                            .flatMap(broker -> broker.requests(ApiKey.METADATA).stream())
                            .map(exchange -> exchange.request(MetadataRequest.class)))
                    .noneMatch(MetadataRequest::allowAutoTopicCreation);
        }
    }

    @Test
    void anUnreachableClusterIsToldOfWithAllAddressesAndOneLine() {
        cluster.brokers().forEach(ScriptedBroker::stop);
        try (var lines = new LogLines(Reachability.class);
                FloorHome home = FloorHome.open(cluster.addresses())) {
            await().until(() -> home.failures().size() > 12);

            assertThat(home.failures().get(12))
                    .isInstanceOf(DisconnectException.class)
                    .hasMessageStartingWith("no broker can be reached, tried ")
                    .hasMessageContaining(cluster.broker(0).address())
                    .hasMessageContaining(cluster.broker(1).address())
                    .hasMessageContaining(cluster.broker(2).address())
                    .hasMessageContaining("refused");
            assertThat(lines.all().stream().filter(line -> line.getLevel() == Level.WARN))
                    .hasSize(1);

            cluster.broker(1).restart();

            await().until(() -> home.metadata().view().brokers().size() == 3);
        }
    }

    @Test
    void allAddressesOfANameAreTriedBeforeARequestFails() throws Exception {
        ScriptedBroker broker = answeringHeartbeats(cluster.broker(0));
        AddressResolver resolver = FloorHome.knowing("broker.test", "127.0.0.2", "127.0.0.3", "127.0.0.1");
        try (FloorHome home = new FloorHome(resolver, "broker.test:" + broker.port())) {
            var outcome = home.heartbeat(new Node(7, "broker.test", broker.port(), null), LONG);

            assertThat(outcome.get(20, TimeUnit.SECONDS)).isEqualTo(new HeartbeatResponse());
            await().until(() -> home.metadata().view().brokers().size() == 3);
            assertThat(home.failures()).isEmpty();
        }
    }

    @Test
    void canonicalNamesTakeThePlaceOfWhatWasGiven() {
        AddressResolver resolver = FloorHome.knowing("alias.test", "127.0.0.1");
        try (FloorHome home = new FloorHome(
                resolver,
                "alias.test:" + cluster.broker(0).port(),
                "client.dns.lookup",
                "resolve_canonical_bootstrap_servers_only")) {
            await().until(() -> home.metadata().view().brokers().size() == 3);

            assertThat(home.connections()).contains("ready " + cluster.broker(0).port());
        }
    }

    @Test
    void aSlowNameServiceHoldsUpNobodyElse() throws Exception {
        var gate = new CountDownLatch(1);
        AddressResolver quick = FloorHome.knowing("none.test");
        AddressResolver slow = new AddressResolver() {
            @Override
            public List<InetAddress> addressesOf(String host) throws UnknownHostException {
                if (host.equals("slow.test")) {
                    awaitQuietly(gate);
                    return List.of(InetAddress.getByName("127.0.0.1"));
                }
                return quick.addressesOf(host);
            }

            @Override
            public String canonicalNameOf(InetAddress address) {
                return address.getHostAddress();
            }
        };
        answeringHeartbeats(cluster.broker(0));
        answeringHeartbeats(cluster.broker(1));
        try (FloorHome home = new FloorHome(slow, cluster.addresses())) {
            var waiting =
                    home.heartbeat(new Node(8, "slow.test", cluster.broker(0).port(), null), LONG);

            home.heartbeat(node(1), LONG).get(20, TimeUnit.SECONDS);

            assertThat(waiting).isNotDone();
            gate.countDown();
            assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(new HeartbeatResponse());
        }
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void wantOfThreadsFailsARequestAndPasses() throws Exception {
        answeringHeartbeats(cluster.broker(1));
        try (FloorHome home = FloorHome.open(cluster.addresses())) {
            await().until(() -> home.metadata().view().brokers().containsKey(1));
            home.missThreads(1);

            assertThat(failureOf(home.heartbeat(node(1), LONG))).hasMessageContaining("no thread");

            assertThat(home.heartbeat(node(1), LONG).get(20, TimeUnit.SECONDS)).isEqualTo(new HeartbeatResponse());
        }
    }

    @Test
    void aBrokerThatComesBackIsFoundAgain() throws Exception {
        ScriptedBroker broker = answeringHeartbeats(cluster.broker(2));
        try (FloorHome home = FloorHome.open(cluster.addresses())) {
            home.heartbeat(node(2), LONG).get(20, TimeUnit.SECONDS);
            broker.stop();
            await().until(() -> home.connections().contains("gone " + broker.port()));
            assertThat(failureOf(home.heartbeat(node(2), LONG))).isInstanceOf(DisconnectException.class);

            broker.restart();

            await().until(() -> home.loop().call(() -> home.floor().brokers().isReady(node(2))));
            home.heartbeat(node(2), LONG).get(20, TimeUnit.SECONDS);
            assertThat(home.connections().lastIndexOf("ready " + broker.port()))
                    .isGreaterThan(home.connections().indexOf("gone " + broker.port()));
        }
    }

    @Test
    void attemptsKeepAGrowingDistance() {
        ScriptedBroker broker = cluster.broker(2);
        try (FloorHome home =
                FloorHome.open(cluster.addresses(), "reconnect.backoff.ms", "60", "reconnect.backoff.max.ms", "1000")) {
            for (int i = 0; i < 10; i++) {
                broker.next(ApiKey.API_VERSIONS, ScriptedStep.close());
            }
            long began = System.nanoTime();
            await().until(() -> {
                home.loop().call(() -> home.floor().brokers().isReady(node(2)));
                return broker.requests(ApiKey.API_VERSIONS).size() >= 5;
            });

            // 60, 120, 240 and 480 ms, less a fifth.
            assertThat(System.nanoTime() - began)
                    .isGreaterThan(Duration.ofMillis(700).toNanos());
        }
    }

    @Test
    void aConnectionThatNothingGoesOverIsClosed() throws Exception {
        ScriptedBroker broker = answeringHeartbeats(cluster.broker(1));
        try (FloorHome home = FloorHome.open(cluster.addresses(), "connections.max.idle.ms", "150")) {
            home.heartbeat(node(1), LONG).get(20, TimeUnit.SECONDS);
            await().until(() -> broker.connectionsOpen() == 0);
            int made = broker.connectionsMade();

            home.heartbeat(node(1), LONG).get(20, TimeUnit.SECONDS);

            assertThat(broker.connectionsMade()).isEqualTo(made + 1);
            assertThat(home.connections()).contains("gone " + broker.port());
        }
    }

    @Test
    void aBrokerThatDoesNotAnswerIsGivenUpAndAnotherIsAsked() {
        cluster.brokers().forEach(broker -> broker.next(ApiKey.METADATA, ScriptedStep.ignore()));
        try (FloorHome home = FloorHome.open(cluster.addresses(), "request.timeout.ms", "150")) {
            await().until(() -> home.metadata().view().brokers().size() == 3
                    && home.metadata().view().brokers().containsKey(0));

            assertThat(home.failures()).hasAtLeastOneElementOfType(TimeoutException.class);
        }
    }

    @Test
    void aClientThatMayDoSoGoesBackToTheBeginning() {
        ScriptedBroker first = cluster.broker(0);
        ScriptedBroker gone = ScriptedBroker.start(5);
        gone.stop();
        first.next(
                ApiKey.METADATA,
                ScriptedStep.answer(exchange -> new MetadataResponse()
                        .brokers(List.of(new MetadataResponseBroker()
                                .nodeId(5)
                                .host("127.0.0.1")
                                .port(gone.port())))));
        try (FloorHome home = FloorHome.open(first.address(), "metadata.recovery.strategy", "rebootstrap")) {
            await().until(() -> home.metadata().view().brokers().containsKey(5));

            home.metadata().refresh();

            await().until(() -> home.metadata().view().brokers().containsKey(2));
        }
    }

    @Test
    void closingEndsInTimeWithNoBrokerLeftAndFailsWhatIsPending() throws Exception {
        cluster.broker(0).always(ApiKey.HEARTBEAT, ScriptedStep.ignore());
        FloorHome home = FloorHome.open(cluster.addresses());
        await().until(() -> home.metadata().view().brokers().containsKey(2));
        var inFlight = home.heartbeat(node(0), LONG);
        cluster.broker(1).stop();
        cluster.broker(2).stop();

        long began = System.nanoTime();
        boolean inTime = home.floor().close(Duration.ofSeconds(5));

        assertThat(inTime).isTrue();
        assertThat(System.nanoTime() - began).isLessThan(Duration.ofSeconds(5).toNanos());
        assertThat(inFlight).isCompletedExceptionally();
        assertThat(failureOf(home.heartbeat(node(0), LONG))).hasMessage("the client is closed");
        await().until(() -> cluster.broker(0).connectionsOpen() == 0);
        home.loop().close();
    }

    @Test
    void theLeastLoadedBrokerIsOneThatIsConnected() throws Exception {
        answeringHeartbeats(cluster.broker(1));
        try (FloorHome home = FloorHome.open(cluster.addresses())) {
            await().until(() -> home.metadata().view().brokers().containsKey(2));
            home.heartbeat(node(1), LONG).get(20, TimeUnit.SECONDS);

            Node chosen = home.loop().call(() -> home.floor().brokers().leastLoaded());
            assertThat(home.loop().call(() -> home.floor().brokers().isReady(chosen)))
                    .isTrue();
            assertThat(home.loop().call(() -> home.floor().brokers().pending(chosen)))
                    .isZero();

            home.loop().run(() -> home.floor().brokers().disconnect(node(1)));
            await().until(() -> cluster.broker(1).connectionsOpen() == 0);
        }
    }
}
