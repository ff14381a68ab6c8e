package io.milena.server.api;

import io.milena.common.Uuid;

/**
 * Names a partition as a fetch does: by topic id from version 13 on, by topic name before.
 *
 * @param topicId id of the topic; {@link Uuid#ZERO} if named by name
 * @param topic name of the topic; empty if named by id
 * @param partition index of the partition
 */
record FetchKey(Uuid topicId, String topic, int partition) {

    boolean isById() {
        return topic.isEmpty();
    }

    boolean isSameTopic(FetchKey other) {
        return topicId.equals(other.topicId) && topic.equals(other.topic);
    }
}
