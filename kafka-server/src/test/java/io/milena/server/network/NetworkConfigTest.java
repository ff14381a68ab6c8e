package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of this room as users write them. */
class NetworkConfigTest {

    private static final long MEMORY_BYTES = 1L << 30;

    @Test
    void defaultsAreThoseOfTheReference() {
        NetworkConfig config = NetworkConfig.from(Map.of(), MEMORY_BYTES);

        assertThat(config.sockets()).isEqualTo(new SocketConfig(102_400, 102_400, 50));
        assertThat(config.connections().maxIdle()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.connections().maxPerIp()).isEqualTo(Integer.MAX_VALUE);
        assertThat(config.requests().maxFrameBytes()).isEqualTo(100 << 20);
        assertThat(config.requests().maxHeldBytes()).isEqualTo(MEMORY_BYTES / 4);
    }

    @Test
    void theLongestRequestAlwaysFits() {
        NetworkConfig config = NetworkConfig.from(Map.of(), 1 << 20);

        assertThat(config.requests().maxIncompleteBytes()).isEqualTo(100 << 20);
    }

    @Test
    void aNegativeIdleTimeMeansNever() {
        NetworkConfig config = NetworkConfig.from(Map.of("connections.max.idle.ms", "-1"), MEMORY_BYTES);

        assertThat(config.connections().maxIdle()).isGreaterThan(Duration.ofDays(10_000));
        assertThat(config.connections().maxIdle().toNanos()).isPositive();
    }

    @Test
    void addressesMayHaveLimitsOfTheirOwn() {
        NetworkConfig config =
                NetworkConfig.from(Map.of("max.connections.per.ip.overrides", "10.0.0.1:5, ::1:7"), MEMORY_BYTES);

        assertThat(config.connections().maxPerIpOverrides()).isEqualTo(Map.of("10.0.0.1", 5, "::1", 7));
    }

    @ParameterizedTest
    @CsvSource({
        "socket.request.max.bytes, 0",
        "socket.listen.backlog.size, 0",
        "num.network.threads, 0",
        "max.connections, -1",
        "queued.max.request.bytes, many",
        "max.connections.per.ip.overrides, 10.0.0.1",
        "max.connections.per.ip.overrides, 10.0.0.1:-3"
    })
    void aBadValueIsRefusedWithItsKey(String key, String value) {
        assertThatThrownBy(() -> {
                    NetworkConfig.from(Map.of(key, value), MEMORY_BYTES);
                    NetworkConfig.NETWORK_THREADS.read(Map.of(key, value));
                })
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void aHostKeepsNoBrackets() {
        assertThat(new ListenerConfig("SIX", "[::1]", 9092).host()).isEqualTo("::1");
        assertThat(new ListenerConfig("SIX", "::1", 9092)).hasToString("SIX://[::1]:9092");
    }
}
