package io.milena.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.MetadataSettings.Recovery;
import io.milena.common.config.ConfigException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the shared settings come to, and which of them stop the start. */
class ConnectionSettingsTest {

    private static ConnectionSettings read(String... keysAndValues) {
        Map<String, Object> given = new HashMap<>(Map.of("bootstrap.servers", "a:1,b:2"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            given.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return ConnectionSettings.from(
                CommonSettings.TABLE.read(given), "me", MetadataSettings.NEVER, MissingTopics.MAY_BE_CREATED);
    }

    @Test
    void defaultsAreThoseOfTheReference() {
        ConnectionSettings settings = read();

        assertThat(settings.bootstrap()).containsExactly(new BrokerAddress("a", 1), new BrokerAddress("b", 2));
        assertThat(settings.dnsLookup()).isEqualTo(DnsLookup.USE_ALL_DNS_IPS);
        assertThat(settings.reconnect()).isEqualTo(new Backoff(50, 1_000));
        assertThat(settings.retry()).isEqualTo(new Backoff(100, 1_000));
        assertThat(settings.setupTimeout()).isEqualTo(new Backoff(10_000, 30_000));
        assertThat(settings.maxIdleMs()).isEqualTo(540_000);
        assertThat(settings.metadata().recovery()).isEqualTo(Recovery.NONE);
    }

    @Test
    void reconnectBackoffWithoutAMaximumIsConstant() {
        assertThat(read("reconnect.backoff.ms", "300").reconnect()).isEqualTo(new Backoff(300, 300));
        assertThat(read("reconnect.backoff.ms", "300", "reconnect.backoff.max.ms", "900")
                        .reconnect())
                .isEqualTo(new Backoff(300, 900));
    }

    @Test
    void wordsMayBeInCapitalsWhereTheReferenceAllowsIt() {
        assertThat(read("metadata.recovery.strategy", "reBootstrap").metadata().recovery())
                .isEqualTo(Recovery.REBOOTSTRAP);
        assertThat(read("security.protocol", "plaintext").clientId()).isEqualTo("me");
    }

    @ParameterizedTest
    @CsvSource({
        "security.protocol, SASL_SSL, PLAINTEXT; TLS and SASL are not supported",
        "security.providers, some.Maker, not supported in this version",
        "metric.reporters, some.Reporter, not supported in this version",
        "socket.connection.setup.timeout.ms, -1, 0 or more",
        "bootstrap.servers, nowhere, host:port"
    })
    void whatCannotBeServedStopsTheStart(String key, String value, String expected) {
        assertThatThrownBy(() -> read(key, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(key + ": '" + value + "' (expected: ")
                .hasMessageContaining(expected);
    }

    @Test
    void theReporterThatThereIsMayBeNamed() {
        assertThat(read("metric.reporters", "org.apache.kafka.common.metrics.JmxReporter"))
                .isNotNull();
    }
}
