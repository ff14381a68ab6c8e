package io.milena.admin;

import io.milena.common.TopicCollection;
import io.milena.common.TopicCollection.TopicIdCollection;
import io.milena.common.Uuid;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DeleteTopicsRequest.DeleteTopicState;
import io.milena.protocol.messages.DeleteTopicsResponse;
import io.milena.protocol.messages.DeleteTopicsResponse.DeletableTopicResult;
import java.util.Optional;

/** DeleteTopics (key 20), asked of the controller; by id from version 6 on. */
final class DeleteTopicsCall implements AdminCall<DeleteTopicsResponse> {

    private static final short FIRST_WITH_STATES = 6;

    private final boolean isById;
    private final Answers<Object, Void> answers;
    private final DeleteTopicsOptions options;

    DeleteTopicsCall(TopicCollection topics, DeleteTopicsOptions options) {
        this.isById = topics instanceof TopicIdCollection;
        this.answers = Answers.ofTopics(topics);
        this.options = options;
    }

    DeleteTopicsResult result() {
        return new DeleteTopicsResult(isById, answers.futures());
    }

    @Override
    public String name() {
        return "deleteTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DELETE_TOPICS;
    }

    @Override
    public Route route() {
        return Route.CONTROLLER;
    }

    @Override
    public VersionRange versions() {
        VersionRange all = api().requestVersions();
        return isById ? new VersionRange(FIRST_WITH_STATES, all.highest()) : all;
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        var request = new DeleteTopicsRequest().timeoutMs(timeoutMs);
        if (version < FIRST_WITH_STATES) {
            return request.topicNames(
                    answers.open().stream().map(String.class::cast).toList());
        }
        return request.topics(
                answers.open().stream().map(DeleteTopicsCall::state).toList());
    }

    private static DeleteTopicState state(Object key) {
        return key instanceof Uuid id
                ? new DeleteTopicState().name(null).topicId(id)
                : new DeleteTopicState().name((String) key);
    }

    @Override
    public Optional<ApiException> answered(DeleteTopicsResponse answer) {
        var verdicts = new TopicVerdicts<>(answers, options.shouldRetryOnQuotaViolation());
        for (DeletableTopicResult topic : answer.responses()) {
            Object key = isById ? topic.topicId() : String.valueOf(topic.name());
            ErrorCode error = ErrorCode.of(topic.errorCode());
            if (error == ErrorCode.NONE) {
                answers.complete(key, null);
            } else {
                verdicts.refused(key, error, topic.errorMessage());
            }
        }
        return verdicts.left();
    }

    @Override
    public void failed(RuntimeException cause) {
        answers.failOpen(cause);
    }
}
