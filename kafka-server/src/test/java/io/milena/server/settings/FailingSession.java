package io.milena.server.settings;

import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkSession;
import io.milena.server.zookeeper.ZkSessionState;
import io.milena.server.zookeeper.ZkStat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session that can be told to list nothing, as a server does that is overloaded. Thread-safe. */
final class FailingSession implements ZkSession {

    /** How often listing failed. */
    final AtomicInteger failures = new AtomicInteger();

    volatile boolean failing;
    private final ZkSession session;

    FailingSession(ZkSession session) {
        this.session = session;
    }

    @Override
    public CompletableFuture<List<String>> children(String path, @Nullable Runnable watch) {
        if (failing) {
            failures.incrementAndGet();
            return CompletableFuture.failedFuture(new ZkException(ZkCode.OTHER, path));
        }
        return session.children(path, watch);
    }

    @Override
    public CompletableFuture<String> create(String path, byte @Nullable [] data, ZkOp.Kind kind) {
        return session.create(path, data, kind);
    }

    @Override
    public CompletableFuture<ZkNode> get(String path, @Nullable Runnable watch) {
        return session.get(path, watch);
    }

    @Override
    public CompletableFuture<@Nullable ZkStat> exists(String path, @Nullable Runnable watch) {
        return session.exists(path, watch);
    }

    @Override
    public CompletableFuture<ZkStat> set(String path, byte[] data, int version) {
        return session.set(path, data, version);
    }

    @Override
    public CompletableFuture<Void> delete(String path, int version) {
        return session.delete(path, version);
    }

    @Override
    public CompletableFuture<List<@Nullable ZkStat>> multi(List<ZkOp> operations) {
        return session.multi(operations);
    }

    @Override
    public void onState(Consumer<ZkSessionState> listener) {
        session.onState(listener);
    }

    @Override
    public long sessionId() {
        return session.sessionId();
    }

    @Override
    public void close() {
        session.close();
    }
}
