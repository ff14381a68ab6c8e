package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import io.milena.server.settings.ConfigCatalogue;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What stops the start, what is reported, and what passes in silence. */
class SettingsCheckTest {

    private final SettingsCheck check = new SettingsCheck(ConfigCatalogue.load(), KeySupport.load());

    @Test
    void aServedSettingPassesInSilence() {
        assertThat(check.check(Map.of("log.retention.hours", "5", "broker.id", "1")))
                .isEmpty();
    }

    @Test
    void anUnknownSettingIsReportedWithItsNearestNeighbour() {
        assertThat(check.check(Map.of("log.retention.hour", "5")))
                .containsExactly("log.retention.hour is not a setting of the broker; is log.retention.hours meant?");
        assertThat(check.check(Map.of("my.plugin.setting", "5")))
                .containsExactly("my.plugin.setting is not a setting of the broker");
    }

    @Test
    void aSettingWithoutEffectIsReportedUnlessItIsTheDefault() {
        assertThat(check.check(Map.of("background.threads", "3")))
                .containsExactly("background.threads=3 has no effect in this version");
        assertThat(check.check(Map.of("background.threads", "10"))).isEmpty();
    }

    @Test
    void aSecuredConfigurationNeverStartsAnOpenBroker() {
        assertThatThrownBy(
                        () -> check.check(Map.of("authorizer.class.name", "kafka.security.authorizer.AclAuthorizer")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "authorizer.class.name: 'kafka.security.authorizer.AclAuthorizer' is not supported");
        assertThatThrownBy(() -> check.check(Map.of("listener.name.outside.ssl.client.auth", "required")))
                .isInstanceOf(ConfigException.class);
        assertThat(check.check(Map.of("authorizer.class.name", ""))).isEmpty();
    }

    @Test
    void aSecretIsNotShownWhenItIsRefused() {
        assertThatThrownBy(() -> check.check(Map.of("ssl.key.password", "hush")))
                .hasMessageContaining("(hidden)")
                .hasMessageNotContaining("hush");
    }

    @Test
    void aBadValueStopsTheStart() {
        assertThatThrownBy(() -> check.check(Map.of("num.partitions", "0")))
                .hasMessage("num.partitions: '0' (expected: 1 or more)");
    }
}
