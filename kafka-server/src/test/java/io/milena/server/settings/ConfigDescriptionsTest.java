package io.milena.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an operator is told about a setting. */
class ConfigDescriptionsTest {

    private final ConfigDescriptions descriptions = new ConfigDescriptions(
            ConfigCatalogue.load(), Map.of("log.retention.hours", "5", "ssl.key.password", "secret", "broker.id", "3"));

    private static ConfigEntry find(List<ConfigEntry> entries, String name) {
        return entries.stream()
                .filter(entry -> entry.key().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTopicsOwnValueWinsAndTheOthersAreStillNamed() {
        ConfigEntry entry = find(descriptions.topic(Map.of("retention.ms", "100")), "retention.ms");

        assertThat(entry.value()).isEqualTo("100");
        assertThat(entry.source()).isEqualTo(ConfigSource.DYNAMIC_TOPIC_CONFIG);
        assertThat(entry.synonyms())
                .containsExactly(
                        new ConfigEntry.Synonym("retention.ms", "100", ConfigSource.DYNAMIC_TOPIC_CONFIG),
                        new ConfigEntry.Synonym("log.retention.hours", "5", ConfigSource.STATIC_BROKER_CONFIG));
    }

    @Test
    void withoutItsOwnValueATopicFollowsTheBrokerInTheTopicsUnit() {
        ConfigEntry entry = find(descriptions.topic(Map.of()), "retention.ms");

        assertThat(entry.value()).isEqualTo("18000000");
        assertThat(entry.source()).isEqualTo(ConfigSource.STATIC_BROKER_CONFIG);
    }

    @Test
    void aDefaultIsCalledOne() {
        ConfigEntry entry = find(descriptions.topic(Map.of()), "segment.bytes");

        assertThat(entry.value()).isEqualTo("1073741824");
        assertThat(entry.synonyms())
                .containsExactly(
                        new ConfigEntry.Synonym("log.segment.bytes", "1073741824", ConfigSource.DEFAULT_CONFIG));
    }

    @Test
    void aSecretOfTheBrokerIsNeverTold() {
        ConfigEntry entry = find(descriptions.broker(), "ssl.key.password");

        assertThat(entry.value()).isNull();
        assertThat(entry.synonyms()).allMatch(synonym -> synonym.value() == null);
    }

    @Test
    void aBrokersSettingsSayWhetherTheyMayChange() {
        assertThat(find(descriptions.broker(), "broker.id").readOnly()).isTrue();
        assertThat(find(descriptions.broker(), "log.cleaner.threads").readOnly())
                .isFalse();
        assertThat(find(descriptions.broker(), "broker.id").synonyms())
                .extracting(ConfigEntry.Synonym::value)
                .containsExactly("3", "-1");
    }
}
