package io.milena.common;

/** Names one partition of one incarnation of a topic: a topic deleted and created again has another id (KIP-516). */
public record TopicIdPartition(Uuid topicId, TopicPartition topicPartition) {

    public TopicIdPartition(Uuid topicId, int partition, String topic) {
        this(topicId, new TopicPartition(topic, partition));
    }

    public String topic() {
        return topicPartition.topic();
    }

    public int partition() {
        return topicPartition.partition();
    }

    @Override
    public String toString() {
        return topicId + ":" + topicPartition;
    }
}
