package io.milena.testkit;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.BrokerId;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.SystemTime;
import io.milena.common.time.Time;
import io.milena.server.api.ApiDispatcher;
import io.milena.server.api.ApiTable;
import io.milena.server.api.DataApis;
import io.milena.server.api.DataConfig;
import io.milena.server.api.DataServices;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.network.EventLoops;
import io.milena.server.network.ListenerConfig;
import io.milena.server.network.NetworkConfig;
import io.milena.server.network.NetworkMetrics;
import io.milena.server.network.NetworkServer;
import io.milena.server.partition.LeadershipListener;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionMetrics;
import io.milena.server.partition.PartitionServices;
import io.milena.server.partition.Partitions;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.storage.DirectoryOwner;
import io.milena.storage.GatedFileStore;
import io.milena.storage.LogConfig;
import io.milena.storage.LogDirState;
import io.milena.storage.LogManager;
import io.milena.storage.LogManagerConfig;
import io.milena.storage.StorageServices;
import io.milena.testing.SeededRandomness;
import io.milena.testing.ThreadScheduler;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The data path of a broker in this JVM, behind real sockets and over two log directories whose calls the test holds
 * up or has fail. There is no controller: the test says what is led. Confined to the test's thread.
 */
public final class GatedBroker implements AutoCloseable {

    private static final String LISTENER = "PLAINTEXT";
    private static final BrokerId SELF = new BrokerId(1);
    private static final long MEMORY_BYTES = 256 << 20;
    private static final int DISK_THREADS = 32;
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    private final GatedFileStore disk = new GatedFileStore();
    private final MetricRegistry registry = new MetricRegistry();
    private final ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService others = Executors.newCachedThreadPool();
    private final List<ExecutorService> disks = new ArrayList<>();
    private final Map<String, Map<String, String>> configs = new ConcurrentHashMap<>();
    private final List<Path> directories;
    private final LogManager logs;
    private final Partitions partitions;
    private final EventLoops loops;
    private final NetworkServer server;

    /** One with its directories under {@code root}, and so many event loops. */
    public GatedBroker(Path root, int loopCount) {
        Time time = new SystemTime();
        var random = new SeededRandomness(3);
        directories = List.of(root.resolve("one"), root.resolve("two"));
        String names = directories.get(0) + "," + directories.get(1);
        var services = new StorageServices(
                disk.files(), time, random, new ThreadScheduler(background), this::threadsOf, others, registry);
        logs = LogManager.open(
                LogManagerConfig.from(Map.of("log.dirs", names), MEMORY_BYTES),
                services,
                new DirectoryOwner(SELF.value(), "TRoVM4HrSCWm3UWZndUwJA"),
                this::config,
                (directory, failed) -> partitions().directoryFailed(directory, failed));
        partitions = new Partitions(
                logs,
                this::config,
                new NoCoordinators(),
                new PartitionServices(SELF, time, proposal -> {}, new PartitionMetrics(registry)),
                background::execute);
        var table = new ApiTable();
        DataApis.serve(
                table,
                new DataServices(
                        DataConfig.from(Map.of(), MEMORY_BYTES),
                        partitions,
                        new ClusterView(ClusterImage.empty("test")),
                        (transactionalId, producer, partition, reply) -> reply.give(ErrorCode.NOT_COORDINATOR),
                        others,
                        time,
                        random,
                        registry));
        var metrics = new NetworkMetrics(registry);
        loops = EventLoops.start(
                loopCount, (threads, handlers) -> new MultiThreadIoEventLoopGroup(threads, others, handlers), time);
        server = new NetworkServer(
                NetworkConfig.from(Map.of(), MEMORY_BYTES),
                new ApiDispatcher(table, metrics.requests()),
                metrics,
                time);
        open();
    }

    private Executor threadsOf(Path directory) {
        ExecutorService threads = Executors.newFixedThreadPool(DISK_THREADS);
        disks.add(threads);
        return threads;
    }

    private void open() {
        try {
            server.bind(List.of(new ListenerConfig(LISTENER, "127.0.0.1", 0)), loops);
            server.accept();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Partitions partitions() {
        return partitions;
    }

    private LogConfig config(String topic) {
        return LogConfig.from(Map.of(), configs.getOrDefault(topic, Map.of()));
    }

    public GatedFileStore disk() {
        return disk;
    }

    public MetricRegistry registry() {
        return registry;
    }

    /** Leads partition 0 of {@code topic}, in the first of the directories that have the fewest partitions. */
    public Partition lead(String topic, Map<String, String> settings) {
        configs.put(topic, settings);
        var name = new TopicPartition(topic, 0);
        var image = new PartitionImage(0, SELF.value(), 0, List.of(1), List.of(1), 0, PartitionImage.Moves.NONE);
        partitions.obey(new ReplicaOrders(
                1, 1, List.of(new ReplicaOrder(name, new Uuid(1, topic.hashCode()), image, ReplicaOrders.Copy.NEW))));
        Partition held = partitions.find(name);
        if (held == null) {
            throw new AssertionError(topic + " is not led");
        }
        return held;
    }

    /** The first segment of partition 0 of {@code topic}, in that directory of the two. */
    public Path firstSegment(int directory, String topic) {
        return directories.get(directory).resolve(topic + "-0").resolve("00000000000000000000.log");
    }

    /** Whether that directory of the two serves. */
    public boolean isOnline(int directory) {
        return logs.directories().get(directories.get(directory)) == LogDirState.ONLINE;
    }

    /** Waits so long for an answer. */
    public WireClient connect(Duration patience) {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.boundPort(LISTENER));
        return WireClient.connect(address, (int) patience.toMillis());
    }

    @Override
    public void close() {
        disk.openAll();
        server.stop(LONGEST_STOP);
        loops.stop(LONGEST_STOP);
        logs.close();
        background.shutdown();
        others.shutdown();
        disks.forEach(ExecutorService::shutdown);
    }

    /** Nobody wants to know who leads. */
    private static final class NoCoordinators implements LeadershipListener {

        @Override
        public void leadershipTaken(TopicPartition partition, int leaderEpoch) {}

        @Override
        public void leadershipLost(TopicPartition partition) {}
    }
}
