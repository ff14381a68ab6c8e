package io.milena.compat.peer;

import io.milena.admin.Admin;
import io.milena.admin.AdminClientConfig;
import io.milena.common.TopicPartitionInfo;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.BrokerProcess.Kind;
import io.milena.testkit.Ensemble;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Three brokers of Apache Kafka 3.9.2 with a ZooKeeper, each in a rack of its own, that can be killed and started
 * again. Confined to the test's thread.
 */
final class PeerCluster implements AutoCloseable {

    static final int BROKERS = 3;

    private static final int SESSION_MS = 3_000;
    private static final String ELECTION = "/admin/preferred_replica_election";

    private static final Map<String, String> SETTINGS = Map.of(
            "auto.create.topics.enable", "false",
            "auto.leader.rebalance.enable", "false",
            "group.initial.rebalance.delay.ms", "0",
            "offsets.topic.num.partitions", "3",
            "offsets.topic.replication.factor", "3",
            "replica.lag.time.max.ms", "5000",
            "replica.selector.class", "org.apache.kafka.common.replica.RackAwareReplicaSelector");

    private final Ensemble zooKeeper = Ensemble.start();
    private final List<BrokerProcess> brokers;
    private final Set<Integer> dead = new HashSet<>();
    private final Admin admin;

    private PeerCluster(Path folder) {
        brokers =
                IntStream.range(0, BROKERS)
                        .mapToObj(id -> CompletableFuture.supplyAsync(() -> start(id, folder)))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()));
    }

    static PeerCluster start(Path folder) {
        return new PeerCluster(folder);
    }

    private BrokerProcess start(int id, Path folder) {
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.putAll(zooKeeper.settings(SESSION_MS));
        settings.put("broker.id", String.valueOf(id));
        settings.put("broker.rack", rackOf(id));
        return BrokerProcess.start(Kind.REFERENCE, folder.resolve("broker-" + id), settings);
    }

    static String rackOf(int id) {
        return "rack-" + id;
    }

    String bootstrap() {
        return brokers.stream().map(BrokerProcess::bootstrap).collect(Collectors.joining(","));
    }

    void kill(int id) {
        brokers.get(id).kill();
        dead.add(id);
    }

    void startAgain(int id) {
        brokers.get(id).startAgain();
        dead.remove(id);
    }

    /** Starts those that are dead, and waits until all know each other. */
    void heal() {
        Set.copyOf(dead).forEach(this::startAgain);
        await("all brokers").until(() -> admin.describeCluster().nodes().get().size() == BROKERS);
    }

    static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions();
    }

    /** Whether the broker leads all partitions of the topic. */
    boolean leads(int broker, String topic, int partitions) {
        return isSoOfEach(
                topic,
                partitions,
                partition -> partition.leader() != null && partition.leader().id() == broker);
    }

    /** Whether so many replicas of each partition are in sync. */
    boolean isInSync(String topic, int partitions, int replicas) {
        return isSoOfEach(topic, partitions, partition -> partition.isr().size() == replicas);
    }

    /** Whether a broker can be asked, and it is so. */
    private boolean isSoOfEach(String topic, int partitions, Predicate<TopicPartitionInfo> condition) {
        try {
            List<TopicPartitionInfo> all = admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .partitions();
            return all.size() == partitions && all.stream().allMatch(condition);
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has the first replica of each of these partitions lead again, as an operator's tool does. */
    void electPreferredLeaders(String topic, int partitions) {
        String all = IntStream.range(0, partitions)
                .mapToObj(partition -> "{\"topic\":\"" + topic + "\",\"partition\":" + partition + "}")
                .collect(Collectors.joining(","));
        zooKeeper.create(ELECTION, "{\"version\":1,\"partitions\":[" + all + "]}");
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
        brokers.forEach(BrokerProcess::kill);
        brokers.forEach(BrokerProcess::close);
        zooKeeper.close();
    }
}
