package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.milena.common.time.SystemTime;
import io.milena.testing.SeededRandomness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker is registered in every session it has, and does not wait for its own ghost. */
class BrokerRegistrationIT {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final BrokerZnode TEXT = new BrokerZnode(
            List.of(new BrokerZnode.Endpoint("PLAINTEXT", "PLAINTEXT", "localhost", 9092)),
            new TreeMap<>(),
            null,
            -1,
            5);

    @TempDir
    private Path dir;

    private final TestLane lane = new TestLane();
    private TestZooKeeper zookeeper;

    @BeforeEach
    void serve() {
        zookeeper = new TestZooKeeper(dir.resolve("zookeeper"));
    }

    @AfterEach
    void stop() {
        zookeeper.close();
        lane.close();
    }

    private BrokerRegistration registration(ZkSession session, Duration patience) {
        TestZooKeeper.await(ClusterSetup.prepare(session, new SeededRandomness(3)));
        return new BrokerRegistration(
                new BrokerRegistration.Session(session, lane), 1, patience, () -> TEXT, new SystemTime());
    }

    private ZkClientSession session(AtomicReference<SessionCredentials> credentials) {
        return zookeeper.session(zookeeper.config(), lane, credentials::set);
    }

    @Test
    void theBrokerEpochIsTheCreationOfTheNode() {
        ZkSession session = zookeeper.session(lane);

        long epoch = TestZooKeeper.await(registration(session, BOUND).start(new RegistrationLog()));

        ZkNode node = TestZooKeeper.await(session.get("/brokers/ids/1", null));
        assertThat(node.stat().creationZxid()).isEqualTo(epoch);
        assertThat(node.stat().version()).isEqualTo(1);
        assertThat(node.stat().ephemeralOwner()).isEqualTo(session.sessionId());
        assertThat(BrokerZnode.decode(node.data())).isEqualTo(TEXT);
    }

    @Test
    void anExpiredSessionIsRenewedAndTheBrokerRegisteredAgain() {
        var credentials = new AtomicReference<SessionCredentials>();
        ZkClientSession session = session(credentials);
        var renewed = new RegistrationLog();
        long epoch = TestZooKeeper.await(registration(session, BOUND).start(renewed));

        zookeeper.expire(credentials.get());

        await().atMost(BOUND).until(() -> renewed.epoch() > epoch);
        ZkStat stat = TestZooKeeper.await(session.exists("/brokers/ids/1", null));
        assertThat(Objects.requireNonNull(stat).creationZxid()).isEqualTo(renewed.epoch());
        assertThat(renewed.losses()).isEqualTo(1);
        session.close();
    }

    @Test
    void aRegistrationThatSomeoneDeletesIsMadeAgain() {
        ZkSession session = zookeeper.session(lane);
        var news = new RegistrationLog();
        long epoch = TestZooKeeper.await(registration(session, BOUND).start(news));

        TestZooKeeper.await(session.delete("/brokers/ids/1", ZkOp.ANY_VERSION));

        await().atMost(BOUND).until(() -> news.epoch() > epoch);
        assertThat(news.losses()).isEqualTo(1);
        ZkStat stat = TestZooKeeper.await(session.exists("/brokers/ids/1", null));
        assertThat(Objects.requireNonNull(stat).ephemeralOwner()).isEqualTo(session.sessionId());
    }

    @Test
    void aGhostThatIsEndedFirstIsNotWaitedFor() {
        var credentials = new AtomicReference<SessionCredentials>();
        ZkClientSession killed = session(credentials);
        TestZooKeeper.await(registration(killed, BOUND).start(new RegistrationLog()));
        var file = new SessionFile(dir);
        file.write(credentials.get());

        boolean over = ShortSession.end(Objects.requireNonNull(file.read()), zookeeper.config());

        assertThat(over).isTrue();
        ZkSession next = zookeeper.session(lane);
        assertThat(TestZooKeeper.await(next.exists("/brokers/ids/1", null)))
                .satisfiesAnyOf(
                        stat -> assertThat(stat).isNull(),
                        stat -> assertThat(stat.ephemeralOwner())
                                .isNotEqualTo(credentials.get().sessionId()));
        killed.close();
    }

    @Test
    void anotherSessionsNodeIsWaitedForAndThenTaken() {
        ZkClientSession other = zookeeper.session(lane);
        TestZooKeeper.await(registration(other, BOUND).start(new RegistrationLog()));
        CompletableFuture<Long> second =
                registration(zookeeper.session(lane), BOUND).start(new RegistrationLog());
        assertThat(second).isNotDone();

        other.close();

        assertThat(TestZooKeeper.await(second)).isPositive();
    }

    @Test
    void aBrokerOfTheSameIdThatLivesOnIsFatal() {
        TestZooKeeper.await(registration(zookeeper.session(lane), BOUND).start(new RegistrationLog()));
        Duration none = Duration.ofSeconds(-3);

        CompletableFuture<Long> second =
                registration(zookeeper.session(lane), none).start(new RegistrationLog());

        assertThatThrownBy(() -> TestZooKeeper.await(second)).hasMessageContaining("same broker.id");
    }
}
