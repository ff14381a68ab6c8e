package io.milena.server.zookeeper;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link ZkSession} on the ZooKeeper client.
 *
 * <p>Thread-safe: callers, the client's event thread and the lane meet under one lock, which is never held while
 * listeners run. Operations go through an {@link OperationQueue}.
 */
public final class ZkClientSession implements ZkSession {

    private static final Logger log = LoggerFactory.getLogger(ZkClientSession.class);

    private static final Duration RETRY_NEW_SESSION = Duration.ofSeconds(1);

    private final ZkConfig config;
    private final Scheduler lane;
    private final Listener listener;
    private final OperationQueue<ZooKeeper> queue;
    private final RequestLimit limit;
    private final BulkReads bulkReads = new BulkReads(this::getTogether, path -> get(path, null));
    private final CountDownLatch firstConnection = new CountDownLatch(1);

    private final Object lock = new Object();
    private ZkSessionState state = ZkSessionState.DISCONNECTED;
    private @Nullable ZooKeeper client;
    private boolean closed;

    // Confined to the lane.
    private final List<Consumer<ZkSessionState>> listeners = new ArrayList<>();
    private ZkSessionState toldState = ZkSessionState.DISCONNECTED;
    private long announcedSession;

    /**
     * @param lane where futures complete, watches fire and states are told
     * @param time measures how long operations take
     */
    public ZkClientSession(ZkConfig config, Scheduler lane, Time time, Listener listener) {
        this.config = config;
        this.lane = lane;
        this.listener = listener;
        this.limit = RequestLimit.of(config);
        this.queue = new OperationQueue<>(lane, time, listener::answered);
    }

    /** Begins to connect, and again whenever a session has expired. */
    public void open() {
        synchronized (lock) {
            if (!closed) {
                client = newClient();
            }
        }
    }

    private ZooKeeper newClient() {
        try {
            var events = new SessionEvents();
            var fresh =
                    new ZooKeeper(config.connect(), config.sessionTimeoutMs(), events, false, new PlainClientConfig());
            events.own = fresh;
            return fresh;
        } catch (IOException | IllegalArgumentException e) {
            throw new ZkException(ZkCode.OTHER, "zookeeper.connect: '" + config.connect() + "': " + e.getMessage());
        }
    }

    /** Blocks until the first session is there; false when {@code timeout} passed before. */
    public boolean awaitConnected(Duration timeout) {
        try {
            return firstConnection.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Override
    public CompletableFuture<String> create(String path, byte @Nullable [] data, ZkOp.Kind kind) {
        return submit(
                List.of(new ZkOp.Create(path, data, kind)),
                (zookeeper, answer) -> zookeeper.create(
                        path,
                        data,
                        ZooDefs.Ids.OPEN_ACL_UNSAFE,
                        ZkAnswers.mode(kind),
                        (rc, given, context, name) -> answer.arrived(rc, name),
                        null));
    }

    /** What carries data may be too large to be sent at all. */
    private <T extends @Nullable Object> CompletableFuture<T> submit(
            List<ZkOp> operations, OperationQueue.Sender<ZooKeeper, T> sender) {
        return limit.isExceededBy(operations)
                ? limit.refusal(operations)
                : queue.submit(operations.get(operations.size() - 1).path(), sender);
    }

    @Override
    public CompletableFuture<ZkNode> get(String path, @Nullable Runnable watch) {
        return queue.submit(
                path,
                (zookeeper, answer) -> zookeeper.getData(
                        path,
                        watcher(watch),
                        (rc, given, context, data, stat) ->
                                answer.arrived(rc, stat == null ? null : ZkAnswers.node(data, stat)),
                        null));
    }

    @Override
    public CompletableFuture<List<@Nullable ZkNode>> getAll(List<String> paths) {
        return bulkReads.read(paths);
    }

    private CompletableFuture<List<@Nullable ZkNode>> getTogether(List<String> paths) {
        return queue.submit(
                paths.get(0),
                (zookeeper, answer) -> zookeeper.multi(
                        ZkAnswers.reads(paths),
                        (rc, given, context, results) -> ZkAnswers.nodes(rc, results, paths, answer),
                        null));
    }

    @Override
    public CompletableFuture<@Nullable ZkStat> exists(String path, @Nullable Runnable watch) {
        return queue.submit(
                path,
                (zookeeper, answer) -> zookeeper.exists(
                        path,
                        watcher(watch),
                        (rc, given, context, stat) -> answer.arrived(
                                rc == Code.NONODE.intValue() ? Code.OK.intValue() : rc,
                                stat == null ? null : ZkAnswers.stat(stat)),
                        null));
    }

    @Override
    public CompletableFuture<List<String>> children(String path, @Nullable Runnable watch) {
        return queue.submit(
                path,
                (zookeeper, answer) -> zookeeper.getChildren(
                        path,
                        watcher(watch),
                        (rc, given, context, names) -> answer.arrived(rc, names == null ? null : sorted(names)),
                        null));
    }

    private static List<String> sorted(List<String> names) {
        List<String> sorted = new ArrayList<>(names);
        Collections.sort(sorted);
        return sorted;
    }

    private @Nullable Watcher watcher(@Nullable Runnable watch) {
        if (watch == null) {
            return null;
        }
        return event -> {
            if (event.getType() != Watcher.Event.EventType.None) {
                lane.execute(watch);
            }
        };
    }

    @Override
    public CompletableFuture<ZkStat> set(String path, byte[] data, int version) {
        return submit(
                List.of(new ZkOp.Set(path, data, version)),
                (zookeeper, answer) -> zookeeper.setData(
                        path,
                        data,
                        version,
                        (rc, given, context, stat) -> answer.arrived(rc, stat == null ? null : ZkAnswers.stat(stat)),
                        null));
    }

    @Override
    public CompletableFuture<Void> delete(String path, int version) {
        return queue.submit(
                path,
                (zookeeper, answer) ->
                        zookeeper.delete(path, version, (rc, given, context) -> answer.arrived(rc, null), null));
    }

    @Override
    public CompletableFuture<List<@Nullable ZkStat>> multi(List<ZkOp> operations) {
        return submit(
                operations,
                (zookeeper, answer) -> zookeeper.multi(
                        ZkAnswers.operations(operations),
                        (rc, given, context, results) -> ZkAnswers.multi(rc, results, operations, answer),
                        null));
    }

    @Override
    public void onState(Consumer<ZkSessionState> listener) {
        lane.execute(() -> {
            listeners.add(listener);
            listener.accept(toldState);
        });
    }

    @Override
    public long sessionId() {
        synchronized (lock) {
            return client == null ? 0 : client.getSessionId();
        }
    }

    @Override
    public void close() {
        ZooKeeper last;
        synchronized (lock) {
            closed = true;
            last = client;
            client = null;
        }
        queue.close();
        closeQuietly(last);
    }

    static void closeQuietly(@Nullable ZooKeeper client) {
        if (client == null) {
            return;
        }
        try {
            client.close();
        } catch (InterruptedException e) {
            log.warn("interrupted while the session was closing; it expires by itself");
        }
    }

    private void connected(ZooKeeper which) {
        var credentials = new SessionCredentials(which.getSessionId(), which.getSessionPasswd());
        lane.execute(() -> {
            if (announcedSession != credentials.sessionId()) {
                announcedSession = credentials.sessionId();
                log.info("{} with ZooKeeper is open", credentials);
                listener.opened(credentials);
            }
        });
        moveTo(ZkSessionState.CONNECTED);
        firstConnection.countDown();
        queue.connected(which);
    }

    private void disconnected() {
        queue.disconnected();
        moveTo(ZkSessionState.DISCONNECTED);
    }

    private void expired(ZooKeeper which) {
        log.warn("session 0x{} with ZooKeeper has expired", Long.toHexString(which.getSessionId()));
        synchronized (lock) {
            client = null;
        }
        queue.sessionEnded();
        moveTo(ZkSessionState.EXPIRED);
        renew();
    }

    private void renew() {
        try {
            open();
        } catch (ZkException e) {
            log.error("no new session with ZooKeeper; trying again in {} s", RETRY_NEW_SESSION.toSeconds(), e);
            lane.after(RETRY_NEW_SESSION, this::renew);
        }
    }

    private void moveTo(ZkSessionState next) {
        synchronized (lock) {
            if (state == next) {
                return;
            }
            state = next;
        }
        lane.execute(() -> {
            toldState = next;
            List.copyOf(listeners).forEach(listener -> listener.accept(next));
        });
    }

    /** Hears of the session what nobody who uses it needs to know. */
    public interface Listener {

        /** A session is open under these credentials. Called on the lane, before anyone hears that it is connected. */
        void opened(SessionCredentials credentials);

        /** An operation has succeeded or failed this long after it was given. Called on any thread; must not block. */
        default void answered(long latencyNanos) {}
    }

    /** What the client tells about one session, on its event thread. */
    private final class SessionEvents implements Watcher {

        private @Nullable ZooKeeper own;

        @Override
        public void process(WatchedEvent event) {
            if (event.getType() != Event.EventType.None) {
                return;
            }
            ZooKeeper which = ownClient();
            switch (event.getState()) {
                case SyncConnected -> connected(which);
                case Disconnected -> disconnected();
                case Expired -> expired(which);
                case AuthFailed -> log.error("ZooKeeper refused the credentials of this broker");
                default -> log.debug("ZooKeeper session is {}", event.getState());
            }
        }

        /** Set by the thread that made the client, which may be a little behind the client's first event. */
        private ZooKeeper ownClient() {
            synchronized (lock) {
                return Objects.requireNonNull(own);
            }
        }
    }
}
