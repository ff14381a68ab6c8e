package io.milena.server.controller;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.TopicImage;

/** What became of a request for one topic. */
public sealed interface TopicOutcome {

    /**
     * It is done, or would be if only validation was wanted.
     *
     * @param topic name of the topic
     * @param topicId its id
     * @param partitions how many partitions it has now
     * @param replicationFactor how many copies its first partition has
     */
    record Done(String topic, Uuid topicId, int partitions, int replicationFactor) implements TopicOutcome {

        static Done of(TopicImage topic) {
            int copies = topic.partitions().isEmpty()
                    ? 0
                    : topic.partitions().get(0).replicas().size();
            return new Done(topic.name(), topic.topicId(), topic.partitions().size(), copies);
        }
    }

    /** It is not done; {@code message} is for the user. */
    record Refused(ErrorCode code, String message) implements TopicOutcome {}

    /** Whether a request shall only be checked. */
    enum Mode {
        CARRY_OUT,
        VALIDATE_ONLY
    }
}
