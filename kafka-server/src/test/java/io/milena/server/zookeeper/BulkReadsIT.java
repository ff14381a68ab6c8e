package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ZooKeeper answers many reads with one request as it answers each of them. */
class BulkReadsIT {

    private static final int NODES = 2 * BulkReads.AT_ONCE + 50;

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

    @Test
    void manyNodesAreReadAsEachByItself() {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            String path = "/node" + i;
            paths.add(path);
            if (i % 3 > 0) {
                byte[] data = path.getBytes();
                TestZooKeeper.await(session.create(path, data, ZkOp.Kind.PERSISTENT));
            }
        }

        List<@Nullable ZkNode> nodes = TestZooKeeper.await(session.getAll(paths));

        assertThat(nodes).hasSize(NODES);
        for (int i = 0; i < NODES; i++) {
            ZkNode node = nodes.get(i);
            assertThat(node == null).isEqualTo(i % 3 == 0);
            if (node != null) {
                ZkNode alone = TestZooKeeper.await(session.get(paths.get(i), null));
                assertThat(node.data()).isEqualTo(alone.data());
                assertThat(node.stat()).isEqualTo(alone.stat());
            }
        }
    }
}
