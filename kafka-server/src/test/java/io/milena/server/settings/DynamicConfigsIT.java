package io.milena.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.common.time.SystemTime;
import io.milena.common.time.Time;
import io.milena.server.zookeeper.ClusterSetup;
import io.milena.server.zookeeper.ConfigChangeZnode;
import io.milena.server.zookeeper.ConfigZnode;
import io.milena.server.zookeeper.SessionCredentials;
import io.milena.server.zookeeper.TestLane;
import io.milena.server.zookeeper.TestZooKeeper;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import io.milena.server.zookeeper.ZkSession;
import io.milena.testing.SeededRandomness;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of topics in a real ZooKeeper: read, followed, written, and their notices. */
class DynamicConfigsIT {

    private static final Duration BOUND = Duration.ofSeconds(20);

    @TempDir
    private Path dir;

    private final TestLane lane = new TestLane();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private TestZooKeeper zookeeper;
    private ZkSession session;

    @BeforeEach
    void serve() {
        zookeeper = new TestZooKeeper(dir);
        session = zookeeper.session(lane);
        TestZooKeeper.await(ClusterSetup.prepare(session, new SeededRandomness(1)));
    }

    @AfterEach
    void stop() {
        zookeeper.close();
        lane.close();
    }

    private DynamicConfigs started(Time time) {
        var configs = new DynamicConfigs(session, lane, time);
        configs.onChange(told::add);
        TestZooKeeper.await(configs.start());
        return configs;
    }

    private void put(String topic, Map<String, String> settings) {
        byte[] data = ConfigZnode.encode(new TreeMap<>(settings));
        TestZooKeeper.await(session.create(ZkPaths.topicConfig(topic), data, ZkOp.Kind.PERSISTENT));
    }

    private void notice(byte[] text) {
        TestZooKeeper.await(session.create(ZkPaths.newConfigChange(), text, ZkOp.Kind.PERSISTENT_SEQUENTIAL));
    }

    @Test
    void whatIsThereAtStartIsKnownAndNobodyIsToldOfIt() {
        put("a", Map.of("retention.ms", "5"));
        notice(new ConfigChangeZnode("topics/a").encode());

        DynamicConfigs configs = started(new SystemTime());

        assertThat(configs.overrides("a")).containsOnly(Map.entry("retention.ms", "5"));
        assertThat(configs.overrides("other")).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void aChangeMadeByAnotherBrokerIsFollowedInBothVersionsOfTheNotice() {
        DynamicConfigs configs = started(new SystemTime());
        put("a", Map.of("retention.ms", "5"));
        put("b", Map.of("segment.bytes", "99"));

        notice(new ConfigChangeZnode("topics/a").encode());
        notice("{\"version\":1,\"entity_type\":\"topics\",\"entity_name\":\"b\"}".getBytes(StandardCharsets.UTF_8));

        await().atMost(BOUND).until(() -> told.containsAll(List.of("a", "b")));
        assertThat(configs.overrides("a")).containsEntry("retention.ms", "5");
        assertThat(configs.overrides("b")).containsEntry("segment.bytes", "99");
    }

    @Test
    void whatIsWrittenIsInForceAndInTheReferencesWords() {
        DynamicConfigs configs = started(new SystemTime());

        TestZooKeeper.await(configs.write("a", Map.of("retention.ms", "7", "cleanup.policy", "compact")));
        TestZooKeeper.await(configs.write("a", Map.of("retention.ms", "8")));

        assertThat(configs.overrides("a")).containsOnly(Map.entry("retention.ms", "8"));
        assertThat(TestZooKeeper.text(session, "/config/topics/a"))
                .isEqualTo("{\"version\":1,\"config\":{\"retention.ms\":\"8\"}}");
        assertThat(TestZooKeeper.text(session, "/config/changes/config_change_0000000000"))
                .isEqualTo("{\"version\":2,\"entity_path\":\"topics/a\"}");
        assertThat(told).contains("a");
    }

    @Test
    void aWriteGoesThroughUnderTheControllersNodeToo() {
        DynamicConfigs configs = started(new SystemTime());
        TestZooKeeper.await(session.create(ZkPaths.CONTROLLER, new byte[] {'x'}, ZkOp.Kind.EPHEMERAL));

        TestZooKeeper.await(configs.write("a", Map.of("retention.ms", "1")));
        TestZooKeeper.await(configs.write("a", Map.of("retention.ms", "2")));

        assertThat(configs.overrides("a")).containsEntry("retention.ms", "2");
    }

    @Test
    void noticesThatCannotBeReadArePassedOverAndOldOnesAreRemoved() {
        notice(new byte[] {'?'});
        notice(new ConfigChangeZnode("users/x").encode());
        var tomorrow = new Time() {
            @Override
            public long wallMs() {
                return new SystemTime().wallMs() + Duration.ofDays(1).toMillis();
            }

            @Override
            public long nanos() {
                return 0;
            }
        };

        DynamicConfigs configs = started(tomorrow);

        assertThat(TestZooKeeper.await(session.children(ZkPaths.CONFIG_CHANGES, null)))
                .isEmpty();
        put("a", Map.of("retention.ms", "5"));
        notice(new byte[] {'?'});
        notice(new ConfigChangeZnode("topics/a").encode());
        await().atMost(BOUND).until(() -> configs.overrides("a").containsKey("retention.ms"));
    }

    @Test
    void whatIsMissedWithAnExpiredSessionIsReadAgainUntilThatSucceeds() {
        put("gone", Map.of("retention.ms", "1"));
        put("a", Map.of("retention.ms", "5"));
        var credentials = new AtomicReference<SessionCredentials>();
        ZkSession own = zookeeper.session(zookeeper.config(), lane, credentials::set);
        var flaky = new FailingSession(own);
        var configs = new DynamicConfigs(flaky, lane, new SystemTime());
        configs.onChange(told::add);
        TestZooKeeper.await(configs.start());
        flaky.failing = true;

        zookeeper.expire(credentials.get());
        TestZooKeeper.await(session.delete(ZkPaths.topicConfig("gone"), ZkOp.ANY_VERSION));
        put("b", Map.of("retention.ms", "7"));
        await().atMost(BOUND).until(() -> flaky.failures.get() >= 2);
        flaky.failing = false;

        await().atMost(BOUND).until(() -> told.containsAll(List.of("b", "gone")));
        assertThat(told).doesNotContain("a");
        assertThat(configs.overrides("b")).containsOnly(Map.entry("retention.ms", "7"));
        assertThat(configs.overrides("gone")).isEmpty();
    }

    @Test
    void noticesThatCouldNotBeListedAreMadeUpFor() {
        var flaky = new FailingSession(session);
        var configs = new DynamicConfigs(flaky, lane, new SystemTime());
        TestZooKeeper.await(configs.start());
        flaky.failing = true;
        put("a", Map.of("retention.ms", "5"));
        notice(new ConfigChangeZnode("topics/a").encode());
        await().atMost(BOUND).until(() -> flaky.failures.get() >= 2);

        flaky.failing = false;

        await().atMost(BOUND).until(() -> configs.overrides("a").containsKey("retention.ms"));
        put("b", Map.of("retention.ms", "6"));
        notice(new ConfigChangeZnode("topics/b").encode());
        await().atMost(BOUND).until(() -> configs.overrides("b").containsKey("retention.ms"));
    }
}
