package io.milena.admin;

import io.milena.admin.ConfigEntry.ConfigSource;
import io.milena.admin.ConfigEntry.ConfigType;
import io.milena.admin.CreateTopicsResult.Created;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableReplicaAssignment;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableTopic;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableTopicConfig;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.CreateTopicsResponse.CreatableTopicConfigs;
import io.milena.protocol.messages.CreateTopicsResponse.CreatableTopicResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CreateTopics (key 19), asked of the controller. What a quota refuses is asked for again, if that is wanted. */
final class CreateTopicsCall implements AdminCall<CreateTopicsResponse> {

    private final Map<String, NewTopic> topics = new LinkedHashMap<>();
    private final Answers<String, Created> answers;
    private final CreateTopicsOptions options;

    CreateTopicsCall(Collection<NewTopic> topics, CreateTopicsOptions options) {
        topics.forEach(topic -> this.topics.put(topic.name(), topic));
        this.answers = Answers.ofTopics(this.topics.keySet());
        this.options = options;
    }

    CreateTopicsResult result() {
        return new CreateTopicsResult(answers.futures());
    }

    @Override
    public String name() {
        return "createTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.CREATE_TOPICS;
    }

    @Override
    public Route route() {
        return Route.CONTROLLER;
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        List<CreatableTopic> wanted = new ArrayList<>();
        for (String name : answers.open()) {
            wanted.add(creatable(topics.get(name)));
        }
        return new CreateTopicsRequest().topics(wanted).timeoutMs(timeoutMs).validateOnly(options.shouldValidateOnly());
    }

    private static CreatableTopic creatable(NewTopic topic) {
        return new CreatableTopic()
                .name(topic.name())
                .numPartitions(topic.numPartitions())
                .replicationFactor(topic.replicationFactor())
                .assignments(assignments(topic.replicasAssignments()))
                .configs(configs(topic.configs()));
    }

    private static List<CreatableReplicaAssignment> assignments(@Nullable Map<Integer, List<Integer>> given) {
        List<CreatableReplicaAssignment> assignments = new ArrayList<>();
        if (given != null) {
            given.forEach((partition, replicas) -> assignments.add(
                    new CreatableReplicaAssignment().partitionIndex(partition).brokerIds(replicas)));
        }
        return assignments;
    }

    private static List<CreatableTopicConfig> configs(@Nullable Map<String, String> given) {
        List<CreatableTopicConfig> configs = new ArrayList<>();
        if (given != null) {
            given.forEach((name, value) ->
                    configs.add(new CreatableTopicConfig().name(name).value(value)));
        }
        return configs;
    }

    @Override
    public Optional<ApiException> answered(CreateTopicsResponse answer) {
        var verdict = new TopicVerdicts<>(answers, options.shouldRetryOnQuotaViolation());
        for (CreatableTopicResult topic : answer.topics()) {
            ErrorCode error = ErrorCode.of(topic.errorCode());
            if (error == ErrorCode.NONE) {
                answers.complete(topic.name(), created(topic));
            } else {
                verdict.refused(topic.name(), error, topic.errorMessage());
            }
        }
        return verdict.left();
    }

    private static Created created(CreatableTopicResult topic) {
        ErrorCode hidden = ErrorCode.of(topic.topicConfigErrorCode());
        List<CreatableTopicConfigs> configs = topic.configs();
        if (hidden != ErrorCode.NONE || configs == null || topic.numPartitions() < 0) {
            ErrorCode why = hidden == ErrorCode.NONE ? ErrorCode.UNSUPPORTED_VERSION : hidden;
            return new Created(topic.topicId(), -1, -1, null, why);
        }
        Collection<ConfigEntry> entries =
                configs.stream().map(CreateTopicsCall::entry).toList();
        return new Created(
                topic.topicId(), topic.numPartitions(), topic.replicationFactor(), new Config(entries), ErrorCode.NONE);
    }

    private static ConfigEntry entry(CreatableTopicConfigs config) {
        return new ConfigEntry(
                config.name(),
                config.value(),
                ConfigSource.of(config.configSource()),
                config.isSensitive(),
                config.readOnly(),
                List.of(),
                ConfigType.UNKNOWN,
                null);
    }

    @Override
    public void failed(RuntimeException cause) {
        answers.failOpen(cause);
    }
}
