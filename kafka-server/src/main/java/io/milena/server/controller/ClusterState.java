package io.milena.server.controller;

import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the controller knows: live brokers, topics, names whose nodes are being written, and topics that are being
 * deleted, which no image shows any more.
 *
 * <p>Pure. Confined to the controller's lane, but for {@link #figures}.
 */
final class ClusterState {

    /** Partition epoch of a partition whose state node was never written. */
    static final int NEVER_WRITTEN = -1;

    private final SortedMap<Integer, BrokerImage> brokers = new TreeMap<>();
    private final SortedMap<String, TopicImage> topics = new TreeMap<>();
    private final SortedMap<String, TopicImage> deleting = new TreeMap<>();
    private final SortedSet<String> changing = new TreeSet<>();

    private final SortedSet<String> changedTopics = new TreeSet<>();
    private final SortedSet<Integer> changedBrokers = new TreeSet<>();
    private volatile ClusterImage image;
    private volatile int deletingReplicas;
    private volatile int deletingTopics;

    ClusterState(String clusterId, int controllerId) {
        image = ClusterImage.empty(clusterId).edit().controller(controllerId).done();
    }

    SortedMap<Integer, BrokerImage> brokers() {
        return Collections.unmodifiableSortedMap(brokers);
    }

    boolean lives(int broker) {
        return brokers.containsKey(broker);
    }

    SortedMap<String, TopicImage> topics() {
        return Collections.unmodifiableSortedMap(topics);
    }

    @Nullable
    TopicImage topic(String name) {
        return topics.get(name);
    }

    SortedMap<String, TopicImage> deleting() {
        return Collections.unmodifiableSortedMap(deleting);
    }

    /** Whether a topic has this name, or one that is being created or deleted. */
    boolean isTaken(String name) {
        return topics.containsKey(name) || deleting.containsKey(name) || changing.contains(name);
    }

    /** Whether nodes of this name are being written, by {@link #changeBegan}. */
    boolean isChanging(String name) {
        return changing.contains(name);
    }

    /** All names that {@link #isTaken} knows. */
    List<String> names() {
        List<String> names = new ArrayList<>(topics.keySet());
        names.addAll(deleting.keySet());
        names.addAll(changing);
        return names;
    }

    void brokerCame(BrokerImage broker) {
        brokers.put(broker.id(), broker);
        changedBrokers.add(broker.id());
    }

    void brokerWent(int broker) {
        brokers.remove(broker);
        changedBrokers.add(broker);
    }

    /** Nodes of a new topic, or of more partitions of one, are being written. */
    void changeBegan(String name) {
        changing.add(name);
    }

    /** The nodes are written, or could not be. */
    void changeEnded(String name) {
        changing.remove(name);
    }

    /** A topic is new, or looks different now. */
    void topicIs(TopicImage topic) {
        topics.put(topic.name(), topic);
        changedTopics.add(topic.name());
    }

    /** A topic is no more, and nothing is left to do for it. */
    void topicWent(String name) {
        topics.remove(name);
        changedTopics.add(name);
    }

    /** One partition of a topic looks different now; a topic that went meanwhile is left alone. */
    void partitionIs(String name, PartitionImage partition) {
        TopicImage topic = topics.get(name);
        if (topic == null || topic.partition(partition.partition()) == null) {
            return;
        }
        List<PartitionImage> partitions = new ArrayList<>(topic.partitions());
        partitions.set(partition.partition(), partition);
        topicIs(new TopicImage(name, topic.topicId(), partitions));
    }

    void deletionBegan(TopicImage topic) {
        topics.remove(topic.name());
        deleting.put(topic.name(), topic);
        changedTopics.add(topic.name());
        countDeleting();
    }

    void deletionEnded(String name) {
        deleting.remove(name);
        countDeleting();
    }

    private void countDeleting() {
        deletingTopics = deleting.size();
        deletingReplicas = deleting.values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .mapToInt(partition -> partition.replicas().size())
                .sum();
    }

    /** What {@link #image} showed last, counted. From any thread. */
    ControllerFigures figures() {
        return new ControllerFigures(1, image, deletingTopics, deletingReplicas);
    }

    /** The cluster as everyone shall see it. Costs as much as changed since the last call. */
    ClusterImage image() {
        if (changedTopics.isEmpty() && changedBrokers.isEmpty()) {
            return image;
        }
        ClusterImage.Edit edit = image.edit();
        changedBrokers.forEach(id -> publishBroker(edit, id));
        changedTopics.forEach(name -> publishTopic(edit, name));
        changedBrokers.clear();
        changedTopics.clear();
        image = edit.done();
        return image;
    }

    private void publishBroker(ClusterImage.Edit edit, int id) {
        BrokerImage broker = brokers.get(id);
        if (broker == null) {
            edit.removeBroker(id);
        } else {
            edit.put(broker);
        }
    }

    private void publishTopic(ClusterImage.Edit edit, String name) {
        TopicImage topic = topics.get(name);
        if (topic == null) {
            edit.removeTopic(name);
        } else {
            edit.put(topic);
        }
    }
}
