package io.milena.server.settings;

import io.milena.common.time.Time;
import io.milena.server.zookeeper.ConfigChangeZnode;
import io.milena.server.zookeeper.MalformedZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import io.milena.server.zookeeper.ZkSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notices by which brokers tell each other that settings have changed: children of {@code /config/changes} with
 * rising numbers. Each names whose settings changed, not the change, so one that is read twice or late does no harm.
 * Whoever reads them removes those that are older than 15 minutes.
 *
 * <p>Confined to the session's lane.
 */
final class ChangeNotices {

    private static final Logger log = LoggerFactory.getLogger(ChangeNotices.class);

    private static final Duration LIFE = Duration.ofMinutes(15);

    private final ZkSession session;
    private final Time time;
    private final Listener listener;
    private long lastNumber = -1;

    ChangeNotices(ZkSession session, Time time, Listener listener) {
        this.session = session;
        this.time = time;
        this.listener = listener;
    }

    /** Tells all brokers that settings at {@code entityPath} below {@code /config} have changed. */
    CompletableFuture<Void> send(String entityPath) {
        byte[] text = new ConfigChangeZnode(entityPath).encode();
        return session.create(ZkPaths.newConfigChange(), text, ZkOp.Kind.PERSISTENT_SEQUENTIAL)
                .thenApply(path -> null);
    }

    /**
     * Follows notices from now on. Those that are there are passed over; whoever reads all settings afterwards misses
     * nothing, for the watch is set first.
     */
    CompletableFuture<Void> follow() {
        return list().thenCompose(names -> handle(names, Long.MAX_VALUE));
    }

    private CompletableFuture<List<String>> list() {
        return session.children(
                ZkPaths.CONFIG_CHANGES, () -> readNew().whenComplete((done, failure) -> handled(failure)));
    }

    private CompletableFuture<Void> readNew() {
        return list().thenCompose(names -> handle(names, lastNumber + 1));
    }

    private void handled(@Nullable Throwable failure) {
        if (failure != null && !ZkException.is(failure, ZkCode.SESSION_ENDED)) {
            listener.missed(failure);
        }
    }

    private CompletableFuture<Void> handle(List<String> names, long firstNew) {
        List<CompletableFuture<Void>> handled = new ArrayList<>();
        for (String name : names) {
            long number = ZkPaths.configChangeNumber(name);
            handled.add(number >= firstNew ? apply(name) : read(name, node -> removeIfOld(name, node)));
            lastNumber = Math.max(lastNumber, number);
        }
        return all(handled);
    }

    private CompletableFuture<Void> apply(String name) {
        return read(name, node -> all(List.of(removeIfOld(name, node), heed(name, node))));
    }

    /** A notice that another broker removes meanwhile was as old as that. */
    private CompletableFuture<Void> read(String name, Function<ZkNode, CompletableFuture<Void>> action) {
        return session.get(ZkPaths.configChange(name), null)
                .thenCompose(action)
                .exceptionallyCompose(failure -> ZkException.is(failure, ZkCode.NO_NODE)
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure));
    }

    private CompletableFuture<Void> removeIfOld(String name, ZkNode node) {
        boolean old = time.wallMs() - node.stat().modifiedMs() > LIFE.toMillis();
        return old
                ? session.delete(ZkPaths.configChange(name), ZkOp.ANY_VERSION)
                : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> heed(String name, ZkNode node) {
        try {
            return listener.changed(ConfigChangeZnode.decode(node.data()).entityPath());
        } catch (MalformedZnode e) {
            log.warn("{} makes no sense and is passed over: {}", ZkPaths.configChange(name), e.getMessage());
            return CompletableFuture.completedFuture(null);
        }
    }

    private static CompletableFuture<Void> all(List<CompletableFuture<Void>> parts) {
        return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new));
    }

    /** Hears of notices, on the lane. */
    interface Listener {

        /** Settings at {@code entityPath} below {@code /config} have changed; the future tells when they are read. */
        CompletableFuture<Void> changed(String entityPath);

        /** Notices, or settings that they name, could not be read: changes may have been missed. */
        void missed(Throwable failure);
    }
}
