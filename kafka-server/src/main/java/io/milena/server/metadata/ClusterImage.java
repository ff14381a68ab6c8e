package io.milena.server.metadata;

import io.milena.common.Uuid;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one broker knows about the cluster at one moment: who lives, who controls, which topics exist and who leads
 * them. All maps are sorted, so that whoever walks them does so in the same order everywhere.
 *
 * <p>Immutable. A request takes it once from {@link ClusterView} and uses it to its end. The next image is made by
 * {@link #edit()}, which copies references and only of the maps that the change touches.
 */
public final class ClusterImage {

    /** Stands for "no controller is known". */
    public static final int NO_CONTROLLER = -1;

    private final String clusterId;
    private final int controllerId;
    private final SortedMap<Integer, BrokerImage> brokers;
    private final SortedMap<String, TopicImage> topics;
    private final SortedMap<Uuid, String> topicNames;

    private ClusterImage(Edit edit) {
        clusterId = edit.base.clusterId;
        controllerId = edit.controllerId;
        brokers = edit.brokers == null ? edit.base.brokers : Collections.unmodifiableSortedMap(edit.brokers);
        topics = edit.topics == null ? edit.base.topics : Collections.unmodifiableSortedMap(edit.topics);
        topicNames =
                edit.topicNames == null ? edit.base.topicNames : Collections.unmodifiableSortedMap(edit.topicNames);
    }

    private ClusterImage(String clusterId) {
        this.clusterId = clusterId;
        controllerId = NO_CONTROLLER;
        brokers = Collections.emptySortedMap();
        topics = Collections.emptySortedMap();
        topicNames = Collections.emptySortedMap();
    }

    /** A cluster of which only the id is known. */
    public static ClusterImage empty(String clusterId) {
        return new ClusterImage(clusterId);
    }

    public String clusterId() {
        return clusterId;
    }

    /** Broker id of the controller, or {@link #NO_CONTROLLER}. */
    public int controllerId() {
        return controllerId;
    }

    /** The live brokers, by id. */
    public SortedMap<Integer, BrokerImage> brokers() {
        return brokers;
    }

    /** All topics, by name. */
    public SortedMap<String, TopicImage> topics() {
        return topics;
    }

    /** Names of the topics that have an id, by that id. */
    public SortedMap<Uuid, String> topicNames() {
        return topicNames;
    }

    /** The topic of that name; null when there is none. */
    public @Nullable TopicImage topic(String name) {
        return topics.get(name);
    }

    /** The topic of that id; null when there is none. */
    public @Nullable TopicImage topic(Uuid topicId) {
        String name = topicNames.get(topicId);
        return name == null ? null : topics.get(name);
    }

    /** A partition; null when it does not exist. */
    public @Nullable PartitionImage partition(String topic, int partition) {
        TopicImage image = topics.get(topic);
        return image == null ? null : image.partition(partition);
    }

    /** Begins the next image. */
    public Edit edit() {
        return new Edit(this);
    }

    /** A batch of changes that makes the next image. Confined to the thread that began it. */
    public static final class Edit {

        private final ClusterImage base;
        private int controllerId;
        private @Nullable SortedMap<Integer, BrokerImage> brokers;
        private @Nullable SortedMap<String, TopicImage> topics;
        private @Nullable SortedMap<Uuid, String> topicNames;

        private Edit(ClusterImage base) {
            this.base = base;
            controllerId = base.controllerId;
        }

        public Edit controller(int brokerId) {
            controllerId = brokerId;
            return this;
        }

        /** Adds a broker, or replaces what was known of it. */
        public Edit put(BrokerImage broker) {
            brokers().put(broker.id(), broker);
            return this;
        }

        public Edit removeBroker(int brokerId) {
            brokers().remove(brokerId);
            return this;
        }

        /** Adds a topic, or replaces what was known under its name. */
        public Edit put(TopicImage topic) {
            TopicImage before = topics().put(topic.name(), topic);
            boolean sameId = before != null && before.topicId().equals(topic.topicId());
            if (!sameId) {
                forgetId(before);
                rememberId(topic);
            }
            return this;
        }

        public Edit removeTopic(String name) {
            forgetId(topics().remove(name));
            return this;
        }

        /** The image with all changes in it. The edit is used up. */
        public ClusterImage done() {
            return new ClusterImage(this);
        }

        private void forgetId(@Nullable TopicImage topic) {
            if (topic != null && !topic.topicId().equals(Uuid.ZERO)) {
                topicNames().remove(topic.topicId());
            }
        }

        private void rememberId(TopicImage topic) {
            if (!topic.topicId().equals(Uuid.ZERO)) {
                topicNames().put(topic.topicId(), topic.name());
            }
        }

        private SortedMap<Integer, BrokerImage> brokers() {
            if (brokers == null) {
                brokers = new TreeMap<>(base.brokers);
            }
            return brokers;
        }

        private SortedMap<String, TopicImage> topics() {
            if (topics == null) {
                topics = new TreeMap<>(base.topics);
            }
            return topics;
        }

        private SortedMap<Uuid, String> topicNames() {
            if (topicNames == null) {
                topicNames = new TreeMap<>(base.topicNames);
            }
            return topicNames;
        }
    }
}
