package io.milena.server.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.Uuid;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Images change by copy: what someone holds stays as it was. */
class ClusterImageTest {

    private static final Uuid FIRST_ID = new Uuid(1, 2);
    private static final Uuid SECOND_ID = new Uuid(3, 4);

    private static TopicImage topic(String name, Uuid id, int partitions) {
        return new TopicImage(
                name,
                id,
                IntStream.range(0, partitions)
                        .mapToObj(
                                p -> new PartitionImage(p, 1, 0, List.of(1), List.of(1), 0, PartitionImage.Moves.NONE))
                        .toList());
    }

    @Test
    void anEditLeavesTheImageItCameFromUntouched() {
        ClusterImage before =
                ClusterImage.empty("c").edit().put(topic("a", FIRST_ID, 2)).done();

        ClusterImage after =
                before.edit().put(topic("b", SECOND_ID, 1)).controller(1).done();

        assertThat(before.topics()).containsOnlyKeys("a");
        assertThat(before.controllerId()).isEqualTo(ClusterImage.NO_CONTROLLER);
        assertThat(after.topics()).containsOnlyKeys("a", "b");
        assertThat(after.topic("a")).isSameAs(before.topic("a"));
        assertThat(after.topic(SECOND_ID)).isSameAs(after.topic("b"));
    }

    @Test
    void aTopicCreatedAgainAnswersToItsNewIdOnly() {
        ClusterImage before =
                ClusterImage.empty("c").edit().put(topic("a", FIRST_ID, 1)).done();

        ClusterImage after = before.edit().put(topic("a", SECOND_ID, 1)).done();

        assertThat(after.topic(FIRST_ID)).isNull();
        assertThat(after.topic(SECOND_ID)).isNotNull();
        assertThat(after.edit().removeTopic("a").done().topicNames()).isEmpty();
    }

    @Test
    void unknownTopicsAndPartitionsAreNull() {
        ClusterImage image =
                ClusterImage.empty("c").edit().put(topic("a", Uuid.ZERO, 1)).done();

        assertThat(image.topic("b")).isNull();
        assertThat(image.topic(Uuid.ZERO)).isNull();
        assertThat(image.partition("a", 1)).isNull();
        assertThat(image.partition("a", -1)).isNull();
        assertThat(image.partition("a", 0)).isNotNull();
    }

    @Test
    void brokersComeInOrderOfTheirIds() {
        ClusterImage image = ClusterImage.empty("c")
                .edit()
                .put(new BrokerImage(10, 5, new TreeMap<>(), null))
                .put(new BrokerImage(2, 6, new TreeMap<>(), "rack"))
                .done();

        assertThat(image.brokers().keySet()).containsExactly(2, 10);
        assertThat(image.edit().removeBroker(2).done().brokers()).containsOnlyKeys(10);
    }

    @Test
    void partitionsMustStandAtTheirPlace() {
        var second = new PartitionImage(1, 1, 0, List.of(1), List.of(1), 0, PartitionImage.Moves.NONE);

        assertThatThrownBy(() -> new TopicImage("a", FIRST_ID, List.of(second)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition 1 at place 0");
    }
}
