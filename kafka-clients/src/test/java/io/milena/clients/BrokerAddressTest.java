package io.milena.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of {@code bootstrap.servers}. */
class BrokerAddressTest {

    @ParameterizedTest
    @CsvSource({
        "localhost:9092, localhost, 9092",
        "broker-1.example.org:1, broker-1.example.org, 1",
        "10.0.0.1:65535, 10.0.0.1, 65535",
        "[::1]:9092, ::1, 9092",
        "[fe80::1%eth0]:9092, fe80::1%eth0, 9092",
        "[::ffff:10.0.0.1]:9092, ::ffff:10.0.0.1, 9092",
        "PLAINTEXT://some_host:9092, some_host, 9092",
        "PLAINTEXT://[::1]:9092, ::1, 9092",
        "' localhost:9092 ', localhost, 9092",
        "::1:9092, ::1, 9092",
        "fe80::1%eth0:9092, fe80::1%eth0, 9092",
        "::ffff:10.0.0.1:9092, ::ffff:10.0.0.1, 9092",
        "PLAINTEXT://::1:9092, ::1, 9092",
        "[::1:9092, ::1, 9092",
        "[localhost]:9092, localhost, 9092",
        ":9092, localhost, 9092",
        "PLAINTEXT://:9092, localhost, 9092",
        "localhost:0, localhost, 0",
        "localhost:00009092, localhost, 9092",
        "a:b:9092, a:b, 9092",
        "::1, :, 1"
    })
    void hostAndPortAreRead(String text, String host, int port) {
        assertThat(BrokerAddress.parseAll(List.of(text))).containsExactly(new BrokerAddress(host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:",
                "localhost:65536",
                "localhost:kafka",
                "localhost:+1",
                "localhost: 9092",
                "localhost :9092",
                "x/localhost:9092",
                ":",
                "9092",
                "[::1]",
                "[[::1]]:9092",
                "a b:9092",
                "host:9092/path",
                "host:99999999999"
            })
    void whatIsNoAddressIsNamed(String text) {
        assertThatThrownBy(() -> BrokerAddress.parseAll(List.of("good:1", text)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("bootstrap.servers: '" + text + "' (expected: host:port");
    }

    @Test
    void duplicatesCountOnceAndOrderIsKept() {
        assertThat(BrokerAddress.parseAll(List.of("b:2", "a:1", " ", "b:2")))
                .containsExactly(new BrokerAddress("b", 2), new BrokerAddress("a", 1));
    }

    @Test
    void noAddressIsAnError() {
        assertThatThrownBy(() -> BrokerAddress.parseAll(List.of())).hasMessageStartingWith("bootstrap.servers: ''");
    }

    @Test
    void ipv6ShowsInBrackets() {
        assertThat(new BrokerAddress("fe80::1%eth0", 9092)).hasToString("[fe80::1%eth0]:9092");
    }
}
