package io.milena.server;

import io.milena.common.time.Time;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkSession;
import io.milena.server.zookeeper.ZkSessionState;
import io.milena.server.zookeeper.ZkStat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session that tells how long its operations take, from the call to the answer. Thread-safe. */
final class MeasuredSession implements ZkSession {

    private final ZkSession session;
    private final Time time;
    private final SessionMetrics metrics;

    MeasuredSession(ZkSession session, Time time, SessionMetrics metrics) {
        this.session = session;
        this.time = time;
        this.metrics = metrics;
    }

    private <T extends @Nullable Object> CompletableFuture<T> measured(CompletableFuture<T> answer) {
        long startNanos = time.nanos();
        answer.whenComplete((value, failure) -> metrics.answered(time.nanos() - startNanos));
        return answer;
    }

    @Override
    public CompletableFuture<String> create(String path, byte @Nullable [] data, ZkOp.Kind kind) {
        return measured(session.create(path, data, kind));
    }

    @Override
    public CompletableFuture<ZkNode> get(String path, @Nullable Runnable watch) {
        return measured(session.get(path, watch));
    }

    @Override
    public CompletableFuture<@Nullable ZkStat> exists(String path, @Nullable Runnable watch) {
        return measured(session.exists(path, watch));
    }

    @Override
    public CompletableFuture<List<String>> children(String path, @Nullable Runnable watch) {
        return measured(session.children(path, watch));
    }

    @Override
    public CompletableFuture<ZkStat> set(String path, byte[] data, int version) {
        return measured(session.set(path, data, version));
    }

    @Override
    public CompletableFuture<Void> delete(String path, int version) {
        return measured(session.delete(path, version));
    }

    @Override
    public CompletableFuture<List<@Nullable ZkStat>> multi(List<ZkOp> operations) {
        return measured(session.multi(operations));
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
