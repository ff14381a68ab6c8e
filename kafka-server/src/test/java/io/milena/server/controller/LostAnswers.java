package io.milena.server.controller;

import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkSession;
import io.milena.server.zookeeper.ZkSessionState;
import io.milena.server.zookeeper.ZkStat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session whose connection breaks after each write was carried out and before its answer came: the write is given
 * again, and the caller hears of the second time. Thread-safe.
 */
final class LostAnswers implements ZkSession {

    private final ZkSession session;

    LostAnswers(ZkSession session) {
        this.session = session;
    }

    private static <T extends @Nullable Object> CompletableFuture<T> twice(Supplier<CompletableFuture<T>> write) {
        CompletableFuture<T> lost = write.get();
        return lost.handle((answer, failure) -> failure == null ? write.get() : lost)
                .thenCompose(second -> second);
    }

    @Override
    public CompletableFuture<String> create(String path, byte @Nullable [] data, ZkOp.Kind kind) {
        return twice(() -> session.create(path, data, kind));
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
    public CompletableFuture<List<String>> children(String path, @Nullable Runnable watch) {
        return session.children(path, watch);
    }

    @Override
    public CompletableFuture<ZkStat> set(String path, byte[] data, int version) {
        return twice(() -> session.set(path, data, version));
    }

    @Override
    public CompletableFuture<Void> delete(String path, int version) {
        return twice(() -> session.delete(path, version));
    }

    @Override
    public CompletableFuture<List<@Nullable ZkStat>> multi(List<ZkOp> operations) {
        return twice(() -> session.multi(operations));
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
