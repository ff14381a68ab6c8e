package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.time.SystemTime;
import io.milena.server.zookeeper.EmbeddedZooKeeperConfig;
import io.milena.server.zookeeper.SessionCredentials;
import io.milena.server.zookeeper.SessionFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start without ZooKeeper ends with a line that says what to look at, and forgets nothing. */
class ZooKeeperPartsTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir
    private Path dir;

    private final Lane lane = new Lane("test", task -> {
        var thread = new Thread(task, "zookeeper-test");
        thread.setDaemon(true);
        return thread;
    });

    @AfterEach
    void stop() {
        lane.close();
    }

    private void start(ZooKeeperSettings settings) {
        ZooKeeperParts.start(
                settings,
                dir,
                new ZooKeeperParts.Services(
                        lane, lane, new SystemTime(), new SessionMetrics(new MetricRegistry()), why -> {}));
    }

    /** An address at which nobody answers. */
    private static String nobody() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    @Test
    void anEnsembleThatDoesNotAnswerIsNamedWithItsSetting() throws IOException {
        String address = nobody();

        for (String connect : new String[] {address, address + "/chroot"}) {
            assertThatThrownBy(() -> start(new ZooKeeperSettings(Optional.empty(), connect, SHORT, SHORT)))
                    .as(connect)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("check zookeeper.connect");
        }
    }

    @Test
    void anAddressThatMakesNoSenseIsNamedWithItsSetting() {
        var noPort = new ZooKeeperSettings(Optional.empty(), "127.0.0.1:99999", SHORT, SHORT);

        assertThatThrownBy(() -> start(noPort))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("99999")
                .hasMessageContaining("check zookeeper.connect");
        new SessionFile(dir).write(new SessionCredentials(7, new byte[16]));
        assertThatThrownBy(() -> start(noPort)).isInstanceOf(StartException.class);
    }

    @Test
    void aStartThatFailsKeepsTheCredentialsOfTheRunBefore() throws IOException {
        var file = new SessionFile(dir);
        file.write(new SessionCredentials(7, new byte[16]));
        var settings = new ZooKeeperSettings(Optional.empty(), nobody() + "/chroot", SHORT, SHORT);

        assertThatThrownBy(() -> start(settings)).isInstanceOf(StartException.class);

        assertThat(file.read()).isNotNull();
    }

    @Test
    void aPortThatIsTakenIsNamedWithItsSetting() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var embedded = new EmbeddedZooKeeperConfig(
                    dir.resolve("zookeeper"),
                    EmbeddedZooKeeperConfig.LOOPBACK,
                    taken.getLocalPort(),
                    EmbeddedZooKeeperConfig.DEFAULT_TICK);

            assertThatThrownBy(() -> start(new ZooKeeperSettings(Optional.of(embedded), "", SHORT, SHORT)))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(":" + taken.getLocalPort())
                    .hasMessageContaining("check zookeeper.embedded.port");
        }
    }
}
