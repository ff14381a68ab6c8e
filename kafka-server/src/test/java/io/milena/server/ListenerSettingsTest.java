package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Listeners, what is advertised for them, and what is refused with a line that says why. */
class ListenerSettingsTest {

    private static ListenerSettings from(String... pairs) {
        var properties = new TreeMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.put(pairs[i], pairs[i + 1]);
        }
        return ListenerSettings.from(properties, () -> "here.example");
    }

    @Test
    void theDefaultListensEverywhereAndAdvertisesTheHostName() {
        ListenerSettings settings = from();

        assertThat(settings.listeners()).containsExactly(new Endpoint("PLAINTEXT", "", 9092));
        assertThat(settings.advertised()).containsExactly(new Endpoint("PLAINTEXT", "here.example", 9092));
        assertThat(settings.interBroker()).isEqualTo("PLAINTEXT");
    }

    @Test
    void severalListenersKeepTheirOrderAndNames() {
        ListenerSettings settings = from(
                "listeners", "inside://[::1]:9093, OUTSIDE://0.0.0.0:9092",
                "advertised.listeners", "OUTSIDE://kafka.example:19092",
                "listener.security.protocol.map", "INSIDE:PLAINTEXT,OUTSIDE:PLAINTEXT",
                "inter.broker.listener.name", "INSIDE");

        assertThat(settings.listeners())
                .extracting(Endpoint::toString)
                .containsExactly("INSIDE://[::1]:9093", "OUTSIDE://0.0.0.0:9092");
        assertThat(settings.advertised())
                .extracting(Endpoint::toString)
                .containsExactly("INSIDE://[::1]:9093", "OUTSIDE://kafka.example:19092");
        assertThat(settings.interBroker()).isEqualTo("INSIDE");
    }

    @Test
    void aPortChosenByTheSystemIsAdvertisedOnceItIsKnown() {
        ListenerSettings settings = from("listeners", "PLAINTEXT://127.0.0.1:0");

        ListenerSettings bound = settings.withBoundPorts(Map.of("PLAINTEXT", 4711));

        assertThat(bound.advertised()).containsExactly(new Endpoint("PLAINTEXT", "127.0.0.1", 4711));
    }

    @Test
    void aListenerThatShouldBeSecuredIsNeverServedInTheClear() {
        assertThatThrownBy(() -> from("listeners", "SASL_SSL://:9092", "inter.broker.listener.name", "SASL_SSL"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("SASL_SSL is not supported in this version");
        assertThatThrownBy(() -> from(
                        "listeners", "PLAINTEXT://:9092",
                        "listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("SASL_PLAINTEXT is not supported in this version");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            listeners            | PLAINTEXT:9092                                  | NAME://host:port
            listeners            | PLAINTEXT://host:65536                          | a port from 0 to 65535
            listeners            | PLAINTEXT://host:999999999999                   | a port from 0 to 65535
            listeners            | PLAINTEXT://::1:9092                            | IPv6 addresses in brackets
            listeners            | PLAINTEXT://a:1,PLAINTEXT://b:2                 | each listener name once
            listeners            | OTHER://a:1                                     | gives a protocol
            advertised.listeners | OTHER://a:1                                     | names that are in listeners
            advertised.listeners | PLAINTEXT://0.0.0.0:9092                        | clients can connect to
            listener.security.protocol.map | PLAINTEXT:TLS                         | one of PLAINTEXT
            inter.broker.listener.name     | INSIDE                                | one of the names in listeners
            """)
    void aBadValueIsRefusedWithKeyValueAndWhatIsAllowed(String key, String value, String allowed) {
        assertThatThrownBy(() -> from(key, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(allowed);
    }

    @Test
    void anEmptyListIsRefused() {
        assertThatThrownBy(() -> from("listeners", " ")).hasMessageContaining("at least one");
    }

    @Test
    void theTwoWaysToNameTheInterBrokerListenerExcludeEachOther() {
        assertThatThrownBy(() ->
                        from("inter.broker.listener.name", "PLAINTEXT", "security.inter.broker.protocol", "PLAINTEXT"))
                .hasMessageContaining("only one of it and security.inter.broker.protocol");
    }
}
