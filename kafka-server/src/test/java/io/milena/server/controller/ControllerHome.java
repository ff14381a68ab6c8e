package io.milena.server.controller;

import io.milena.common.time.SystemTime;
import io.milena.server.zookeeper.BrokerRegistration;
import io.milena.server.zookeeper.BrokerZnode;
import io.milena.server.zookeeper.ClusterSetup;
import io.milena.server.zookeeper.RegistrationLog;
import io.milena.server.zookeeper.SessionCredentials;
import io.milena.server.zookeeper.TestLane;
import io.milena.server.zookeeper.TestZooKeeper;
import io.milena.server.zookeeper.ZkClientSession;
import io.milena.server.zookeeper.ZkSession;
import io.milena.testing.SeededRandomness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** A real ZooKeeper, and brokers that consist of a registration and a controller. Confined to one test. */
final class ControllerHome implements AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(20);

    final TestZooKeeper zookeeper;
    /** A session that is nobody's but the test's. */
    final ZkSession observer;

    private final List<TestLane> lanes = new ArrayList<>();

    ControllerHome(Path dir) {
        zookeeper = new TestZooKeeper(dir);
        var lane = new TestLane();
        lanes.add(lane);
        observer = zookeeper.session(lane);
        TestZooKeeper.await(ClusterSetup.prepare(observer, new SeededRandomness(1)));
    }

    /** A broker as far as the controller and ZooKeeper see one. */
    record TestBroker(
            int id,
            ZkClientSession session,
            AtomicReference<SessionCredentials> credentials,
            RecordingBrokers brokers,
            Controller controller) {}

    TestBroker broker(int id, ControllerConfig.Deletion deletion) {
        return broker(id, deletion, session -> session);
    }

    /** A broker that sees its session through {@code view}. */
    TestBroker broker(int id, ControllerConfig.Deletion deletion, UnaryOperator<ZkSession> view) {
        var lane = new TestLane();
        lanes.add(lane);
        var credentials = new AtomicReference<SessionCredentials>();
        ZkClientSession session = zookeeper.session(zookeeper.config(), lane, credentials::set);
        var registration = new BrokerRegistration(
                new BrokerRegistration.Session(view.apply(session), lane),
                id,
                BOUND,
                ControllerHome::text,
                new SystemTime());
        TestZooKeeper.await(registration.start(new RegistrationLog()));
        var brokers = new RecordingBrokers();
        var controller = new Controller(
                new ControllerConfig(id, "cluster", 1, 1, deletion),
                new Controller.Connection(view.apply(session), lane),
                new Controller.Outlets(brokers, new Unwatched()),
                new NoRules(),
                new SystemTime(),
                new SeededRandomness(id));
        controller.start();
        return new TestBroker(id, session, credentials, brokers, controller);
    }

    private static BrokerZnode text() {
        var endpoint = new BrokerZnode.Endpoint("PLAINTEXT", "PLAINTEXT", "localhost", 9092);
        return new BrokerZnode(List.of(endpoint), new TreeMap<>(), null, -1, 0);
    }

    /** Nobody counts. */
    private static final class Unwatched implements ControllerWatch {

        @Override
        public Runnable began(Work work) {
            return () -> {};
        }

        @Override
        public void electedUnclean() {}
    }

    /** Topics may have any setting but one. */
    private static final class NoRules implements TopicSettings {

        @Override
        public Optional<String> objection(Map<String, String> configs) {
            return configs.containsKey("nosuch") ? Optional.of("Unknown topic config name: nosuch") : Optional.empty();
        }

        @Override
        public boolean allowsUncleanElection(String topic) {
            return false;
        }
    }

    @Override
    public void close() {
        zookeeper.close();
        lanes.forEach(TestLane::close);
    }
}
