package io.milena.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import io.milena.server.settings.ConfigEdit.Operation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What edits make of a topic's settings (KIP-339). */
class TopicConfigRulesTest {

    private final TopicConfigRules rules = new TopicConfigRules(ConfigCatalogue.load());

    @Test
    void setAndDeleteWorkOnAnySetting() {
        Map<String, String> next = rules.edited(
                Map.of("retention.ms", "1", "segment.bytes", "100"),
                List.of(
                        new ConfigEdit("retention.ms", Operation.DELETE, null),
                        new ConfigEdit("segment.bytes", Operation.SET, "200")));

        assertThat(next).containsOnly(Map.entry("segment.bytes", "200"));
    }

    @Test
    void listsAreExtendedFromTheirDefaultAndNeverHoldAnElementTwice() {
        var append = new ConfigEdit("cleanup.policy", Operation.APPEND, "compact");

        Map<String, String> once = rules.edited(Map.of(), List.of(append));
        Map<String, String> twice = rules.edited(once, List.of(append));

        assertThat(once).containsEntry("cleanup.policy", "delete,compact");
        assertThat(twice).isEqualTo(once);
        assertThat(rules.edited(twice, List.of(new ConfigEdit("cleanup.policy", Operation.SUBTRACT, "delete"))))
                .containsEntry("cleanup.policy", "compact");
    }

    @Test
    void whatCannotBeEditedIsRefusedAsAWhole() {
        assertThatThrownBy(() -> rules.edited(Map.of(), List.of(new ConfigEdit("nosuch", Operation.SET, "1"))))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Unknown topic config name: nosuch");
        assertThatThrownBy(() -> rules.edited(Map.of(), List.of(new ConfigEdit("retention.ms", Operation.APPEND, "1"))))
                .hasMessageContaining("not a list");
        assertThatThrownBy(() -> rules.edited(Map.of(), List.of(new ConfigEdit("retention.ms", Operation.SET, null))))
                .hasMessageContaining("expected: a value");
        assertThatThrownBy(() -> rules.edited(Map.of(), List.of(new ConfigEdit("retention.ms", Operation.SET, "x"))))
                .hasMessageContaining("retention.ms: 'x'");
    }
}
