package io.milena.server.settings;

import io.milena.server.zookeeper.ForwardingSession;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A session that can be told to list nothing, as a server does that is overloaded. Thread-safe. */
final class FailingSession extends ForwardingSession {

    /** How often listing failed. */
    final AtomicInteger failures = new AtomicInteger();

    volatile boolean failing;

    FailingSession(ZkSession session) {
        super(session);
    }

    @Override
    public CompletableFuture<List<String>> children(String path, @Nullable Runnable watch) {
        if (failing) {
            failures.incrementAndGet();
            return CompletableFuture.failedFuture(new ZkException(ZkCode.OTHER, path));
        }
        return super.children(path, watch);
    }
}
