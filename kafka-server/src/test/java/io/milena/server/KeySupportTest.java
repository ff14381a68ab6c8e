package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.settings.ConfigCatalogue;
import io.milena.server.settings.KnownKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings are served, ignored and refused. */
class KeySupportTest {

    private final KeySupport support = KeySupport.load();
    private final ConfigCatalogue catalogue = ConfigCatalogue.load();

    @Test
    void everyRuleNamesAKnownKey() {
        assertThat(support.patterns())
                .allMatch(pattern -> catalogue.brokerKeys().stream()
                        .map(KnownKey::name)
                        .anyMatch(name -> pattern.endsWith("*")
                                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                                : name.equals(pattern)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "authorizer.class.name",
                "ssl.keystore.location",
                "sasl.enabled.mechanisms",
                "sasl.jaas.config",
                "create.topic.policy.class.name",
                "metric.reporters",
                "process.roles",
                "zookeeper.set.acl",
                "zookeeper.ssl.client.enable",
                "remote.log.storage.system.enable"
            })
    void whatSecuresOrExtendsTheBrokerIsNeverIgnored(String key) {
        assertThat(support.verdict(key)).isEqualTo(KeySupport.Verdict.REFUSED);
    }
}
