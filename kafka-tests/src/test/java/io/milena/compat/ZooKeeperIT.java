package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.common.errors.ErrorCode;
import io.milena.server.zookeeper.SessionCredentials;
import io.milena.server.zookeeper.SessionFile;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.Ensemble;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole broker on a ZooKeeper outside of it that goes away, forgets sessions, and is written to by others. */
class ZooKeeperIT {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int SESSION_MS = 3_000;
    private static final String REGISTRATION = "/brokers/ids/0";

    @TempDir
    private Path folder;

    private Ensemble ensemble;
    private BrokerProcess broker;
    private WireClient client;

    @BeforeEach
    void serve() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference survives little of this");
        ensemble = Ensemble.start();
        broker = BrokerProcess.start(folder, ensemble.settings(SESSION_MS));
        client = WireClient.connect(broker.address());
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            client.close();
            broker.close();
        }
        if (ensemble != null) {
            ensemble.close();
        }
    }

    private static ErrorCode produce(WireTopic topic) {
        return ErrorCode.of(topic.produce(WireBatch.now("a")).errorCode());
    }

    private void awaitProduce(WireTopic topic) {
        await().atMost(BOUND).until(() -> produce(topic) == ErrorCode.NONE);
    }

    /** A request may time out and be carried out after all, so each attempt is for a topic of its own. */
    private void awaitCreate(String name) {
        var attempt = new AtomicInteger();
        await().atMost(BOUND)
                .ignoreExceptionsMatching(AssertionError.class::isInstance)
                .until(() -> WireTopic.create(client, name + "-" + attempt.incrementAndGet(), Map.of()) != null);
    }

    private void restart() {
        client.close();
        broker.startAgain();
        client = WireClient.connect(broker.address());
    }

    @Test
    void aBrokerWhoseSessionIsEndedRegistersAgainAndServesOn() {
        WireTopic topic = WireTopic.create(client, "t", Map.of());
        awaitProduce(topic);
        SessionCredentials session = Objects.requireNonNull(new SessionFile(broker.logDir()).read());
        long before = ensemble.creation(REGISTRATION);

        ensemble.endSession(session.sessionId(), session.password());

        await().atMost(BOUND).until(() -> ensemble.creation(REGISTRATION) > before);
        awaitProduce(topic);
        awaitCreate("u");
        assertThat(ensemble.text("/controller_epoch")).isEqualTo("2");
        assertThat(broker.printed()).doesNotContain(" ERROR ").doesNotContain("could not take its role");
    }

    @Test
    void nodesOfTheBrokerAndOfTheControllerThatSomeoneRemovesAreMadeAgain() {
        WireTopic topic = WireTopic.create(client, "t", Map.of());
        long before = ensemble.creation(REGISTRATION);

        ensemble.remove(REGISTRATION);
        await().atMost(BOUND).until(() -> ensemble.creation(REGISTRATION) > before);
        awaitProduce(topic);

        long elected = ensemble.creation("/controller");
        ensemble.remove("/controller");
        await().atMost(BOUND).until(() -> ensemble.creation("/controller") > elected);
        awaitProduce(topic);
        awaitCreate("u");
    }

    @Test
    void recordsFlowWhileTheEnsembleIsAwayAndTopicsAreMadeWhenItIsBack() {
        WireTopic topic = WireTopic.create(client, "t", Map.of());

        ensemble.stop();
        assertThat(produce(topic)).isEqualTo(ErrorCode.NONE);
        ensemble.startAgain();
        awaitCreate("within");

        ensemble.stop();
        await().atMost(BOUND).during(Duration.ofMillis(2 * SESSION_MS)).until(() -> produce(topic) == ErrorCode.NONE);
        ensemble.startAgain();
        awaitCreate("beyond");
        awaitProduce(topic);
        assertThat(ensemble.creation(REGISTRATION)).isPositive();
    }

    @Test
    void aTopicMadeAnewWhileTheBrokerWasDownStartsEmptyAndTheOldLogIsKept() throws IOException {
        awaitProduce(WireTopic.create(client, "t", Map.of()));
        broker.stop();
        ensemble.remove("/brokers/topics/t");
        ensemble.create(
                "/brokers/topics/t",
                "{\"partitions\":{\"0\":[0]},\"topic_id\":\"6QVqrZXfSWG5Zp3deReIEg\",\"adding_replicas\":{},"
                        + "\"removing_replicas\":{},\"version\":3}");

        restart();

        WireTopic topic = WireTopic.named(client, "t");
        awaitProduce(topic);
        assertThat(topic.batches(0)).hasSize(1);
        try (Stream<Path> directories = Files.list(broker.logDir())) {
            assertThat(directories.map(path -> path.getFileName().toString()))
                    .anyMatch(name -> name.matches("t-0\\.[0-9a-f]{32}-stray"))
                    .contains("t-0");
        }
        assertThat(broker.printed()).contains("6QVqrZXfSWG5Zp3deReIEg").contains("-stray");
    }

    @Test
    void aTopicThatAnOldToolMadeIsServed() {
        ensemble.create("/brokers/topics/old", "{\"version\":1,\"partitions\":{\"0\":[0]}}");

        awaitProduce(WireTopic.named(client, "old"));
    }

    @Test
    void settingsThatOthersWroteHoldAtOnceAfterAStartAndWithTheirNoticeWhileTheBrokerRuns() {
        WireTopic topic = WireTopic.create(client, "t", Map.of());
        awaitProduce(topic);
        String node = "/config/topics/t";
        broker.stop();
        ensemble.set(node, "{\"version\":1,\"config\":{\"max.message.bytes\":\"1\"}}");

        restart();

        WireTopic again = WireTopic.named(client, "t");
        assertThat(produce(again)).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
        ensemble.set(node, "{\"version\":1,\"config\":{}}");
        ensemble.createSequential("/config/changes/config_change_", "{\"version\":2,\"entity_path\":\"topics/t\"}");
        awaitProduce(again);
    }
}
