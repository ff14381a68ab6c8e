package io.milena.server.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands everything on to another session. For tests that want some calls to go otherwise. */
public abstract class ForwardingSession implements ZkSession {

    private final ZkSession session;

    protected ForwardingSession(ZkSession session) {
        this.session = session;
    }

    @Override
    public CompletableFuture<String> create(String path, byte @Nullable [] data, ZkOp.Kind kind) {
        return session.create(path, data, kind);
    }

    @Override
    public CompletableFuture<ZkNode> get(String path, @Nullable Runnable watch) {
        return session.get(path, watch);
    }

    /** What goes otherwise for one read does so among many. */
    @Override
    public CompletableFuture<List<@Nullable ZkNode>> getAll(List<String> paths) {
        return BulkReads.each(paths, path -> get(path, null));
    }

    @Override
    public CompletableFuture<@Nullable ZkStat> exists(String path, @Nullable Runnable watch) {
        return session.exists(path, watch);
    }

    @Override
    public CompletableFuture<List<String>> children(String path, @Nullable Runnable watch) {
        return session.children(path, watch);
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
