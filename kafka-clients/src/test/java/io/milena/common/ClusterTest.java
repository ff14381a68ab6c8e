package io.milena.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A cluster answers by topic, by partition and by broker. */
class ClusterTest {

    private static final Node ONE = new Node(1, "one", 9092, null);
    private static final Node TWO = new Node(2, "two", 9092, "rack");
    private static final Node[] BOTH = {ONE, TWO};

    private final PartitionInfo led = new PartitionInfo("t", 0, TWO, BOTH, BOTH);
    private final PartitionInfo orphan = new PartitionInfo("t", 1, null, BOTH, new Node[0], BOTH);
    private final Cluster cluster = new Cluster("id", List.of(ONE, TWO), List.of(led, orphan), Set.of(), Set.of(), ONE);

    @Test
    void whatIsKnownIsFound() {
        assertThat(cluster.partitionsForTopic("t")).containsExactly(led, orphan);
        assertThat(cluster.availablePartitionsForTopic("t")).containsExactly(led);
        assertThat(cluster.partitionsForNode(2)).containsExactly(led);
        assertThat(cluster.leaderFor(new TopicPartition("t", 0))).isEqualTo(TWO);
        assertThat(cluster.partitionCountForTopic("t")).isEqualTo(2);
        assertThat(cluster.nodeById(1)).isEqualTo(cluster.controller());
    }

    @Test
    void whatIsNotKnownIsEmptyOrNull() {
        assertThat(cluster.partitionsForTopic("other")).isEmpty();
        assertThat(cluster.availablePartitionsForTopic("other")).isEmpty();
        assertThat(cluster.partitionCountForTopic("other")).isNull();
        assertThat(cluster.leaderFor(new TopicPartition("t", 1))).isNull();
        assertThat(Cluster.empty().nodes()).isEmpty();
    }

    @Test
    void aPartitionSaysWhereItLies() {
        assertThat(orphan)
                .hasToString("Partition(topic = t, partition = 1, leader = none, replicas = [1,2], isr = [], "
                        + "offlineReplicas = [1,2])");
    }
}
