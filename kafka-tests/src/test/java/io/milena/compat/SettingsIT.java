package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.Ports;
import io.milena.testkit.WireClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a whole broker makes of its settings: listeners, words it does not know, and what must not be served. */
class SettingsIT {

    private static final String IPV6_LOOPBACK = "::1";

    @TempDir
    private Path folder;

    @BeforeEach
    void oursOnly() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference has words of its own");
    }

    @Test
    void eachListenerTellsItsOwnAddressAndAMisspeltKeyIsNamedWithItsNeighbour() throws Exception {
        Assumptions.assumeTrue(hasIpv6(), "no IPv6 on this machine");
        int outside = Ports.free();
        int inside = Ports.free();
        var settings = Map.of(
                "listeners", "INSIDE://127.0.0.1:" + inside + ",OUTSIDE://[::1]:" + outside,
                "advertised.listeners", "INSIDE://127.0.0.1:" + inside + ",OUTSIDE://kafka.example:19094",
                "listener.security.protocol.map", "INSIDE:PLAINTEXT,OUTSIDE:PLAINTEXT",
                "inter.broker.listener.name", "INSIDE",
                "log.retention.hour", "5");

        try (var broker = BrokerProcess.startOn(inside, folder, settings)) {
            assertThat(addressTold("127.0.0.1", inside)).isEqualTo("127.0.0.1:" + inside);
            assertThat(addressTold(IPV6_LOOPBACK, outside)).isEqualTo("kafka.example:19094");
            assertThat(broker.printed())
                    .containsPattern("WARN .*log.retention.hour is not a setting .* is log.retention.hours meant");
        }
    }

    private static boolean hasIpv6() throws UnknownHostException, SocketException {
        return NetworkInterface.getByInetAddress(InetAddress.getByName(IPV6_LOOPBACK)) != null;
    }

    private static String addressTold(String host, int port) {
        try (var client = WireClient.connect(new InetSocketAddress(host, port))) {
            var request = new MetadataRequest().topics(List.of());
            var broker = client.call(MetadataResponse.class, ApiKey.METADATA, 1, request)
                    .brokers()
                    .get(0);
            return broker.host() + ":" + broker.port();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            num.network.threads            | 0             | num.network.threads: '0' (expected: 1 or more)
            authorizer.class.name          | AclAuthorizer | authorizer.class.name: 'AclAuthorizer' is not supported
            listener.security.protocol.map | PLAINTEXT:SSL | SSL is not supported in this version
            """)
    void whatCannotBeServedStopsTheStartWithOneLine(String key, String value, String line) {
        var ended = BrokerProcess.runToItsEnd(folder, Map.of(key, value));

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.printed().lines().filter(each -> !each.isBlank()))
                .singleElement()
                .asString()
                .contains("The broker does not start: ", line);
        assertThat(folder.resolve("log")).doesNotExist();
    }
}
