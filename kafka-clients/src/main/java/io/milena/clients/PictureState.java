package io.milena.clients;

import static io.milena.clients.ClusterView.NO_EPOCH;

import io.milena.clients.ClusterView.Partition;
import io.milena.clients.ClusterView.Topic;
import io.milena.clients.MetadataState.MetadataFacts;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The picture of the cluster, and what becomes of it with each thing that a broker says.
 *
 * <p>Pure: opens nothing, reads no clock. Confined to the event loop.
 *
 * <p>A broker may be behind: of a partition of the same topic id, what has a lower leader epoch than is known already
 * is not believed (KIP-320). A topic with another id is another topic, and is believed whatever its epochs. What has no
 * epoch comes from an old broker and is believed. An error of a topic takes its partitions out of the picture, but not
 * the memory of their epochs.
 */
final class PictureState {

    private final Map<String, Topic> lastGood = new TreeMap<>();
    private ClusterView view;

    PictureState(Collection<Node> bootstrap) {
        view = new ClusterView(0, null, null, byId(bootstrap), Map.of());
    }

    private static Map<Integer, Node> byId(Collection<Node> nodes) {
        Map<Integer, Node> byId = new LinkedHashMap<>();
        nodes.forEach(node -> byId.put(node.id(), node));
        return byId;
    }

    ClusterView view() {
        return view;
    }

    private boolean show(
            @Nullable String clusterId,
            @Nullable Node controller,
            Map<Integer, Node> brokers,
            Map<String, Topic> topics) {
        var next = new ClusterView(
                view.version(),
                clusterId,
                controller,
                Collections.unmodifiableMap(brokers),
                Collections.unmodifiableMap(topics));
        boolean isNews = !next.equals(view);
        if (isNews) {
            view = new ClusterView(
                    view.version() + 1, next.clusterId(), next.controller(), next.brokers(), next.topics());
        }
        return isNews;
    }

    /** A broker answered; whether the picture is another now. */
    boolean answered(MetadataFacts facts, boolean isPartial) {
        Map<String, Topic> topics = isPartial ? new TreeMap<>(view.topics()) : new TreeMap<>();
        facts.topics().forEach((name, told) -> topics.put(name, merged(lastGood.get(name), told)));
        topics.values().stream()
                .filter(topic -> topic.error() == ErrorCode.NONE)
                .forEach(topic -> lastGood.put(topic.name(), topic));
        return show(facts.clusterId(), facts.brokers().get(facts.controllerId()), facts.brokers(), topics);
    }

    private static Topic merged(@Nullable Topic known, Topic told) {
        boolean isOther = known == null || isOther(known.id(), told.id());
        if (told.error() != ErrorCode.NONE || isOther) {
            return told;
        }
        List<Partition> partitions = new ArrayList<>();
        for (Partition partition : told.partitions()) {
            boolean wasThere = partition.index() < known.partitions().size();
            partitions.add(wasThere ? newer(known.partitions().get(partition.index()), partition) : partition);
        }
        return new Topic(told.name(), told.id(), told.isInternal(), told.error(), List.copyOf(partitions));
    }

    private static boolean isOther(Uuid known, Uuid told) {
        return !known.equals(Uuid.ZERO) && !told.equals(Uuid.ZERO) && !known.equals(told);
    }

    private static Partition newer(Partition known, Partition told) {
        boolean isBehind = told.leaderEpoch() != NO_EPOCH && told.leaderEpoch() < known.leaderEpoch();
        return isBehind ? known : told;
    }

    /** A leader was told of in another answer; whether the picture is another now. */
    boolean leaderLearned(TopicPartition where, int leaderId, int leaderEpoch, @Nullable Node leader) {
        Partition known = view.partition(where);
        boolean isKnown = leader != null || view.brokers().containsKey(leaderId);
        if (known == null || !isKnown || leaderEpoch <= known.leaderEpoch()) {
            return false;
        }
        Map<Integer, Node> brokers = new LinkedHashMap<>(view.brokers());
        if (leader != null) {
            brokers.put(leaderId, leader);
        }
        Map<String, Topic> topics = new TreeMap<>(view.topics());
        Topic topic = withLeader(topics.get(where.topic()), known, leaderId, leaderEpoch);
        topics.put(topic.name(), topic);
        lastGood.put(topic.name(), topic);
        return show(view.clusterId(), view.controller(), brokers, topics);
    }

    private static Topic withLeader(Topic topic, Partition known, int leaderId, int leaderEpoch) {
        List<Partition> partitions = new ArrayList<>(topic.partitions());
        partitions.set(
                known.index(),
                new Partition(
                        known.index(),
                        leaderId,
                        leaderEpoch,
                        known.replicas(),
                        known.inSync(),
                        known.offline(),
                        ErrorCode.NONE));
        return new Topic(topic.name(), topic.id(), topic.isInternal(), topic.error(), List.copyOf(partitions));
    }

    /** Other topics are wanted no more; whether the picture is another now. */
    boolean retain(Set<String> wanted) {
        lastGood.keySet().retainAll(wanted);
        Map<String, Topic> topics = new TreeMap<>(view.topics());
        return topics.keySet().retainAll(wanted) && show(view.clusterId(), view.controller(), view.brokers(), topics);
    }

    /** Only these brokers are known from now on. */
    void bootstrapped(Collection<Node> bootstrap) {
        show(view.clusterId(), null, byId(bootstrap), view.topics());
    }
}
