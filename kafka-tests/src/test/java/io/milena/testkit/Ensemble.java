package io.milena.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * A ZooKeeper of its own, outside of any broker, that can be stopped and started again, and a session with it by which
 * a test meddles with the nodes. Confined to the test's thread.
 */
public final class Ensemble implements AutoCloseable {

    private static final int TICK_MS = 500;
    private static final int SESSION_MS = 6_000;

    private final TestingServer server;
    private ZooKeeper session;

    private Ensemble(TestingServer server) {
        this.server = server;
        session = unchecked(this::connect);
    }

    public static Ensemble start() {
        var spec = new InstanceSpec(null, -1, -1, -1, true, -1, TICK_MS, -1);
        return new Ensemble(unchecked(() -> new TestingServer(spec, true)));
    }

    private ZooKeeper connect() throws Exception {
        return new ZooKeeper(server.getConnectString(), SESSION_MS, event -> {});
    }

    private static <T> T unchecked(Callable<T> action) {
        try {
            return action.call();
        } catch (Exception e) {
            throw new AssertionError("ZooKeeper", e);
        }
    }

    /** Settings of a broker that uses it, and whose sessions end after {@code sessionTimeoutMs} of silence. */
    public Map<String, String> settings(int sessionTimeoutMs) {
        return Map.of(
                "zookeeper.embedded", "false",
                "zookeeper.connect", server.getConnectString(),
                "zookeeper.session.timeout.ms", String.valueOf(sessionTimeoutMs));
    }

    /** Stops it, with its data kept. */
    public void stop() {
        unchecked(() -> {
            session.close();
            server.stop();
            return true;
        });
    }

    public void startAgain() {
        unchecked(() -> {
            server.restart();
            session = connect();
            return true;
        });
    }

    /** Has the server end the session that these are the credentials of. */
    public void endSession(long sessionId, byte[] password) {
        unchecked(() -> {
            var same = new ZooKeeper(server.getConnectString(), SESSION_MS, event -> {}, sessionId, password);
            same.exists("/", false);
            same.close();
            return true;
        });
    }

    public void create(String path, String text) {
        unchecked(() -> session.create(path, bytes(text), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
    }

    public void createSequential(String path, String text) {
        unchecked(
                () -> session.create(path, bytes(text), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public void set(String path, String text) {
        unchecked(() -> session.setData(path, bytes(text), -1));
    }

    public String text(String path) {
        return unchecked(() -> new String(session.getData(path, false, null), StandardCharsets.UTF_8));
    }

    /** Transaction that created the node; -1 when it is not there. */
    public long creation(String path) {
        return unchecked(() -> {
            Stat stat = session.exists(path, false);
            return stat == null ? -1 : stat.getCzxid();
        });
    }

    /** Removes a node and all below it. */
    public void remove(String path) {
        unchecked(() -> {
            try {
                ZKUtil.deleteRecursive(session, path);
            } catch (KeeperException.NoNodeException e) {
                throw new AssertionError(path + " is not there", e);
            }
            return true;
        });
    }

    @Override
    public void close() {
        unchecked(() -> {
            session.close();
            server.close();
            return true;
        });
    }
}
