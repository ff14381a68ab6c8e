package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionHome;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.RequiredAcks;
import io.milena.server.partition.TestBatches;
import io.milena.testing.SeededRandomness;
import io.netty.buffer.ByteBufAllocator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The coordinators of a broker that leads everything, over real logs, on one thread that is the test's. */
final class CoordinatorsHome implements AutoCloseable {

    static final TopicPartition TRANSACTIONS = new TopicPartition(CoordinatorKind.TRANSACTIONS.topic(), 0);
    static final TopicPartition GROUPS = new TopicPartition(CoordinatorKind.GROUPS.topic(), 0);
    static final TopicPartition ORDERS = new TopicPartition("orders", 0);
    static final TopicPartition BILLS = new TopicPartition("bills", 0);

    final PartitionHome home;
    final Coordinators coordinators;
    private final ClusterView cluster = new ClusterView(ClusterImage.empty("test"));
    private final Map<TopicPartition, Integer> epochs;
    private final List<Runnable> work = new ArrayList<>();
    private final Path directory;
    private long nextProducerId;

    CoordinatorsHome(Path directory) {
        this(directory, new HashMap<>(), 1_000);
    }

    private CoordinatorsHome(Path directory, Map<TopicPartition, Integer> epochs, long firstProducerId) {
        this.directory = directory;
        this.epochs = epochs;
        this.nextProducerId = firstProducerId;
        home = new PartitionHome(directory);
        var services = new ShardServices(
                home.partitions::find, cluster, List.of(), work::add, home.loop, ByteBufAllocator.DEFAULT);
        var outside = new Coordinators.Outside(
                (topic, whenDone) -> whenDone.accept(ErrorCode.UNKNOWN_SERVER_ERROR, "not in this test"),
                (onId, onError) -> onId.accept(nextProducerId++),
                broker -> (partition, marker, reply) -> reply.give(ErrorCode.LEADER_NOT_AVAILABLE),
                PartitionHome.SELF.value(),
                new SeededRandomness(3),
                home.registry);
        coordinators = new Coordinators(
                CoordinatorConfig.from(Map.of()),
                services,
                new Coordinators.Lanes(List.of(home.loop), home.loop),
                outside);
    }

    /** Leads the topics of the coordinators, and two of clients. */
    CoordinatorsHome serving() {
        List.of(ORDERS, BILLS, GROUPS, TRANSACTIONS).forEach(this::lead);
        load();
        return this;
    }

    /** This broker leads in a new epoch; shards hear of it and do not load yet. */
    void lead(TopicPartition partition) {
        int epoch = epochs.merge(partition, 1, Integer::sum);
        var id = new Uuid(9, partition.topic().hashCode());
        PartitionImage image = PartitionHome.image(1, epoch, List.of(1), List.of(1));
        home.obey(new ReplicaOrder(partition, id, image, ReplicaOrders.Copy.NEW));
        cluster.publish(cluster.current()
                .edit()
                .put(new TopicImage(partition.topic(), id, List.of(image)))
                .done());
        coordinators.leadershipTaken(partition, epoch);
        run();
    }

    /** Loads that were begun come to their end. */
    void load() {
        List<Runnable> begun = new ArrayList<>(work);
        work.clear();
        begun.forEach(Runnable::run);
        run();
    }

    void run() {
        home.loop.runTasks();
    }

    /** kill -9, and a start on what it left, in the same epochs: what was to be run is not. */
    CoordinatorsHome killed() {
        home.close();
        epochs.replaceAll((partition, epoch) -> epoch - 1);
        return new CoordinatorsHome(directory, epochs, nextProducerId).serving();
    }

    Partition held(TopicPartition partition) {
        return home.held(partition);
    }

    /** Appends to {@link #ORDERS} wait from now on, behind one that waits for its disk. */
    void stallDisks() {
        home.stallDisks();
        held(ORDERS)
                .appendLater(
                        TestBatches.batch(1, "holds up others").retain(),
                        TestBatches.terms(RequiredAcks.LEADER),
                        null,
                        outcome -> {});
    }

    @Override
    public void close() {
        coordinators.stop();
        run();
        home.close();
    }
}
