package io.milena.server.metadata;

import io.milena.common.Uuid;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One topic and its partitions. Immutable.
 *
 * @param name name of the topic
 * @param topicId its id, another one when the topic is deleted and created again; {@link Uuid#ZERO} when it has none
 * @param partitions the partitions in order: element {@code i} is partition {@code i}
 */
public record TopicImage(String name, Uuid topicId, List<PartitionImage> partitions) {

    /** Topics that belong to the brokers: clients may not write to them directly. */
    private static final Set<String> INTERNAL = Set.of("__consumer_offsets", "__transaction_state");

    public TopicImage {
        partitions = List.copyOf(partitions);
        for (int i = 0; i < partitions.size(); i++) {
            if (partitions.get(i).partition() != i) {
                throw new IllegalArgumentException(
                        name + ": partition " + partitions.get(i).partition() + " at place " + i);
            }
        }
    }

    /** Whether {@code topic} belongs to the brokers. */
    public static boolean isInternal(String topic) {
        return INTERNAL.contains(topic);
    }

    public boolean isInternal() {
        return isInternal(name);
    }

    /** Partition {@code index}; null when the topic has no such partition. */
    public @Nullable PartitionImage partition(int index) {
        return index >= 0 && index < partitions.size() ? partitions.get(index) : null;
    }
}
