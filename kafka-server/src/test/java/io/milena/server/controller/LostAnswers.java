package io.milena.server.controller;

import io.milena.server.zookeeper.ForwardingSession;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkSession;
import io.milena.server.zookeeper.ZkStat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session whose connection breaks after each write was carried out and before its answer came: the write is given
 * again, and the caller hears of the second time. Thread-safe.
 */
final class LostAnswers extends ForwardingSession {

    LostAnswers(ZkSession session) {
        super(session);
    }

    private static <T extends @Nullable Object> CompletableFuture<T> twice(Supplier<CompletableFuture<T>> write) {
        CompletableFuture<T> lost = write.get();
        return lost.handle((answer, failure) -> failure == null ? write.get() : lost)
                .thenCompose(second -> second);
    }

    @Override
    public CompletableFuture<String> create(String path, byte @Nullable [] data, ZkOp.Kind kind) {
        return twice(() -> super.create(path, data, kind));
    }

    @Override
    public CompletableFuture<ZkStat> set(String path, byte[] data, int version) {
        return twice(() -> super.set(path, data, version));
    }

    @Override
    public CompletableFuture<Void> delete(String path, int version) {
        return twice(() -> super.delete(path, version));
    }

    @Override
    public CompletableFuture<List<@Nullable ZkStat>> multi(List<ZkOp> operations) {
        return twice(() -> super.multi(operations));
    }
}
