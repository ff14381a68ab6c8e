package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.time.SystemTime;
import io.milena.testing.SeededRandomness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed leaves data that the next start opens, and a ghost that it need not wait for. */
class AbruptEndIT {

    private static final Duration LONG_SESSION = Duration.ofSeconds(60);
    private static final String READY = "ready";

    @TempDir
    private Path dir;

    @BeforeEach
    void makeDirectories() throws IOException {
        Files.createDirectories(dir.resolve("logs"));
    }

    @Test
    void theNextStartRegistersAtOnceAndKnowsWhatWasWritten() throws Exception {
        long ghost = 0;
        for (int round = 0; round < 2; round++) {
            runAndKill();
            SessionCredentials left = Objects.requireNonNull(new SessionFile(dir.resolve("logs")).read());
            assertThat(left.sessionId()).isNotEqualTo(ghost);
            ghost = left.sessionId();
        }

        try (var lane = new TestLane();
                var broker = new KilledBroker(dir, lane)) {
            long epoch = broker.register();

            assertThat(epoch).isPositive();
            assertThat(TestZooKeeper.await(broker.session.children("/written", null)))
                    .hasSize(2);
        }
    }

    private void runAndKill() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledBroker.class.getName(),
                        dir.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = output.readLine();
            while (line != null && !line.startsWith(READY)) {
                line = output.readLine();
            }
            assertThat(line).as("the process got ready").isNotNull();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** What a broker does with ZooKeeper at its start. Confined to one thread. */
    static final class KilledBroker implements AutoCloseable {

        private final EmbeddedZooKeeper server;
        private final ZkClientSession session;
        private final TestLane lane;

        KilledBroker(Path dir, TestLane lane) {
            this.lane = lane;
            var config = new EmbeddedZooKeeperConfig(
                    dir.resolve("zookeeper"),
                    EmbeddedZooKeeperConfig.LOOPBACK,
                    0,
                    EmbeddedZooKeeperConfig.DEFAULT_TICK);
            server = EmbeddedZooKeeper.start(config, lane, failure -> {});
            var zookeeper = new ZkConfig(server.connectString(), LONG_SESSION, LONG_SESSION);
            var file = new SessionFile(dir.resolve("logs"));
            SessionCredentials ghost = file.read();
            if (ghost != null) {
                ShortSession.end(ghost, zookeeper);
            }
            session = new ZkClientSession(zookeeper, lane, new SystemTime(), file::write);
            session.open();
            session.awaitConnected(LONG_SESSION);
        }

        long register() {
            TestZooKeeper.await(ClusterSetup.prepare(session, new SeededRandomness(1)));
            var endpoint = new BrokerZnode.Endpoint("PLAINTEXT", "PLAINTEXT", "localhost", 9092);
            var text = new BrokerZnode(List.of(endpoint), new TreeMap<>(), null, -1, 0);
            var registration = new BrokerRegistration(
                    new BrokerRegistration.Session(session, lane), 1, LONG_SESSION, () -> text, new SystemTime());
            return TestZooKeeper.await(registration.start(new RegistrationLog()));
        }

        @Override
        public void close() {
            session.close();
            server.stop();
        }

        /** Starts, registers, writes something, says so, and waits to be killed. */
        public static void main(String[] arguments) throws IOException {
            var broker = new KilledBroker(Path.of(arguments[0]), new TestLane());
            broker.register();
            broker.session.create("/written", null, ZkOp.Kind.PERSISTENT).exceptionally(failure -> null);
            TestZooKeeper.await(broker.session.create("/written/n", null, ZkOp.Kind.PERSISTENT_SEQUENTIAL));
            System.out.println(READY);
            System.out.flush();
            System.in.read();
        }
    }
}
