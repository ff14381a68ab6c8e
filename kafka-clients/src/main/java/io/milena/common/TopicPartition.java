package io.milena.common;

/**
 * Names one partition of a topic. Ordered by topic, then partition.
 *
 * @param topic name of the topic
 * @param partition index of the partition, 0 or more
 */
public record TopicPartition(String topic, int partition) implements Comparable<TopicPartition> {

    @Override
    public int compareTo(TopicPartition other) {
        int byTopic = topic.compareTo(other.topic);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
