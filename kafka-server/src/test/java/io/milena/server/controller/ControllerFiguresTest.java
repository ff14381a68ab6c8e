package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What operators are shown of a cluster in which some partitions are not led as they should be. */
class ControllerFiguresTest {

    private static PartitionImage partition(int index, int leader, List<Integer> replicas) {
        return new PartitionImage(index, leader, 0, replicas, replicas, 0, PartitionImage.Moves.NONE);
    }

    private static BrokerImage broker(int id) {
        return new BrokerImage(id, id, new TreeMap<>(), null);
    }

    @Test
    void partitionsAreOfflineWithoutALiveLeaderAndImbalancedWithoutThePreferredOne() {
        var preferred = partition(0, 1, List.of(1, 2));
        var other = partition(1, 2, List.of(1, 2));
        var dead = partition(2, 3, List.of(3));
        var none = partition(3, PartitionImage.NO_LEADER, List.of(3));
        ClusterImage cluster = ClusterImage.empty("c")
                .edit()
                .put(broker(1))
                .put(broker(2))
                .put(new TopicImage("t", Uuid.ZERO, List.of(preferred, other, dead, none)))
                .done();

        var figures = new ControllerFigures(1, cluster, 0, 0);

        assertThat(figures.brokers()).isEqualTo(2);
        assertThat(figures.topics()).isOne();
        assertThat(figures.partitions()).isEqualTo(4);
        assertThat(figures.offlinePartitions()).isEqualTo(2);
        assertThat(figures.preferredReplicaImbalances()).isEqualTo(2);
    }

    @Test
    void replicasOfTopicsThatAreBeingDeletedAreCounted() {
        var state = new ClusterState("c", 1);
        var partitions = List.of(partition(0, 1, List.of(1, 2)), partition(1, 1, List.of(1)));

        state.deletionBegan(new TopicImage("t", Uuid.ZERO, partitions));
        ControllerFigures during = state.figures();
        state.deletionEnded("t");

        assertThat(during.topicsToDelete()).isOne();
        assertThat(during.replicasToDelete()).isEqualTo(3);
        assertThat(state.figures().topicsToDelete()).isZero();
        assertThat(state.figures().replicasToDelete()).isZero();
    }
}
