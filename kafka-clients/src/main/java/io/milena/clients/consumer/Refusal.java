package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.GroupAuthorizationException;
import io.milena.common.errors.InvalidTopicException;
import io.milena.common.errors.TopicAuthorizationException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes exceptions of what brokers refuse, with the topics or the group that applications ask them for. */
final class Refusal {

    private Refusal() {}

    static KafkaException ofTopics(ErrorCode error, Set<String> topics, String message) {
        if (error == ErrorCode.TOPIC_AUTHORIZATION_FAILED) {
            return new TopicAuthorizationException(message, topics);
        }
        return error == ErrorCode.INVALID_TOPIC_EXCEPTION
                ? new InvalidTopicException(message, topics)
                : error.exception(message);
    }

    static KafkaException ofGroup(ErrorCode error, @Nullable String groupId, String message) {
        return error == ErrorCode.GROUP_AUTHORIZATION_FAILED
                ? new GroupAuthorizationException(message, groupId)
                : error.exception(message);
    }
}
