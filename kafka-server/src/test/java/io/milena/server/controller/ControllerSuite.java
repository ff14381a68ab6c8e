package io.milena.server.controller;

import static org.awaitility.Awaitility.await;

import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.ControllerHome.TestBroker;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.TestZooKeeper;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test a real ZooKeeper, brokers that run for controller, and words for what clients ask of them. */
abstract class ControllerSuite {

    static final Duration BOUND = Duration.ofSeconds(20);

    @TempDir
    Path dir;

    ControllerHome home;
    /** A session that is nobody's but the test's. */
    ZkSession observer;

    @BeforeEach
    void serve() {
        home = new ControllerHome(dir);
        observer = home.observer;
    }

    @AfterEach
    void stop() {
        home.close();
    }

    /** Makes a node, as tools and other programs do. */
    void make(String path, String text) {
        TestZooKeeper.await(observer.create(path, text.getBytes(StandardCharsets.UTF_8), ZkOp.Kind.PERSISTENT));
    }

    TestBroker broker(int id) {
        return home.broker(id, ControllerConfig.Deletion.ENABLED);
    }

    TestBroker broker(int id, ControllerConfig.Deletion deletion) {
        return home.broker(id, deletion);
    }

    /** The same broker, once it is controller. */
    TestBroker controllerOf(TestBroker broker) {
        await().atMost(BOUND).until(() -> image(broker).controllerId() == broker.id());
        return broker;
    }

    static ClusterImage image(TestBroker broker) {
        return broker.brokers().view.current();
    }

    static NewTopic topic(String name, int partitions, int copies) {
        return new NewTopic(name, partitions, copies, new TreeMap<>(), Map.of());
    }

    static List<TopicOutcome> create(TestBroker broker, NewTopic... topics) {
        var outcomes = new CompletableFuture<List<TopicOutcome>>();
        broker.controller().createTopics(List.of(topics), TopicOutcome.Mode.CARRY_OUT, BOUND, outcomes::complete);
        return TestZooKeeper.await(outcomes);
    }

    static List<TopicOutcome> delete(TestBroker broker, TopicToDelete... topics) {
        var outcomes = new CompletableFuture<List<TopicOutcome>>();
        broker.controller().deleteTopics(List.of(topics), BOUND, outcomes::complete);
        return TestZooKeeper.await(outcomes);
    }

    static List<TopicOutcome> grow(TestBroker broker, TopicGrowth growth) {
        var outcomes = new CompletableFuture<List<TopicOutcome>>();
        broker.controller().createPartitions(List.of(growth), TopicOutcome.Mode.CARRY_OUT, BOUND, outcomes::complete);
        return TestZooKeeper.await(outcomes);
    }

    static ErrorCode error(TopicOutcome outcome) {
        return outcome instanceof TopicOutcome.Refused refused ? refused.code() : ErrorCode.NONE;
    }

    static TopicImage topic(TestBroker broker, String name) {
        return Objects.requireNonNull(image(broker).topic(name), name);
    }
}
