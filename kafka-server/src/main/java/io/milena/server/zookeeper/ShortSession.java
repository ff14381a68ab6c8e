package io.milena.server.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.HostProvider;
import org.apache.zookeeper.client.StaticHostProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a start does on a session of its own before the broker's session is made. Blocks; stateless. */
public final class ShortSession {

    private static final Logger log = LoggerFactory.getLogger(ShortSession.class);

    private ShortSession() {}

    /**
     * Makes the chroot of the connect string, parents first, when it is missing.
     *
     * @throws ZkException if no server answers within the connect time-out, or the chroot may not be made
     */
    public static void createChroot(ZkConfig config) {
        if (config.chroot().isEmpty()) {
            return;
        }
        var state = new FirstState();
        ZooKeeper zookeeper = open(config, state, null);
        try {
            state.await(config.connectTimeout());
            createWithParents(zookeeper, config.chroot());
        } catch (KeeperException e) {
            throw new ZkException(ZkCode.OTHER, "chroot " + config.chroot() + " could not be made: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new ZkException(ZkCode.SESSION_ENDED, "interrupted while making the chroot");
        } finally {
            ZkClientSession.closeQuietly(zookeeper);
        }
    }

    private static ZooKeeper open(ZkConfig config, FirstState state, @Nullable SessionCredentials resumed) {
        try {
            HostProvider hosts = new StaticHostProvider(new ConnectStringParser(config.servers()).getServerAddresses());
            var client = new PlainClientConfig();
            int timeoutMs = config.sessionTimeoutMs();
            if (resumed == null) {
                return new ZooKeeper(config.servers(), timeoutMs, state::event, false, hosts, client);
            }
            long id = resumed.sessionId();
            byte[] password = resumed.password();
            return new ZooKeeper(config.servers(), timeoutMs, state::event, id, password, false, hosts, client);
        } catch (IOException | IllegalArgumentException e) {
            throw new ZkException(ZkCode.OTHER, "zookeeper.connect: '" + config.connect() + "': " + e.getMessage());
        }
    }

    private static void createWithParents(ZooKeeper zookeeper, String path)
            throws KeeperException, InterruptedException {
        if (zookeeper.exists(path, false) != null) {
            return;
        }
        for (String each : ZkPaths.withParents(path)) {
            createUnlessThere(zookeeper, each);
        }
        log.info("created {} in ZooKeeper", path);
    }

    private static void createUnlessThere(ZooKeeper zookeeper, String path)
            throws KeeperException, InterruptedException {
        try {
            zookeeper.create(path, null, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        } catch (KeeperException.NodeExistsException e) {
            log.debug("{} is there", path);
        }
    }

    /**
     * Ends a session that a killed broker left behind, so that its nodes go at once. Returns whether it is over; false
     * when no server answered in time.
     */
    public static boolean end(SessionCredentials old, ZkConfig config) {
        var state = new FirstState();
        ZooKeeper zookeeper = open(config, state, old);
        try {
            KeeperState reached = state.await(config.connectTimeout());
            log.info("{} of an earlier run {}", old, reached == KeeperState.Expired ? "was over" : "is ended");
            return true;
        } catch (ZkException e) {
            log.warn("{} of an earlier run could not be ended: {}", old, e.getMessage());
            return false;
        } catch (InterruptedException e) {
            return false;
        } finally {
            ZkClientSession.closeQuietly(zookeeper);
        }
    }

    /** Waits for the first word about a session. Thread-safe. */
    private static final class FirstState {

        private final CountDownLatch told = new CountDownLatch(1);
        private final AtomicReference<KeeperState> first = new AtomicReference<>();

        void event(WatchedEvent event) {
            boolean settled = event.getState() == KeeperState.SyncConnected || event.getState() == KeeperState.Expired;
            if (settled && first.compareAndSet(null, event.getState())) {
                told.countDown();
            }
        }

        KeeperState await(Duration timeout) throws InterruptedException {
            if (!told.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ZkException(
                        ZkCode.SESSION_ENDED, "no ZooKeeper server answered within " + timeout.toMillis() + " ms");
            }
            return first.get();
        }
    }
}
