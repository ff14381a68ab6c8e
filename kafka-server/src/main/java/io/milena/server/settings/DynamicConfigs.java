package io.milena.server.settings;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.server.zookeeper.ConfigZnode;
import io.milena.server.zookeeper.MalformedZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import io.milena.server.zookeeper.ZkSession;
import io.milena.server.zookeeper.ZkSessionState;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings that topics have of their own, kept equal to ZooKeeper: read at start, followed through {@link
 * ChangeNotices}, written on request.
 *
 * <p>Thread-safe: what is known may be asked from any thread, and listeners may join at any time; all else happens on
 * the session's lane. When a session has expired, or notices could not be read, all settings are read again, until that
 * succeeds or the session ends.
 */
public final class DynamicConfigs {

    private static final Logger log = LoggerFactory.getLogger(DynamicConfigs.class);

    private static final String TOPIC_ENTITY = "topics/";

    /** Pauses between attempts to read again: the first, doubled each time, and the longest. */
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private final ZkSession session;
    private final Scheduler lane;
    private final ChangeNotices notices;
    private final Map<String, SortedMap<String, String>> byTopic = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private boolean sessionLost;
    private int sessionsLost;
    private boolean catchingUp;

    /** {@code lane} is the session's. */
    public DynamicConfigs(ZkSession session, Scheduler lane, Time time) {
        this.session = session;
        this.lane = lane;
        this.notices = new ChangeNotices(session, time, new Reloading());
    }

    /** Has {@code listener} told the name of each topic whose settings change from now on, on the session's lane. */
    public void onChange(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Reads the settings of all topics and begins to follow their changes; completes when all are known. */
    public CompletableFuture<Void> start() {
        CompletableFuture<Void> known = readAll();
        session.onState(this::sessionMoved);
        return known;
    }

    /** What a topic has of its own, sorted by key; empty for a topic that has nothing or does not exist. */
    public SortedMap<String, String> overrides(String topic) {
        return byTopic.getOrDefault(topic, Collections.emptySortedMap());
    }

    /** Makes sure that the settings of topics are the newest: their creation gives no notice. */
    public CompletableFuture<Void> load(Collection<String> topics) {
        return all(topics.stream().map(this::reload).toList());
    }

    /** A topic is gone, and its settings with it. */
    public void forget(String topic) {
        byTopic.remove(topic);
    }

    /**
     * Replaces a topic's own settings in ZooKeeper and tells all brokers; completes when they are in force here.
     * Whether they are allowed is for the caller to have checked.
     */
    public CompletableFuture<Void> write(String topic, Map<String, String> settings) {
        byte[] data = ConfigZnode.encode(new TreeMap<>(settings));
        String path = ZkPaths.topicConfig(topic);
        return controllerVersion()
                .thenCompose(version -> session.multi(setUnderController(path, data, version)))
                .<Void>thenApply(done -> null)
                .exceptionallyCompose(failure -> ZkException.is(failure, ZkCode.NO_NODE)
                        ? session.create(path, data, ZkOp.Kind.PERSISTENT).thenApply(created -> null)
                        : CompletableFuture.failedFuture(failure))
                .thenCompose(written -> notices.send(TOPIC_ENTITY + topic))
                .thenCompose(told -> reload(topic));
    }

    /** A node that went away between listing and reading is no failure. */
    private static CompletableFuture<Void> passOverNoNode(Throwable failure) {
        return ZkException.is(failure, ZkCode.NO_NODE) ? nothing() : CompletableFuture.failedFuture(failure);
    }

    private static CompletableFuture<Void> nothing() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Version of the controller's node, so that a write fails while another controller takes over; null without one.
     */
    private CompletableFuture<@Nullable Integer> controllerVersion() {
        return session.exists(ZkPaths.CONTROLLER, null).thenApply(stat -> stat == null ? null : stat.version());
    }

    private static List<ZkOp> setUnderController(String path, byte[] data, @Nullable Integer controllerVersion) {
        var set = new ZkOp.Set(path, data, ZkOp.ANY_VERSION);
        return controllerVersion == null
                ? List.of(set)
                : List.of(new ZkOp.Check(ZkPaths.CONTROLLER, controllerVersion), set);
    }

    private void sessionMoved(ZkSessionState state) {
        if (state == ZkSessionState.EXPIRED) {
            sessionLost = true;
            sessionsLost++;
            catchingUp = false;
        } else if (state == ZkSessionState.CONNECTED && sessionLost) {
            sessionLost = false;
            catchUp();
        }
    }

    /** Reads everything again, since changes may have been missed. */
    private void catchUp() {
        if (!catchingUp) {
            catchingUp = true;
            catchUp(FIRST_PAUSE, sessionsLost);
        }
    }

    private void catchUp(Duration pause, int ofSession) {
        if (ofSession != sessionsLost) {
            return;
        }
        followAndList().thenCompose(this::reloadAll).whenComplete((done, failure) -> {
            boolean newSession = ofSession != sessionsLost || ZkException.is(failure, ZkCode.SESSION_ENDED);
            if (newSession) {
                return;
            }
            if (failure == null) {
                catchingUp = false;
                return;
            }
            log.error(
                    "settings of topics cannot be read, those known before stay in force; trying again in {} s",
                    pause.toSeconds(),
                    ZkException.cause(failure));
            Duration doubled = pause.multipliedBy(2);
            Duration next = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
            lane.after(pause, () -> catchUp(next, ofSession));
        });
    }

    /** Those of topics that have settings, and of topics that had. */
    private CompletableFuture<Void> reloadAll(List<String> topics) {
        SortedSet<String> all = new TreeSet<>(topics);
        all.addAll(byTopic.keySet());
        return load(all);
    }

    private CompletableFuture<Void> readAll() {
        return followAndList()
                .thenCompose(topics -> all(topics.stream().map(this::read).toList()));
    }

    /** The topics that have settings, listed once notices are followed: what changes from then on is not missed. */
    private CompletableFuture<List<String>> followAndList() {
        return notices.follow().thenCompose(followed -> session.children(ZkPaths.TOPIC_CONFIGS, null));
    }

    private CompletableFuture<Void> reload(String topic) {
        SortedMap<String, String> before = overrides(topic);
        return read(topic).thenRun(() -> {
            if (!before.equals(overrides(topic))) {
                tell(topic);
            }
        });
    }

    private CompletableFuture<Void> read(String topic) {
        return session.get(ZkPaths.topicConfig(topic), null)
                .thenAccept(node -> remember(topic, node))
                .exceptionallyCompose(failure -> {
                    if (ZkException.is(failure, ZkCode.NO_NODE)) {
                        byTopic.remove(topic);
                    }
                    return passOverNoNode(failure);
                });
    }

    private void remember(String topic, ZkNode node) {
        try {
            byTopic.put(topic, Collections.unmodifiableSortedMap(ConfigZnode.decode(node.data())));
        } catch (MalformedZnode e) {
            log.error(
                    "settings of topic {} cannot be read, those known before stay in force: {}", topic, e.getMessage());
        }
    }

    private void tell(String topic) {
        log.info("settings of topic {} are now {}", topic, overrides(topic));
        listeners.forEach(listener -> listener.accept(topic));
    }

    private static CompletableFuture<Void> all(Collection<CompletableFuture<Void>> parts) {
        return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new));
    }

    /** Reads again what notices name. Confined to the lane. */
    private final class Reloading implements ChangeNotices.Listener {

        @Override
        public CompletableFuture<Void> changed(String entityPath) {
            return entityPath.startsWith(TOPIC_ENTITY)
                    ? reload(entityPath.substring(TOPIC_ENTITY.length()))
                    : nothing();
        }

        @Override
        public void missed(Throwable failure) {
            log.error("change notices of settings cannot be read; reading all settings", ZkException.cause(failure));
            catchUp();
        }
    }
}
