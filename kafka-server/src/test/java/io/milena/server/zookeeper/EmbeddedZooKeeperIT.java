package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.testing.SeededRandomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server in the broker's process: quick, small, quiet, and its data outlives it. */
class EmbeddedZooKeeperIT {

    @TempDir
    private Path dir;

    @Test
    void whatWasWrittenIsThereAfterARestart() {
        try (var lane = new TestLane()) {
            try (var zookeeper = new TestZooKeeper(dir)) {
                ZkSession session = zookeeper.session(lane);
                TestZooKeeper.await(session.create("/a", new byte[] {1, 2}, ZkOp.Kind.PERSISTENT));
            }

            try (var zookeeper = new TestZooKeeper(dir)) {
                ZkNode node = TestZooKeeper.await(zookeeper.session(lane).get("/a", null));

                assertThat(node.data()).containsExactly(1, 2);
            }
        }
    }

    @Test
    void manyStartsLeaveFewAndSmallFiles() throws IOException {
        int starts = 40;
        try (var lane = new TestLane()) {
            for (int i = 0; i < starts; i++) {
                try (var zookeeper = new TestZooKeeper(dir)) {
                    TestZooKeeper.await(zookeeper.session(lane).create("/n" + i, null, ZkOp.Kind.PERSISTENT));
                }
            }
        }

        List<Path> files;
        try (Stream<Path> all = Files.walk(dir)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        assertThat(files.stream().filter(file -> file.getFileName().toString().startsWith("snapshot")))
                .hasSizeLessThanOrEqualTo(4);
        assertThat(files).allSatisfy(file -> assertThat(Files.size(file)).isLessThan(1 << 20));
    }

    @Test
    void answersOnlyTheHarmlessFourLetterWords() throws IOException {
        try (var zookeeper = new TestZooKeeper(dir)) {
            assertThat(ask(zookeeper, "ruok")).isEqualTo("imok");
            assertThat(ask(zookeeper, "srvr")).contains("Mode: standalone");
            assertThat(ask(zookeeper, "dump")).contains("not executed");
        }
    }

    private static String ask(TestZooKeeper zookeeper, String word) throws IOException {
        int port = Integer.parseInt(zookeeper.connectString().replaceAll(".*:", ""));
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aSecondServerOnTheSameDataIsRefused() {
        try (var zookeeper = new TestZooKeeper(dir)) {
            assertThat(zookeeper.connectString()).startsWith("127.0.0.1:");
            assertThatThrownBy(() -> new TestZooKeeper(dir).close())
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("another process serves");
        }
    }

    @Test
    void pipelinedOperationsAreCarriedOutInOrder() {
        try (var zookeeper = new TestZooKeeper(dir);
                var lane = new TestLane()) {
            ZkSession session = zookeeper.session(lane);
            List<CompletableFuture<String>> made = new ArrayList<>();
            made.add(session.create("/p", null, ZkOp.Kind.PERSISTENT));
            for (int i = 0; i < 3_000; i++) {
                made.add(session.create("/p/" + i, null, ZkOp.Kind.PERSISTENT));
            }

            assertThat(TestZooKeeper.await(session.children("/p", null))).hasSize(3_000);
            assertThat(made).allSatisfy(done -> assertThat(done).isCompleted());
        }
    }

    @Test
    void aMultiHappensWholeOrNotAtAllAndSaysWhatFailed() {
        try (var zookeeper = new TestZooKeeper(dir);
                var lane = new TestLane()) {
            ZkSession session = zookeeper.session(lane);
            TestZooKeeper.await(session.create("/m", new byte[0], ZkOp.Kind.PERSISTENT));
            List<ZkOp> operations =
                    List.of(ZkOp.persistent("/m/a", null), new ZkOp.Check("/m", 5), ZkOp.persistent("/m/b", null));

            CompletableFuture<?> refused = session.multi(operations);

            assertThatThrownBy(() -> TestZooKeeper.await(refused))
                    .cause()
                    .isInstanceOfSatisfying(ZkException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ZkCode.BAD_VERSION);
                        assertThat(failure.operation()).isEqualTo(1);
                    });
            assertThat(TestZooKeeper.await(session.children("/m", null))).isEmpty();
        }
    }

    @Test
    void fencedWritesOfADeposedControllerChangeNothing() {
        try (var zookeeper = new TestZooKeeper(dir);
                var lane = new TestLane()) {
            ZkSession session = zookeeper.session(lane);
            TestZooKeeper.await(session.create(ZkPaths.CONTROLLER_EPOCH, new byte[] {'0'}, ZkOp.Kind.PERSISTENT));
            var writes = new FencedWrites(session, 0);
            TestZooKeeper.await(writes.all(List.of(ZkOp.persistent("/one", null))));
            TestZooKeeper.await(session.set(ZkPaths.CONTROLLER_EPOCH, new byte[] {'1'}, 0));

            CompletableFuture<?> late = writes.all(List.of(ZkOp.persistent("/two", null)));

            assertThatThrownBy(() -> TestZooKeeper.await(late))
                    .cause()
                    .isInstanceOfSatisfying(
                            ZkException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ZkCode.FENCED));
            assertThat(TestZooKeeper.await(session.exists("/one", null))).isNotNull();
            assertThat(TestZooKeeper.await(session.exists("/two", null))).isNull();
        }
    }

    @Test
    void theChrootIsMadeWhenItIsMissing() {
        try (var zookeeper = new TestZooKeeper(dir);
                var lane = new TestLane()) {
            var config = new ZkConfig(
                    zookeeper.connectString() + "/some/where", TestZooKeeper.SESSION, Duration.ofSeconds(10));
            ShortSession.createChroot(config);
            ShortSession.createChroot(config);

            String clusterId = TestZooKeeper.await(
                    ClusterSetup.prepare(zookeeper.session(config, lane, credentials -> {}), new SeededRandomness(1)));

            ZkSession outside = zookeeper.session(lane);
            assertThat(TestZooKeeper.text(outside, "/some/where/cluster/id")).contains(clusterId);
            assertThat(TestZooKeeper.await(outside.children("/some/where/config", null)))
                    .containsExactly("brokers", "changes", "clients", "ips", "topics", "users");
        }
    }
}
