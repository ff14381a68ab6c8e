package io.milena.server;

import io.milena.common.Randomness;
import io.milena.server.zookeeper.ClusterSetup;
import io.milena.server.zookeeper.EmbeddedZooKeeper;
import io.milena.server.zookeeper.SessionCredentials;
import io.milena.server.zookeeper.SessionFile;
import io.milena.server.zookeeper.ShortSession;
import io.milena.server.zookeeper.ZkClientSession;
import io.milena.server.zookeeper.ZkConfig;
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
            Lane lane) {
        this.settings = settings;
        this.server = server;
        this.config = config;
        this.sessionFile = sessionFile;
        this.session = new ZkClientSession(config, lane, sessionFile::write);
    }

    /**
     * Starts the server, if one is to run inside, and connects; returns when the session is there.
     *
     * @param firstLogDir where the session's credentials are kept
     * @param lanes of the session, and of work of the server that may block
     * @param onFailure told when the server inside gives up
     */
    static ZooKeeperParts start(ZooKeeperSettings settings, Path firstLogDir, Lanes lanes, Consumer<String> onFailure) {
        EmbeddedZooKeeper server = settings.embedded()
                .map(embedded -> EmbeddedZooKeeper.start(embedded, lanes.server(), onFailure))
                .orElse(null);
        String connect = server == null ? settings.connect() : server.connectString();
        var config = new ZkConfig(connect, settings.sessionTimeout(), settings.connectionTimeout());
        var parts = new ZooKeeperParts(settings, server, config, new SessionFile(firstLogDir), lanes.session());
        boolean connected = false;
        try {
            parts.connect();
            connected = true;
            return parts;
        } finally {
            if (!connected) {
                parts.stop();
            }
        }
    }

    /** The lane of the session, and the one for work of the server that may block. */
    record Lanes(Lane session, Lane server) {}

    private void connect() {
        SessionCredentials ghost = sessionFile.read();
        ShortSession.createChroot(config);
        if (ghost != null) {
            ShortSession.end(ghost, config);
        }
        session.open();
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

    /** Waits for what the session was asked. */
    <T> T await(CompletableFuture<T> future) {
        return await(future, "ZooKeeper at " + config.connect() + " does not answer");
    }

    /**
     * Waits for what must come by way of ZooKeeper, somewhat longer than another session can be silent.
     *
     * @param otherwise what to tell the operator when it does not come
     */
    <T> T await(CompletableFuture<T> future, String otherwise) {
        try {
            return future.get(settings.sessionTimeout().toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
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
        if (server != null) {
            server.stop();
        }
    }
}
