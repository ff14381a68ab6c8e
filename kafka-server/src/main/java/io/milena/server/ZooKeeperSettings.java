package io.milena.server;

import io.milena.common.config.ConfigException;
import io.milena.common.config.ConfigKey;
import io.milena.server.zookeeper.EmbeddedZooKeeperConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Where ZooKeeper is: inside this process, or at the addresses of an ensemble.
 *
 * @param embedded the server to run inside; empty when an ensemble is used
 * @param connect addresses of the ensemble, with a chroot behind the last; empty with an embedded server
 * @param sessionTimeout how long the broker may be silent before it counts as gone
 * @param connectionTimeout how long a start waits for the first connection
 */
record ZooKeeperSettings(
        Optional<EmbeddedZooKeeperConfig> embedded,
        String connect,
        Duration sessionTimeout,
        Duration connectionTimeout) {

    private static final int HIGHEST_PORT = 65_535;
    private static final int USUAL_PORT = 2181;
    private static final int USUAL_SESSION_MS = 18_000;
    private static final int AS_LONG_AS_A_SESSION = -1;

    static final ConfigKey<String> CONNECT = new ConfigKey<>(
            "zookeeper.connect",
            "",
            "Addresses of ZooKeeper, host:port with commas between; a chroot may follow.",
            text -> text);
    static final ConfigKey<Integer> SESSION_TIMEOUT_MS = ConfigKey.intKey(
            "zookeeper.session.timeout.ms",
            USUAL_SESSION_MS,
            1,
            Integer.MAX_VALUE,
            "Milliseconds without a sign of life after which ZooKeeper takes the broker for dead.");
    static final ConfigKey<Integer> CONNECTION_TIMEOUT_MS = ConfigKey.intKey(
            "zookeeper.connection.timeout.ms",
            AS_LONG_AS_A_SESSION,
            AS_LONG_AS_A_SESSION,
            Integer.MAX_VALUE,
            "Milliseconds that a start waits for ZooKeeper; zookeeper.session.timeout.ms unless set.");
    static final ConfigKey<Boolean> EMBEDDED = ConfigKey.booleanKey(
            "zookeeper.embedded", false, "Whether the broker runs a ZooKeeper server in its own process.");
    static final ConfigKey<Integer> EMBEDDED_PORT = ConfigKey.intKey(
            "zookeeper.embedded.port",
            USUAL_PORT,
            0,
            HIGHEST_PORT,
            "Port on which the embedded ZooKeeper listens; 0 takes a free one.");
    static final ConfigKey<String> EMBEDDED_HOST = new ConfigKey<>(
            "zookeeper.embedded.host",
            EmbeddedZooKeeperConfig.LOOPBACK,
            "Address on which the embedded ZooKeeper listens.",
            text -> text);
    static final ConfigKey<String> EMBEDDED_DATA_DIR = new ConfigKey<>(
            "zookeeper.embedded.data.dir",
            "data/zookeeper",
            "Folder in which the embedded ZooKeeper keeps its data.",
            text -> text);

    /**
     * Reads the settings.
     *
     * @param home what a relative folder is relative to
     * @throws ConfigException naming key, value and what is allowed
     */
    static ZooKeeperSettings from(Map<String, String> properties, Path home) {
        boolean runsInside = EMBEDDED.read(properties);
        String connect = CONNECT.read(properties);
        if (runsInside && !connect.isEmpty()) {
            throw new ConfigException(CONNECT.name(), connect, "nothing, since " + EMBEDDED.name() + "=true");
        }
        if (!runsInside && connect.isEmpty()) {
            throw new ConfigException(CONNECT.name(), "", "host:port of ZooKeeper, or " + EMBEDDED.name() + "=true");
        }
        Duration session = Duration.ofMillis(SESSION_TIMEOUT_MS.read(properties));
        int connectionMs = CONNECTION_TIMEOUT_MS.read(properties);
        return new ZooKeeperSettings(
                runsInside ? Optional.of(embedded(properties, home)) : Optional.empty(),
                connect,
                session,
                connectionMs == AS_LONG_AS_A_SESSION ? session : Duration.ofMillis(connectionMs));
    }

    private static EmbeddedZooKeeperConfig embedded(Map<String, String> properties, Path home) {
        return new EmbeddedZooKeeperConfig(
                home.resolve(EMBEDDED_DATA_DIR.read(properties)).normalize(),
                EMBEDDED_HOST.read(properties),
                EMBEDDED_PORT.read(properties),
                EmbeddedZooKeeperConfig.DEFAULT_TICK);
    }
}
