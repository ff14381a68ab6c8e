package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ZooKeeper cannot take fails at once and does no harm to others; what it can take is not refused. */
class RequestLimitIT {

    @TempDir
    Path dir;

    private final TestLane lane = new TestLane();
    private TestZooKeeper zookeeper;
    private ZkClientSession session;

    @BeforeEach
    void connect() {
        zookeeper = new TestZooKeeper(dir);
        session = zookeeper.session(lane);
    }

    @AfterEach
    void stop() {
        zookeeper.close();
        lane.close();
    }

    private static void assertTooLarge(CompletableFuture<?> write) {
        assertThatThrownBy(() -> TestZooKeeper.await(write))
                .hasMessageContaining("more than ZooKeeper takes at once")
                .matches(failure -> ZkException.is(failure, ZkCode.OTHER));
    }

    @Test
    void aWriteThatIsTooLargeFailsAndTheSessionGoesOn() {
        byte[] large = new byte[1 << 20];
        TestZooKeeper.await(session.create("/node", null, ZkOp.Kind.PERSISTENT));

        assertTooLarge(session.create("/large", large, ZkOp.Kind.PERSISTENT));
        assertTooLarge(session.set("/node", large, ZkOp.ANY_VERSION));
        assertTooLarge(session.multi(List.of(ZkOp.persistent("/a", large), ZkOp.persistent("/b", null))));
        assertThat(TestZooKeeper.await(session.exists("/large", null))).isNull();
    }

    @Test
    void theLargestThatIsNotRefusedIsTaken() {
        var limit = RequestLimit.of(zookeeper.config());
        int bytes = RequestLimit.DEFAULT_MAX_BYTES;
        while (limit.isExceededBy(List.of(ZkOp.persistent("/large", new byte[bytes])))) {
            bytes--;
        }

        assertThat(TestZooKeeper.await(session.create("/large", new byte[bytes], ZkOp.Kind.PERSISTENT)))
                .isEqualTo("/large");
        assertThat(TestZooKeeper.await(session.set("/large", new byte[bytes], ZkOp.ANY_VERSION)))
                .isNotNull();
        assertThat(TestZooKeeper.await(session.multi(List.of(ZkOp.persistent("/other", new byte[bytes])))))
                .hasSize(1);
    }

    @Test
    void answersMayBeLongerThanRequests() {
        String longName = "n".repeat(240);
        int names = 6_000;
        for (int from = 0; from < names; from += 1_000) {
            List<ZkOp> operations = new ArrayList<>();
            for (int i = from; i < from + 1_000; i++) {
                operations.add(ZkOp.persistent("/" + longName + i, null));
            }
            TestZooKeeper.await(session.multi(operations));
        }

        assertThat(TestZooKeeper.await(session.children("/", null))).hasSizeGreaterThanOrEqualTo(names);
    }

    @Test
    void asManyOperationsAsAreNotRefusedAreTaken() {
        var limit = RequestLimit.of(zookeeper.config());
        List<ZkOp> operations = new ArrayList<>();
        while (!limit.isExceededBy(operations)) {
            operations.add(ZkOp.persistent("/" + operations.size(), null));
        }
        operations.remove(operations.size() - 1);

        assertThat(TestZooKeeper.await(session.multi(operations))).hasSize(operations.size());
    }
}
