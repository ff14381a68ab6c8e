package io.milena.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.common.KafkaException;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.config.ConfigException;
import io.milena.common.serialization.StringDeserializer;
import io.milena.common.serialization.StringSerializer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a producer and a consumer say of their settings when they are made, and what they still tell when closed. */
class ClientStartIT {

    /** Has no address, which needs no name service to find out: it is longer than a name may be. */
    private static final String NOBODY = "x".repeat(64) + ".invalid:9092";

    private static final String CLIENT = "starting";

    /** The two ways of making a client. */
    private enum Kind {
        PRODUCER {
            @Override
            void openAndClose(Map<String, Object> settings) {
                var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
                producer.close(Duration.ZERO);
                assertThat(namesOf(producer.metrics())).contains("record-send-total", "buffer-available-bytes");
            }
        },
        CONSUMER {
            @Override
            void openAndClose(Map<String, Object> settings) {
                var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
                consumer.close(Duration.ZERO);
                assertThat(namesOf(consumer.metrics())).contains("records-consumed-total", "commit-total");
            }
        };

        /** Asks for the figures at last. */
        abstract void openAndClose(Map<String, Object> settings);

        /** Of those that have a value. */
        private static Set<String> namesOf(Map<MetricName, ? extends Metric> figures) {
            Set<String> names = new HashSet<>();
            figures.forEach((name, figure) -> {
                if (figure.metricValue() != null) {
                    names.add(name.name());
                }
            });
            return names;
        }
    }

    private static Map<String, Object> settings(String bootstrap) {
        return new HashMap<>(Map.of("bootstrap.servers", bootstrap, "client.id", CLIENT));
    }

    private static boolean hasThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().contains(CLIENT));
    }

    @ParameterizedTest
    @EnumSource
    void withoutAnAddressForAnyNameNothingStarts(Kind kind) {
        Map<String, Object> settings = settings(NOBODY + ",other-" + NOBODY);

        assertThatThrownBy(() -> kind.openAndClose(settings))
                .isExactlyInstanceOf(KafkaException.class)
                .hasMessageContaining(CLIENT)
                .cause()
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("No resolvable bootstrap urls given in bootstrap.servers")
                .hasMessageContaining(NOBODY);

        Awaitility.await().until(() -> !hasThreads());
    }

    @ParameterizedTest
    @EnumSource
    void oneNameWithAnAddressIsEnoughAndFiguresMayBeAskedForAfterTheEnd(Kind kind) {
        Map<String, Object> settings = settings(NOBODY + ",127.0.0.1:1");

        assertThatCode(() -> kind.openAndClose(settings)).doesNotThrowAnyException();
    }

    @Test
    void heartbeatsMatterToMembersOfGroupsOnly() {
        Map<String, Object> settings = settings("127.0.0.1:1");
        settings.put("session.timeout.ms", 1_000);
        settings.put("heartbeat.interval.ms", 1_000);

        assertThatCode(() -> Kind.CONSUMER.openAndClose(settings)).doesNotThrowAnyException();

        settings.put("group.id", "group");
        assertThatThrownBy(() -> Kind.CONSUMER.openAndClose(settings))
                .isExactlyInstanceOf(KafkaException.class)
                .hasMessageStartingWith("Failed to construct kafka consumer")
                .hasMessageContaining("heartbeat.interval.ms")
                .hasCauseInstanceOf(ConfigException.class);
    }

    @Test
    void nullAndNumbersOfAnotherKindAreMistakes() {
        Map<String, Object> settings = settings("127.0.0.1:1");
        settings.put("linger.ms", null);
        assertThatThrownBy(() -> Kind.PRODUCER.openAndClose(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("linger.ms");

        settings.put("linger.ms", 5);
        settings.put("batch.size", 5L);

        assertThatThrownBy(() -> Kind.PRODUCER.openAndClose(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("batch.size");
    }

    @Test
    void instanceIdsAreNotGivenOutAndTheReasonIsTold() {
        Map<String, Object> settings = settings("127.0.0.1:1");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
                var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            assertThatThrownBy(() -> producer.clientInstanceId(Duration.ZERO))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("no telemetry");
            assertThatThrownBy(() -> consumer.clientInstanceId(Duration.ZERO))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("no metrics are pushed");
        }
    }
}
