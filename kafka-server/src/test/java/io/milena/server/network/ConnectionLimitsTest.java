package io.milena.server.network;

import static io.milena.server.network.ConnectionLimits.Admission.ADMITTED;
import static io.milena.server.network.ConnectionLimits.Admission.TOO_MANY;
import static io.milena.server.network.ConnectionLimits.Admission.TOO_MANY_FROM_ADDRESS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is let in. */
class ConnectionLimitsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private static ConnectionLimits limits(int max, int maxPerIp, Map<String, Integer> overrides) {
        return new ConnectionLimits(new ConnectionConfig(LONG, LONG, max, maxPerIp, overrides));
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void oneAddressHasItsLimitAndMayComeBack() {
        ConnectionLimits limits = limits(100, 2, Map.of());
        limits.arrived(address(1));
        limits.arrived(address(1));

        assertThat(limits.arrived(address(1))).isEqualTo(TOO_MANY_FROM_ADDRESS);
        assertThat(limits.arrived(address(2))).isEqualTo(ADMITTED);
        limits.left(address(1));
        assertThat(limits.arrived(address(1))).isEqualTo(ADMITTED);
    }

    @Test
    void anOverrideTakesThePlaceOfTheLimit() {
        ConnectionLimits limits = limits(100, 0, Map.of("10.0.0.7", 1));

        assertThat(limits.arrived(address(7))).isEqualTo(ADMITTED);
        assertThat(limits.arrived(address(7))).isEqualTo(TOO_MANY_FROM_ADDRESS);
        assertThat(limits.arrived(address(8))).isEqualTo(TOO_MANY_FROM_ADDRESS);
    }

    @Test
    void whoeverWaitsForRoomIsToldWhenSomebodyLeaves() {
        ConnectionLimits limits = limits(1, 10, Map.of());
        List<String> told = new ArrayList<>();
        limits.arrived(address(1));

        assertThat(limits.areReached()).isTrue();
        assertThat(limits.arrived(address(2))).isEqualTo(TOO_MANY);
        limits.whenThereIsRoom(() -> told.add("room"));
        assertThat(told).isEmpty();
        limits.left(address(1));
        assertThat(told).containsExactly("room");
    }
}
