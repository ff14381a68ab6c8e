package io.milena.server.zookeeper;

import io.milena.common.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A real server on a free port and sessions with it, for tests. Confined to one test. */
public final class TestZooKeeper implements AutoCloseable {

    public static final Duration SESSION = Duration.ofSeconds(6);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final int BOUND_SECONDS = 20;

    private final TestLane worker = new TestLane();
    private final List<ZkClientSession> sessions = new ArrayList<>();
    private final EmbeddedZooKeeper server;

    public TestZooKeeper(Path dataDir) {
        var config = new EmbeddedZooKeeperConfig(dataDir, EmbeddedZooKeeperConfig.LOOPBACK, 0, TICK);
        server = EmbeddedZooKeeper.start(config, worker, failure -> {});
    }

    public ZkConfig config() {
        return new ZkConfig(server.connectString(), SESSION, Duration.ofSeconds(BOUND_SECONDS));
    }

    public String connectString() {
        return server.connectString();
    }

    public TestLane worker() {
        return worker;
    }

    /** A connected session whose results come on {@code lane}. */
    public ZkClientSession session(TestLane lane) {
        return session(config(), lane, credentials -> {});
    }

    /** A connected session with a tree of this server, perhaps below a chroot. */
    public ZkClientSession session(ZkConfig config, TestLane lane, ZkClientSession.Listener listener) {
        var session = new ZkClientSession(config, lane, new SystemTime(), listener);
        session.open();
        sessions.add(session);
        if (!session.awaitConnected(config.connectTimeout())) {
            throw new IllegalStateException("no session within " + config.connectTimeout());
        }
        return session;
    }

    /** Waits for a future, within bounds; fails as the future does. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(BOUND_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Data of a node as text. */
    public static String text(ZkSession session, String path) {
        return new String(await(session.get(path, null)).data(), StandardCharsets.UTF_8);
    }

    /** Lets the server end a session as if its owner had been silent too long. */
    public void expire(SessionCredentials session) {
        ShortSession.end(session, config());
    }

    @Override
    public void close() {
        sessions.forEach(ZkClientSession::close);
        server.stop();
        worker.close();
    }
}
