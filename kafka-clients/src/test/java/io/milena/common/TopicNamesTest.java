package io.milena.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Legal and illegal names of topics. */
class TopicNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "A.b_c-9", "...", "__consumer_offsets", "-"})
    void ordinaryNamesAreLegal(String name) {
        assertThat(TopicNames.problem(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "a/b", "ä", "a\u0000"})
    void otherNamesAreNotAndTheProblemIsTold(String name) {
        assertThat(TopicNames.problem(name)).startsWith("Topic name is invalid");
    }

    @Test
    void aNameHasAtMost249Characters() {
        assertThat(TopicNames.isLegal("x".repeat(249))).isTrue();
        assertThat(TopicNames.isLegal("x".repeat(250))).isFalse();
    }

    @Test
    void dotsAndUnderscoresAreOneToMetrics() {
        assertThat(TopicNames.collide("a.b", "a_b")).isTrue();
        assertThat(TopicNames.collide("a.b", "a-b")).isFalse();
    }
}
