package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the application wants to read, which partitions that are, and where it is in each. Guarded by the consumer's
 * lock.
 */
final class Subscription {

    /** How partitions come to the consumer. */
    enum Kind {
        NONE,
        TOPICS,
        PATTERN,
        ASSIGNED
    }

    private final OffsetResetStrategy defaultReset;
    private final Map<TopicPartition, AssignedPartition> assigned = new LinkedHashMap<>();
    private Kind kind = Kind.NONE;
    private Set<String> topics = new TreeSet<>();
    private @Nullable Pattern pattern;
    private ConsumerRebalanceListener listener = new NoRebalanceListener();

    /**
     * @param defaultReset where to begin without a committed offset
     */
    Subscription(OffsetResetStrategy defaultReset) {
        this.defaultReset = defaultReset;
    }

    Kind kind() {
        return kind;
    }

    /** Whether a group gives the partitions. */
    boolean isByGroup() {
        return kind == Kind.TOPICS || kind == Kind.PATTERN;
    }

    OffsetResetStrategy defaultReset() {
        return defaultReset;
    }

    /** The topics subscribed to; with a pattern those that match. Empty if partitions are assigned by hand. */
    Set<String> topics() {
        return topics;
    }

    /** The topics of which the client has to know everything. */
    Set<String> wantedTopics() {
        Set<String> wanted = new TreeSet<>(topics);
        for (TopicPartition partition : assigned.keySet()) {
            wanted.add(partition.topic());
        }
        return wanted;
    }

    ConsumerRebalanceListener listener() {
        return listener;
    }

    /** Whether the topics are others than before. */
    boolean subscribed(Collection<String> newTopics, ConsumerRebalanceListener newListener) {
        become(Kind.TOPICS);
        listener = newListener;
        return changeTopics(newTopics);
    }

    void subscribed(Pattern newPattern, ConsumerRebalanceListener newListener) {
        become(Kind.PATTERN);
        listener = newListener;
        pattern = newPattern;
    }

    /** The cluster has these topics, of which those that match the pattern are subscribed to; whether that changed. */
    boolean topicsSeen(Collection<String> all) {
        Pattern wanted = pattern;
        if (kind != Kind.PATTERN || wanted == null) {
            return false;
        }
        List<String> matching = new ArrayList<>();
        for (String topic : all) {
            if (wanted.matcher(topic).matches()) {
                matching.add(topic);
            }
        }
        return changeTopics(matching);
    }

    private boolean changeTopics(Collection<String> newTopics) {
        var changed = new TreeSet<>(newTopics);
        boolean isOther = !changed.equals(topics);
        topics = changed;
        return isOther;
    }

    private void become(Kind next) {
        if (kind != Kind.NONE && kind != next) {
            throw new IllegalStateException("subscribing to topics, subscribing to a pattern and assigning partitions"
                    + " exclude each other: call unsubscribe first");
        }
        kind = next;
    }

    /** The application chose these partitions; those that it had before keep their positions. */
    void assignedByHand(Collection<TopicPartition> partitions) {
        become(Kind.ASSIGNED);
        replace(partitions);
    }

    /** The group gave these partitions; those that stay keep their positions. */
    void assignedByGroup(Collection<TopicPartition> partitions) {
        if (isByGroup()) {
            replace(partitions);
        }
    }

    private void replace(Collection<TopicPartition> partitions) {
        assigned.keySet().retainAll(new LinkedHashSet<>(partitions));
        for (TopicPartition partition : partitions) {
            if (!assigned.containsKey(partition)) {
                assigned.put(partition, new AssignedPartition(partition));
            }
        }
    }

    void unsubscribed() {
        kind = Kind.NONE;
        topics = new TreeSet<>();
        pattern = null;
        listener = new NoRebalanceListener();
        assigned.clear();
    }

    /** A copy. */
    Set<TopicPartition> assignment() {
        return new LinkedHashSet<>(assigned.keySet());
    }

    Collection<AssignedPartition> partitions() {
        return assigned.values();
    }

    @Nullable
    AssignedPartition find(TopicPartition partition) {
        return assigned.get(partition);
    }

    /**
     * @throws IllegalStateException if the consumer does not read this partition
     */
    AssignedPartition require(TopicPartition partition) {
        AssignedPartition found = assigned.get(partition);
        if (found == null) {
            throw new IllegalStateException("partition " + partition + " is not assigned to this consumer");
        }
        return found;
    }

    /** Whether {@code partition} is still the one that reads: not gone, nor gone and come again. */
    boolean isCurrent(AssignedPartition partition) {
        return assigned.get(partition.id()) == partition;
    }

    /** Up to where the application has everything, of each partition of which that is known. */
    Map<TopicPartition, OffsetAndMetadata> consumed() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new TreeMap<>();
        for (AssignedPartition partition : assigned.values()) {
            if (partition.hasPosition()) {
                offsets.put(partition.id(), Positions.toCommit(partition));
            }
        }
        return offsets;
    }

    Set<TopicPartition> paused() {
        Set<TopicPartition> paused = new LinkedHashSet<>();
        for (AssignedPartition partition : assigned.values()) {
            if (partition.isPaused()) {
                paused.add(partition.id());
            }
        }
        return paused;
    }

    /** Whether these partitions, given by a leader of the group, are all of topics that are subscribed to. */
    boolean matches(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            boolean wanted = kind == Kind.PATTERN && pattern != null
                    ? pattern.matcher(partition.topic()).matches()
                    : topics.contains(partition.topic());
            if (!wanted) {
                return false;
            }
        }
        return true;
    }
}
