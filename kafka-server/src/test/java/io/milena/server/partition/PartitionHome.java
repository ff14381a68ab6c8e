package io.milena.server.partition;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.BrokerId;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.storage.DirectoryOwner;
import io.milena.storage.LogConfig;
import io.milena.storage.LogManager;
import io.milena.storage.LogManagerConfig;
import io.milena.storage.ProducerExpiryConfig;
import io.milena.storage.StorageServices;
import io.milena.storage.files.NioFileStore;
import io.milena.testing.SeededRandomness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Partitions of broker 1 over real logs in a directory, with a controller that is the test. */
public final class PartitionHome implements AutoCloseable {

    public static final TopicPartition ORDERS = new TopicPartition("orders", 0);
    public static final Uuid ORDERS_ID = new Uuid(7, 7);
    public static final BrokerId SELF = new BrokerId(1);

    public final ManualLoop loop = new ManualLoop();
    public final MetricRegistry registry = new MetricRegistry();
    public final List<InSyncProposals.Proposal> proposals = new ArrayList<>();
    public final List<String> leadership = new ArrayList<>();
    public final LogManager logs;
    public final Partitions partitions;
    private final Map<String, String> topicConfig = new HashMap<>();
    private final List<Runnable> stalled = new ArrayList<>();
    private boolean disksStall;

    public PartitionHome(Path... directories) {
        var services = new StorageServices(
                new NioFileStore(), loop, new SeededRandomness(11), loop, dir -> this::onDisk, Runnable::run, registry);
        var intervals = new LogManagerConfig.Intervals(30_000, 300_000, 60_000, 60_000, 1_000);
        var memory = new LogManagerConfig.Memory(1 << 20, 256 << 20, 64 << 20);
        logs = LogManager.open(
                new LogManagerConfig(
                        List.of(directories), 1, intervals, memory, new ProducerExpiryConfig(86_400_000, 600_000)),
                services,
                new DirectoryOwner(SELF.value(), "TRoVM4HrSCWm3UWZndUwJA"),
                this::config,
                (failed, names) -> {});
        partitions = new Partitions(
                logs,
                this::config,
                new Leadership(),
                new PartitionServices(SELF, loop, proposals::add, new PartitionMetrics(registry)),
                Runnable::run);
        partitions.metrics().showPartitions(Runnable::run);
    }

    private void onDisk(Runnable task) {
        if (disksStall) {
            stalled.add(task);
        } else {
            loop.execute(task);
        }
    }

    /** From now on nothing that takes a disk is done. */
    public void stallDisks() {
        disksStall = true;
    }

    /** What was to be done meanwhile is done by the loop. */
    public void freeDisks() {
        disksStall = false;
        stalled.forEach(loop::execute);
        stalled.clear();
    }

    /** Of what was to be done, only the last thing is, and what follows from it on the loop. */
    public void freeLast() {
        stalled.remove(stalled.size() - 1).run();
        loop.runTasks();
    }

    /** Sets a setting of all topics; {@link Partitions#updateConfig} takes it to open logs. */
    public PartitionHome with(String key, Object value) {
        topicConfig.put(key, value.toString());
        return this;
    }

    private LogConfig config(String topic) {
        return LogConfig.from(Map.of(), topicConfig);
    }

    /** State of partition 0 under this leader, epoch 0 unless given. */
    public static PartitionImage image(int leader, int leaderEpoch, List<Integer> replicas, List<Integer> inSync) {
        return new PartitionImage(0, leader, leaderEpoch, replicas, inSync, leaderEpoch, PartitionImage.Moves.NONE);
    }

    /** This broker alone leads {@code partition}. */
    public Partition lead(TopicPartition partition, Uuid topicId) {
        var alone =
                new PartitionImage(partition.partition(), 1, 0, List.of(1), List.of(1), 0, PartitionImage.Moves.NONE);
        obey(new ReplicaOrder(partition, topicId, alone, ReplicaOrders.Copy.NEW));
        return held(partition);
    }

    /** This broker alone leads {@link #ORDERS}. */
    public Partition leadOrders() {
        return lead(ORDERS, ORDERS_ID);
    }

    public OrdersOutcome obey(ReplicaOrder order) {
        return partitions.obey(new ReplicaOrders(1, 1, List.of(order)));
    }

    public Partition held(TopicPartition partition) {
        Partition held = partitions.find(partition);
        if (held == null) {
            throw new AssertionError(partition + " is not here");
        }
        return held;
    }

    @Override
    public void close() {
        logs.close();
    }

    /** Notes what it hears. */
    private final class Leadership implements LeadershipListener {

        @Override
        public void leadershipTaken(TopicPartition partition, int leaderEpoch) {
            leadership.add("took " + partition + " in " + leaderEpoch);
        }

        @Override
        public void leadershipLost(TopicPartition partition) {
            leadership.add("lost " + partition);
        }
    }
}
