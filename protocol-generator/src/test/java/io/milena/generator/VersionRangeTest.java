package io.milena.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of versions as the schemas write them. */
class VersionRangeTest {

    @Test
    void readsAllForms() {
        assertThat(VersionRange.parse("3")).isEqualTo(new VersionRange(3, 3));
        assertThat(VersionRange.parse("0-12")).isEqualTo(new VersionRange(0, 12));
        assertThat(VersionRange.parse("9+")).isEqualTo(new VersionRange(9, VersionRange.OPEN));
        assertThat(VersionRange.parse("none").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1-", "-1", "1-0", "1+2", "99999"})
    void refusesAllElse(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> VersionRange.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "0-12", "9+", "none"})
    void writesWhatItReads(String text) {
        assertThat(VersionRange.parse(text)).hasToString(text);
    }

    @Test
    void intersectionHoldsWhatBothHold() {
        var both = VersionRange.parse("2-8").intersect(VersionRange.parse("5+"));

        assertThat(both).isEqualTo(new VersionRange(5, 8));
        assertThat(VersionRange.parse("0-1").intersect(VersionRange.parse("5+")).isEmpty())
                .isTrue();
    }
}
