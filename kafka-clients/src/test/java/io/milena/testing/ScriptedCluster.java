package io.milena.testing;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseBroker;
import io.milena.protocol.messages.MetadataResponse.MetadataResponsePartition;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Several scripted brokers that tell the same of topics and leaders, which a test moves. Brokers that are stopped stay
 * in what is told. Thread-safe.
 *
 * <pre>
 * try (var cluster = ScriptedCluster.start(3)) {
 *     cluster.createTopic("orders", 0, 1, 2);          // three partitions and their leaders
 *     cluster.broker(1).always(ApiKey.PRODUCE, ...);
 *     cluster.moveLeader("orders", 1, 2);
 * }
 * </pre>
 */
public final class ScriptedCluster implements AutoCloseable {

    private static final String CLUSTER_ID = "scripted";

    private final List<ScriptedBroker> brokers = new ArrayList<>();
    private final Map<String, Topic> topics = new TreeMap<>();
    private long topicsMade;

    /** What is told of a topic; guarded by the cluster. */
    private static final class Topic {
        private final Uuid id;
        private ErrorCode error = ErrorCode.NONE;
        private final List<Integer> leaders = new ArrayList<>();
        private final List<Integer> epochs = new ArrayList<>();

        Topic(Uuid id) {
            this.id = id;
        }
    }

    /** Starts brokers with ids from 0. */
    public static ScriptedCluster start(int brokers) {
        var cluster = new ScriptedCluster();
        for (int id = 0; id < brokers; id++) {
            ScriptedBroker broker = ScriptedBroker.start(id);
            cluster.brokers.add(broker);
            broker.always(
                    ApiKey.METADATA,
                    exchange -> exchange.answer(
                            cluster.metadata(exchange.request(MetadataRequest.class), exchange.version())));
        }
        return cluster;
    }

    /** Creates a topic, or creates it anew with another id; one partition for each leader. */
    public synchronized Uuid createTopic(String name, int... leaders) {
        topicsMade++;
        var topic = new Topic(new Uuid(topicsMade, 77));
        for (int leader : leaders) {
            topic.leaders.add(leader);
            topic.epochs.add(0);
        }
        topics.put(name, topic);
        return topic.id;
    }

    public synchronized void deleteTopic(String name) {
        topics.remove(name);
    }

    /** Tells this error of a topic. */
    public synchronized void fail(String name, ErrorCode error) {
        topics.get(name).error = error;
    }

    /** Another broker leads the partition, in the next epoch; negative for nobody. */
    public synchronized void moveLeader(String name, int partition, int leader) {
        Topic topic = topics.get(name);
        topic.leaders.set(partition, leader);
        topic.epochs.set(partition, topic.epochs.get(partition) + 1);
    }

    /** The name of the topic that has this id now; null if none has. */
    public synchronized @Nullable String nameOf(Uuid id) {
        for (Map.Entry<String, Topic> topic : topics.entrySet()) {
            if (topic.getValue().id.equals(id)) {
                return topic.getKey();
            }
        }
        return null;
    }

    /** The broker that leads the partition; -1 if nobody does, or there is no such partition. */
    public synchronized int leaderOf(String name, int partition) {
        Topic topic = topics.get(name);
        return topic == null || partition >= topic.leaders.size() ? -1 : topic.leaders.get(partition);
    }

    /** The id that the topic has now; zero if there is no such topic. */
    public synchronized Uuid idOf(String name) {
        Topic topic = topics.get(name);
        return topic == null ? Uuid.ZERO : topic.id;
    }

    public ScriptedBroker broker(int id) {
        return brokers.get(id);
    }

    public List<ScriptedBroker> brokers() {
        return List.copyOf(brokers);
    }

    /** All brokers, as in {@code bootstrap.servers}. */
    public String addresses() {
        return String.join(",", brokers.stream().map(ScriptedBroker::address).toList());
    }

    /** What a broker answers to this request. */
    public synchronized MetadataResponse metadata(MetadataRequest request, int version) {
        boolean wantsAll =
                request.topics() == null || version == 0 && request.topics().isEmpty();
        List<String> names = wantsAll
                ? List.copyOf(topics.keySet())
                : request.topics().stream().map(topic -> topic.name()).toList();
        return new MetadataResponse()
                .clusterId(CLUSTER_ID)
                .controllerId(0)
                .brokers(brokers.stream()
                        .map(broker -> new MetadataResponseBroker()
                                .nodeId(broker.id())
                                .host("127.0.0.1")
                                .port(broker.port()))
                        .toList())
                .topics(names.stream()
                        .map(name -> topicOf(name, topics.get(name)))
                        .toList());
    }

    private static MetadataResponseTopic topicOf(String name, @Nullable Topic topic) {
        var told = new MetadataResponseTopic().name(name);
        if (topic == null) {
            return told.errorCode(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        }
        List<MetadataResponsePartition> partitions = new ArrayList<>();
        for (int i = 0; i < topic.leaders.size(); i++) {
            partitions.add(partitionOf(topic, i));
        }
        return told.topicId(topic.id).errorCode(topic.error.code()).partitions(partitions);
    }

    private static MetadataResponsePartition partitionOf(Topic topic, int index) {
        int leader = topic.leaders.get(index);
        ErrorCode error = leader < 0 ? ErrorCode.LEADER_NOT_AVAILABLE : ErrorCode.NONE;
        return new MetadataResponsePartition()
                .partitionIndex(index)
                .leaderId(leader)
                .leaderEpoch(topic.epochs.get(index))
                .errorCode(error.code())
                .replicaNodes(List.of(Math.max(leader, 0)))
                .isrNodes(List.of(Math.max(leader, 0)));
    }

    @Override
    public void close() {
        brokers.forEach(ScriptedBroker::close);
    }
}
