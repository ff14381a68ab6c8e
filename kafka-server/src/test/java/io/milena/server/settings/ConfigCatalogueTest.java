package io.milena.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lists of known keys, and what they say about values. */
class ConfigCatalogueTest {

    private final ConfigCatalogue catalogue = ConfigCatalogue.load();

    @Test
    void everyKeyOfTheReferenceIsKnown() {
        assertThat(catalogue.brokerKeys()).hasSize(329 + 5);
        assertThat(catalogue.topicKeys()).hasSize(36);
    }

    @Test
    void everyDefaultIsAllowed() {
        for (KnownKey key : catalogue.brokerKeys()) {
            if (key.defaultValue() != null && !key.defaultValue().isEmpty()) {
                key.check(key.defaultValue());
            }
        }
        catalogue
                .topicKeys()
                .forEach(topic -> topic.key().check(String.valueOf(topic.key().defaultValue())));
    }

    @Test
    void everySynonymIsABrokerKey() {
        assertThat(catalogue.topicKeys())
                .flatExtracting(TopicKey::synonyms)
                .allMatch(synonym -> catalogue.brokerKey(synonym.brokerKey()).isPresent());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retention.ms       | abc            | a whole number of type long
            retention.ms       | -2             | -1 or more
            max.message.bytes  | 3000000000     | a whole number of type int
            cleanup.policy     | compact,delte  | one of compact, delete
            compression.type   | LZ4            | one of uncompressed, zstd, lz4, snappy, gzip, producer
            compression.gzip.level | 0          | from 1 to 9, or -1
            preallocate        | yes            | true or false
            min.cleanable.dirty.ratio | 1.5     | from 0 to 1
            leader.replication.throttled.replicas | 1-2 | a list of partition:broker, or *
            """)
    void aBadValueIsNamedWithKeyValueAndWhatIsAllowed(String key, String value, String allowed) {
        KnownKey known = catalogue.topicKey(key).orElseThrow().key();

        assertThatThrownBy(() -> known.check(value))
                .isInstanceOf(ConfigException.class)
                .hasMessage(key + ": '" + value + "' (expected: " + allowed + ")");
    }

    @Test
    void aPasswordIsNeverShown() {
        assertThat(catalogue.brokerKey("ssl.key.password").orElseThrow().isSensitive())
                .isTrue();
    }

    @Test
    void aMisspeltKeyFindsItsNeighbour() {
        assertThat(catalogue.nearestBrokerKey("log.retention.hour")).contains("log.retention.hours");
        assertThat(catalogue.nearestBrokerKey("Zookeeper.Conect")).contains("zookeeper.connect");
        assertThat(catalogue.nearestBrokerKey("my.own.plugin.setting")).isEmpty();
    }

    @Test
    void brokerSettingsBecomeDefaultsOfTopicsInTheirUnit() {
        Map<String, String> defaults = catalogue.topicDefaults(Map.of(
                "log.retention.hours", "2",
                "log.roll.ms", "5",
                "log.roll.hours", "1",
                "message.max.bytes", "77",
                "broker.id", "1"));

        assertThat(defaults)
                .containsOnly(
                        Map.entry("retention.ms", "7200000"),
                        Map.entry("segment.ms", "5"),
                        Map.entry("max.message.bytes", "77"));
    }

    @Test
    void noLimitStaysNoLimitInEveryUnit() {
        assertThat(catalogue.topicDefaults(Map.of("log.retention.minutes", "-1")))
                .containsEntry("retention.ms", "-1");
    }
}
