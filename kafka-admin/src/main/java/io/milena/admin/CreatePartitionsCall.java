package io.milena.admin;

import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.CreatePartitionsRequest;
import io.milena.protocol.messages.CreatePartitionsRequest.CreatePartitionsAssignment;
import io.milena.protocol.messages.CreatePartitionsRequest.CreatePartitionsTopic;
import io.milena.protocol.messages.CreatePartitionsResponse;
import io.milena.protocol.messages.CreatePartitionsResponse.CreatePartitionsTopicResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CreatePartitions (key 37), asked of the controller: topics grow. */
final class CreatePartitionsCall implements AdminCall<CreatePartitionsResponse> {

    private final Map<String, NewPartitions> topics;
    private final Answers<String, Void> answers;
    private final CreatePartitionsOptions options;

    CreatePartitionsCall(Map<String, NewPartitions> topics, CreatePartitionsOptions options) {
        this.topics = new LinkedHashMap<>(topics);
        this.answers = Answers.ofTopics(topics.keySet());
        this.options = options;
    }

    CreatePartitionsResult result() {
        return new CreatePartitionsResult(answers.futures());
    }

    @Override
    public String name() {
        return "createPartitions";
    }

    @Override
    public ApiKey api() {
        return ApiKey.CREATE_PARTITIONS;
    }

    @Override
    public Route route() {
        return Route.CONTROLLER;
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        List<CreatePartitionsTopic> wanted = new ArrayList<>();
        for (String name : answers.open()) {
            NewPartitions growth = topics.get(name);
            wanted.add(new CreatePartitionsTopic()
                    .name(name)
                    .count(growth.totalCount())
                    .assignments(assignments(growth.assignments())));
        }
        return new CreatePartitionsRequest().topics(wanted).timeoutMs(timeoutMs).validateOnly(options.validateOnly());
    }

    private static @Nullable List<CreatePartitionsAssignment> assignments(@Nullable List<List<Integer>> given) {
        return given == null
                ? null
                : given.stream()
                        .map(replicas -> new CreatePartitionsAssignment().brokerIds(replicas))
                        .toList();
    }

    @Override
    public Optional<ApiException> answered(CreatePartitionsResponse answer) {
        var verdicts = new TopicVerdicts<>(answers, options.shouldRetryOnQuotaViolation());
        for (CreatePartitionsTopicResult topic : answer.results()) {
            ErrorCode error = ErrorCode.of(topic.errorCode());
            if (error == ErrorCode.NONE) {
                answers.complete(topic.name(), null);
            } else {
                verdicts.refused(topic.name(), error, topic.errorMessage());
            }
        }
        return verdicts.left();
    }

    @Override
    public void failed(RuntimeException cause) {
        answers.failOpen(cause);
    }
}
