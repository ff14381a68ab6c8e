package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.errors.InvalidConfigurationException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no subscription is refused when it is made, and leaves everything as it was. */
class SubscribingTest {

    /** A call that cannot be meant. */
    private record Wrong(String name, Consumer<KafkaConsumer<String, String>> call) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Wrong> wrong() {
        return Stream.of(
                new Wrong("null topics", consumer -> consumer.subscribe((Collection<String>) null)),
                new Wrong("a null topic", consumer -> consumer.subscribe(Arrays.asList("a", null))),
                new Wrong("a blank topic", consumer -> consumer.subscribe(List.of(" "))),
                new Wrong("a null listener", consumer -> consumer.subscribe(List.of("a"), null)),
                new Wrong("a null pattern", consumer -> consumer.subscribe((Pattern) null)),
                new Wrong("an empty pattern", consumer -> consumer.subscribe(Pattern.compile(""))),
                new Wrong("null partitions", consumer -> consumer.assign(null)),
                new Wrong("a null partition", consumer -> consumer.assign(Arrays.asList((TopicPartition) null))),
                new Wrong("no topic", consumer -> consumer.assign(List.of(new TopicPartition(null, 0)))),
                new Wrong("null to the beginning", consumer -> consumer.seekToBeginning(null)),
                new Wrong("null to the end", consumer -> consumer.seekToEnd(null)));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatCannotBeMeantIsRefusedAndSubscribesToNothing(Wrong wrong) {
        var floor = new FakeFloor(Map.of(ConsumerConfig.GROUP_ID_CONFIG, "group"));
        KafkaConsumer<String, String> consumer = floor.consumer();

        assertThatThrownBy(() -> wrong.call().accept(consumer)).isInstanceOf(IllegalArgumentException.class);

        assertThat(consumer.subscription()).isEmpty();
        assertThatThrownBy(() -> consumer.poll(Duration.ZERO)).isInstanceOf(IllegalStateException.class);
        consumer.close(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a/b", "a b"})
    void aGroupInstanceIdThatBrokersRefuseIsRefusedAtOnce(String id) {
        Map<String, Object> settings = Map.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, id);

        assertThatThrownBy(() -> new FakeFloor(settings))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("249");
    }

    @Test
    void aGroupInstanceIdMayBeAsLongAsATopicsName() {
        assertThat(new FakeFloor(Map.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "a-" + "b".repeat(247))))
                .isNotNull();
        assertThatThrownBy(() -> new FakeFloor(Map.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "b".repeat(250))))
                .isInstanceOf(InvalidConfigurationException.class);
    }
}
