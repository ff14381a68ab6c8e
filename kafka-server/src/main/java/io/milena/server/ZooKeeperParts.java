package io.milena.server;

import io.milena.common.Randomness;
import io.milena.common.time.Time;
import io.milena.server.zookeeper.ClusterSetup;
import io.milena.server.zookeeper.EmbeddedZooKeeper;
import io.milena.server.zookeeper.EmbeddedZooKeeperConfig;
import io.milena.server.zookeeper.SessionCredentials;
import io.milena.server.zookeeper.SessionFile;
import io.milena.server.zookeeper.ShortSession;
import io.milena.server.zookeeper.ZkClientSession;
import io.milena.server.zookeeper.ZkConfig;
import io.milena.server.zookeeper.ZkException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The broker's side of ZooKeeper: the server that runs inside, if one does, and the session. Confined to the thread
 * that starts and stops the broker.
 */
final class ZooKeeperParts {

    private final ZooKeeperSettings settings;
    private final @Nullable EmbeddedZooKeeper server;
    private final ZkConfig config;
    private final SessionFile sessionFile;
    private final ZkClientSession session;

    private ZooKeeperParts(
            ZooKeeperSettings settings,
            @Nullable EmbeddedZooKeeper server,
            ZkConfig config,
            SessionFile sessionFile,
            ZkClientSession session) {
        this.settings = settings;
        this.server = server;
        this.config = config;
        this.sessionFile = sessionFile;
        this.session = session;
    }

    /**
     * Starts the server, if one is to run inside, and connects; returns when the session is there.
     *
     * @param firstLogDir where the session's credentials are kept
     * @throws StartException if the server cannot start, or ZooKeeper does not answer in time
     */
    static ZooKeeperParts start(ZooKeeperSettings settings, Path firstLogDir, Services services) {
        EmbeddedZooKeeper server = settings.embedded()
                .map(embedded -> startServer(embedded, services))
                .orElse(null);
        String connect = server == null ? settings.connect() : server.connectString();
        var config = new ZkConfig(connect, settings.sessionTimeout(), settings.connectionTimeout());
        var file = new SessionFile(firstLogDir);
        var session = new ZkClientSession(
                config, services.session(), services.time(), new Bookkeeping(file, services.metrics()));
        var parts = new ZooKeeperParts(settings, server, config, file, session);
        boolean connected = false;
        try {
            parts.connect();
            services.metrics().follow(session);
            connected = true;
            return parts;
        } finally {
            if (!connected) {
                parts.abandon();
            }
        }
    }

    private static EmbeddedZooKeeper startServer(EmbeddedZooKeeperConfig embedded, Services services) {
        try {
            return EmbeddedZooKeeper.start(embedded, services.server(), services.onFailure());
        } catch (UncheckedIOException e) {
            throw new StartException(e.getMessage() + "; check " + ZooKeeperSettings.EMBEDDED_PORT.name() + ", "
                    + ZooKeeperSettings.EMBEDDED_DATA_DIR.name() + ", and that no other broker uses them");
        }
    }

    private void connect() {
        SessionCredentials ghost = sessionFile.read();
        try {
            ShortSession.createChroot(config);
            if (ghost != null) {
                ShortSession.end(ghost, config);
            }
            session.open();
        } catch (ZkException e) {
            throw new StartException("ZooKeeper at " + config.connect() + " cannot be used, " + e.getMessage()
                    + "; check zookeeper.connect and that it runs");
        }
        if (!session.awaitConnected(settings.connectionTimeout())) {
            throw new StartException("ZooKeeper at " + config.connect() + " did not answer within "
                    + settings.connectionTimeout().toSeconds() + " s; check zookeeper.connect and that it runs");
        }
    }

    ZkClientSession session() {
        return session;
    }

    /** Prepares the tree; returns the id of the cluster. */
    String clusterId(Randomness randomness) {
        return await(ClusterSetup.prepare(session, randomness));
    }

    /**
     * Waits for what the session was asked.
     *
     * @throws StartException if it does not answer in time, or refuses
     */
    <T> T await(CompletableFuture<T> future) {
        return await(future, "ZooKeeper at " + config.connect() + " does not answer");
    }

    /**
     * Waits for what must come by way of ZooKeeper, somewhat longer than another session can be silent.
     *
     * @param otherwise what to tell the operator when it does not come
     * @throws StartException if it does not come in time, with that message
     */
    <T> T await(CompletableFuture<T> future, String otherwise) {
        try {
            return future.get(settings.sessionTimeout().toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ZkException refused
                    ? new StartException(String.valueOf(refused.getMessage()))
                    : new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw new StartException(otherwise);
        } catch (InterruptedException e) {
            throw new StartException("interrupted while waiting for ZooKeeper");
        }
    }

    /** Ends the session, and last the server. */
    void stop() {
        session.close();
        sessionFile.delete();
        stopServer();
    }

    /** As {@link #stop}, but keeps the credentials of an earlier run, whose session may live on. */
    private void abandon() {
        session.close();
        stopServer();
    }

    private void stopServer() {
        if (server != null) {
            server.stop();
        }
    }

    /**
     * What ZooKeeper needs of the root.
     *
     * @param session the lane of the session
     * @param server the lane for work of the server inside, which may block
     * @param onFailure told, on any thread, that the server inside gave up, and why
     */
    record Services(Lane session, Lane server, Time time, SessionMetrics metrics, Consumer<String> onFailure) {}

    /** Keeps the credentials of every session, and counts its operations. Thread-safe. */
    private record Bookkeeping(SessionFile file, SessionMetrics metrics) implements ZkClientSession.Listener {

        @Override
        public void opened(SessionCredentials credentials) {
            file.write(credentials);
        }

        @Override
        public void answered(long latencyNanos) {
            metrics.answered(latencyNanos);
        }
    }
}
