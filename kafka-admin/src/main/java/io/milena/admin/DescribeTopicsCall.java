package io.milena.admin;

import io.milena.common.TopicCollection;
import io.milena.common.TopicCollection.TopicIdCollection;
import io.milena.common.Uuid;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.RetriableException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataRequest.MetadataRequestTopic;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Metadata (key 3) of the topics given; by id from version 12 on. From version 4 on a broker can be kept from creating
 * a topic that does not exist; older ones are not asked.
 */
final class DescribeTopicsCall implements AdminCall<MetadataResponse> {

    private static final short FIRST_WITHOUT_CREATION = 4;
    private static final short FIRST_WITH_OPERATIONS = 8;
    private static final short FIRST_BY_ID = 12;

    private final boolean isById;
    private final Answers<Object, TopicDescription> answers;
    private final DescribeTopicsOptions options;

    DescribeTopicsCall(TopicCollection topics, DescribeTopicsOptions options) {
        this.isById = topics instanceof TopicIdCollection;
        this.answers = Answers.ofTopics(topics);
        this.options = options;
    }

    DescribeTopicsResult result() {
        return new DescribeTopicsResult(isById, answers.futures());
    }

    @Override
    public String name() {
        return "describeTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.METADATA;
    }

    @Override
    public Route route() {
        return Route.ANY;
    }

    @Override
    public VersionRange versions() {
        short lowest = isById
                ? FIRST_BY_ID
                : options.includeAuthorizedOperations() ? FIRST_WITH_OPERATIONS : FIRST_WITHOUT_CREATION;
        return new VersionRange(lowest, api().requestVersions().highest());
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        return new MetadataRequest()
                .topics(answers.open().stream().map(DescribeTopicsCall::topic).toList())
                .allowAutoTopicCreation(false)
                .includeTopicAuthorizedOperations(options.includeAuthorizedOperations());
    }

    private static MetadataRequestTopic topic(Object key) {
        return key instanceof Uuid id
                ? new MetadataRequestTopic().name(null).topicId(id)
                : new MetadataRequestTopic().name((String) key);
    }

    @Override
    public Optional<ApiException> answered(MetadataResponse answer) {
        var nodes = new AnsweredNodes(answer);
        @Nullable ApiException again = null;
        for (MetadataResponseTopic topic : answer.topics()) {
            Object key = isById ? topic.topicId() : String.valueOf(topic.name());
            ErrorCode error = ErrorCode.of(topic.errorCode());
            ApiException cause = error == ErrorCode.NONE ? null : error.exception(null);
            if (cause == null) {
                answers.complete(key, nodes.describe(topic));
            } else if (mayPass(error, cause)) {
                again = cause;
            } else {
                answers.fail(key, cause);
            }
        }
        if (again == null) {
            answers.failOpen(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.exception(null));
        }
        return Optional.ofNullable(again);
    }

    /** A topic that is not there would be waited for in vain. */
    private static boolean mayPass(ErrorCode error, ApiException cause) {
        return cause instanceof RetriableException
                && error != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                && error != ErrorCode.UNKNOWN_TOPIC_ID
                && error != ErrorCode.INCONSISTENT_TOPIC_ID;
    }

    @Override
    public void failed(RuntimeException cause) {
        answers.failOpen(cause);
    }
}
