package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.EndpointImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.partition.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Finding coordinators, and making the topics that say who they are. */
class CoordinatorTopicsTest {

    private static final String LISTENER = "PLAINTEXT";

    private final ClusterView cluster = new ClusterView(ClusterImage.empty("test"));
    private final List<BiConsumer<ErrorCode, String>> creations = new ArrayList<>();
    private final List<ErrorCode> told = new ArrayList<>();
    private final CoordinatorTopics topics = new CoordinatorTopics(
            cluster,
            (topic, whenDone) -> creations.add(whenDone),
            new ManualLoop(),
            Map.of(
                    CoordinatorKind.GROUPS,
                    new CoordinatorTopic(CoordinatorKind.GROUPS.topic(), 2, 1, new TreeMap<>())));

    private void brokerJoins() {
        var endpoints = new TreeMap<String, EndpointImage>();
        endpoints.put(LISTENER, new EndpointImage(LISTENER, LISTENER, "one.example", 9093));
        cluster.publish(cluster.current()
                .edit()
                .put(new BrokerImage(1, 1, endpoints, null))
                .done());
    }

    private void topicIsThere(int... leaders) {
        List<PartitionImage> partitions = new ArrayList<>();
        for (int leader : leaders) {
            partitions.add(new PartitionImage(
                    partitions.size(), leader, 0, List.of(1), List.of(1), 0, PartitionImage.Moves.NONE));
        }
        var topic = new TopicImage(CoordinatorKind.GROUPS.topic(), Uuid.ZERO, partitions);
        cluster.publish(cluster.current().edit().put(topic).done());
    }

    @Test
    void theTopicIsMadeOnceForAllWhoAsk() {
        brokerJoins();
        topics.ensure(CoordinatorKind.GROUPS, told::add);
        topics.ensure(CoordinatorKind.GROUPS, told::add);
        assertThat(creations).hasSize(1);

        topicIsThere(1, 1);
        creations.get(0).accept(ErrorCode.NONE, "");
        topics.ensure(CoordinatorKind.GROUPS, told::add);

        assertThat(told).containsExactly(ErrorCode.NONE, ErrorCode.NONE, ErrorCode.NONE);
        assertThat(creations).hasSize(1);
    }

    @Test
    void tooFewBrokersMakeNoTopic() {
        topics.ensure(CoordinatorKind.GROUPS, told::add);

        assertThat(creations).isEmpty();
        assertThat(told).containsExactly(ErrorCode.COORDINATOR_NOT_AVAILABLE);
    }

    @Test
    void aTopicThatCannotBeMadeIsTriedAgainWithTheNextWhoAsks() {
        brokerJoins();
        topics.ensure(CoordinatorKind.GROUPS, told::add);
        creations.get(0).accept(ErrorCode.REQUEST_TIMED_OUT, "in time");

        topics.ensure(CoordinatorKind.GROUPS, told::add);

        assertThat(creations).hasSize(2);
        assertThat(told).containsExactly(ErrorCode.COORDINATOR_NOT_AVAILABLE);
    }

    @Test
    void theLeaderOfTheKeysPartitionCoordinatesIt() {
        brokerJoins();
        topicIsThere(PartitionImage.NO_LEADER, 1);

        assertThat(topics.locate(CoordinatorKind.GROUPS, "a", LISTENER))
                .isEqualTo(new CoordinatorPlace(ErrorCode.NONE, 1, "one.example", 9093));
        assertThat(topics.locate(CoordinatorKind.GROUPS, "b", LISTENER).error())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(topics.locate(CoordinatorKind.GROUPS, "a", "OTHER").error())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(topics.locate(CoordinatorKind.TRANSACTIONS, "a", LISTENER).error())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
    }

    @Test
    void aKeyWhoseHashHasNoAbsoluteValueBelongsToTheFirstPartition() {
        String smallestHash = "polygenelubricants";
        assertThat(smallestHash.hashCode()).isEqualTo(Integer.MIN_VALUE);

        assertThat(ShardMap.partitionOf(smallestHash, 50)).isZero();
        assertThat(ShardMap.partitionOf("group", 50)).isEqualTo(Math.abs("group".hashCode()) % 50);
    }
}
