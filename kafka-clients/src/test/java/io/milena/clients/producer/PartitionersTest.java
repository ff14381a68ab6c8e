package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Cluster;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which partitions the choices take that an application can name: a key changes nothing for any of them. */
class PartitionersTest {

    private static final String TOPIC = "t";
    private static final byte[] KEY = {7};
    private static final Node NODE = new Node(1, "one", 9092, null);
    private static final Node[] REPLICAS = {NODE};

    private static Cluster cluster(boolean... led) {
        List<PartitionInfo> partitions = IntStream.range(0, led.length)
                .mapToObj(id -> new PartitionInfo(TOPIC, id, led[id] ? NODE : null, REPLICAS, REPLICAS))
                .toList();
        return new Cluster("id", List.of(NODE), partitions, Set.of(), Set.of(), NODE);
    }

    private static int choice(Partitioner partitioner, Cluster cluster) {
        return partitioner.partition(TOPIC, "key", KEY, null, null, cluster);
    }

    private static List<Integer> choices(Partitioner partitioner, Cluster cluster, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> choice(partitioner, cluster))
                .toList();
    }

    /** Each batch of the sticky one ends with its record. */
    @ParameterizedTest
    @ValueSource(classes = {RoundRobinPartitioner.class, RandomPartitioner.class, UniformStickyPartitioner.class})
    void partitionsWithoutALeaderAreTakenOnlyIfAllAreSo(Class<? extends Partitioner> type)
            throws ReflectiveOperationException {
        Partitioner partitioner = type.getConstructor().newInstance();
        partitioner.configure(Map.of());

        assertThat(taken(partitioner, cluster(true, false, true))).containsExactlyInAnyOrder(0, 2);
        assertThat(taken(partitioner, cluster(false, false, false))).containsExactlyInAnyOrder(0, 1, 2);
    }

    private static Set<Integer> taken(Partitioner partitioner, Cluster cluster) {
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            int partition = choice(partitioner, cluster);
            taken.add(partition);
            partitioner.onNewBatch(TOPIC, cluster, partition);
        }
        return taken;
    }

    @Test
    void partitionsAreTakenInTurn() {
        assertThat(choices(new RoundRobinPartitioner(), cluster(true, true, true), 7))
                .containsExactly(0, 1, 2, 0, 1, 2, 0);
    }

    @Test
    void chanceSpreadsEvenlyAndCanBeRepeated() {
        Cluster cluster = cluster(true, true, true, true);
        var one = new RandomPartitioner();
        var other = new RandomPartitioner();
        one.configure(Map.of(RandomPartitioner.SEED_CONFIG, 42L));
        other.configure(Map.of(RandomPartitioner.SEED_CONFIG, "42"));

        List<Integer> choices = choices(one, cluster, 4_000);

        assertThat(choices(other, cluster, 4_000)).isEqualTo(choices);
        for (int id = 0; id < 4; id++) {
            int partition = id;
            assertThat(choices.stream().filter(chosen -> chosen == partition)).hasSizeBetween(900, 1_100);
        }
    }

    @Test
    void aStickyOneStaysUntilItsBatchIsFull() {
        Cluster cluster = cluster(true, true, true);
        var sticky = new UniformStickyPartitioner();
        int first = choice(sticky, cluster);
        assertThat(choices(sticky, cluster, 20)).containsOnly(first);

        sticky.onNewBatch(TOPIC, cluster, first);
        int second = choice(sticky, cluster);
        // Another thread may have filled the batch of the partition that was left already.
        sticky.onNewBatch(TOPIC, cluster, first);

        assertThat(second).isNotEqualTo(first);
        assertThat(choices(sticky, cluster, 20)).containsOnly(second);
    }

    @Test
    void aStickyOneLeavesAPartitionThatATopicMadeAnewNoLongerHas() {
        Cluster before = cluster(true, true, true);
        var sticky = new UniformStickyPartitioner();
        while (choice(sticky, before) != 2) {
            sticky.onNewBatch(TOPIC, before, choice(sticky, before));
        }

        assertThat(choices(sticky, cluster(true, true), 20)).containsAnyOf(0, 1).doesNotContain(2);
    }
}
