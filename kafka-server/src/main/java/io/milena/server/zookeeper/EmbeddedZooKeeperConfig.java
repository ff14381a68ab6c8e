package io.milena.server.zookeeper;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of the server inside the broker's process. Immutable.
 *
 * @param dataDir where it keeps its data; {@code zookeeper.embedded.data.dir}
 * @param host address it listens on, loopback unless the user says otherwise; {@code zookeeper.embedded.host}
 * @param port TCP port, 0 for a free one; {@code zookeeper.embedded.port}
 * @param tick how exactly it measures sessions, and the shortest one it grants
 */
public record EmbeddedZooKeeperConfig(Path dataDir, String host, int port, Duration tick) {

    /** Loopback, and not by a name that may stand for two addresses of which one refuses. */
    public static final String LOOPBACK = "127.0.0.1";

    public static final Duration DEFAULT_TICK = Duration.ofSeconds(1);

    /** Longest session that is granted; generous, as a user may ask for more than the usual 18 seconds. */
    static final Duration LONGEST_SESSION = Duration.ofMinutes(10);

    int tickMs() {
        return Math.toIntExact(tick.toMillis());
    }
}
