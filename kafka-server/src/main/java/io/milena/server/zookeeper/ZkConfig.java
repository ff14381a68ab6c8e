package io.milena.server.zookeeper;

import java.time.Duration;

/**
 * How to reach ZooKeeper. Immutable.
 *
 * @param connect {@code host:port,host:port/chroot}, as in {@code zookeeper.connect}
 * @param sessionTimeout after how long without a sign of life the session ends; {@code zookeeper.session.timeout.ms}
 * @param connectTimeout how long the start waits for the first connection; {@code zookeeper.connection.timeout.ms}
 */
public record ZkConfig(String connect, Duration sessionTimeout, Duration connectTimeout) {

    int sessionTimeoutMs() {
        return Math.toIntExact(sessionTimeout.toMillis());
    }

    /** The connect string without the chroot. */
    String servers() {
        int slash = connect.indexOf('/');
        return slash < 0 ? connect : connect.substring(0, slash);
    }

    /** The chroot, or an empty string. */
    String chroot() {
        int slash = connect.indexOf('/');
        String chroot = slash < 0 ? "" : connect.substring(slash);
        return chroot.equals("/") ? "" : chroot;
    }
}
