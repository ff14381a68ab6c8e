package io.milena.server.api;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableReplicaAssignment;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableTopic;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableTopicConfig;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.CreateTopicsResponse.CreatableTopicConfigs;
import io.milena.protocol.messages.CreateTopicsResponse.CreatableTopicResult;
import io.milena.server.controller.Controller;
import io.milena.server.controller.NewTopic;
import io.milena.server.controller.TopicOutcome;
import io.milena.server.settings.ConfigDescriptions;
import io.milena.server.settings.ConfigEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * CreateTopics (key 19): makes topics, answered once each is led and shows in Metadata.
 *
 * <pre>
 * v1  validation only, error messages
 * v4  numbers of partitions and copies by default (KIP-464)
 * v5  what was made is told, flexible encoding (KIP-525)
 * v7  topic ids
 * </pre>
 */
final class CreateTopicsHandler implements ApiHandler<CreateTopicsRequest, CreateTopicsResponse> {

    private final Controller controller;
    private final ConfigDescriptions descriptions;

    CreateTopicsHandler(Controller controller, ConfigDescriptions descriptions) {
        this.controller = controller;
        this.descriptions = descriptions;
    }

    @Override
    public void handle(CreateTopicsRequest request, Caller<CreateTopicsResponse> caller) {
        List<CreatableTopic> asked = request.topics();
        var mode = request.validateOnly() ? TopicOutcome.Mode.VALIDATE_ONLY : TopicOutcome.Mode.CARRY_OUT;
        List<NewTopic> topics =
                asked.stream().map(CreateTopicsHandler::newTopic).toList();
        controller.createTopics(topics, mode, Duration.ofMillis(request.timeoutMs()), outcomes -> {
            List<CreatableTopicResult> results = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                results.add(result(topics.get(i), outcomes.get(i), mode));
            }
            caller.reply(new CreateTopicsResponse().topics(results));
        });
    }

    @Override
    public CreateTopicsResponse failed(CreateTopicsRequest request, ErrorCode error) {
        return new CreateTopicsResponse()
                .topics(request.topics().stream()
                        .map(topic -> refused(topic.name(), error, null))
                        .toList());
    }

    private static NewTopic newTopic(CreatableTopic topic) {
        SortedMap<Integer, List<Integer>> assignments = new TreeMap<>();
        for (CreatableReplicaAssignment assignment : topic.assignments()) {
            assignments.put(assignment.partitionIndex(), assignment.brokerIds());
        }
        Map<String, @Nullable String> configs = new TreeMap<>();
        for (CreatableTopicConfig config : topic.configs()) {
            configs.put(config.name(), config.value());
        }
        return new NewTopic(topic.name(), topic.numPartitions(), topic.replicationFactor(), assignments, configs);
    }

    /** A topic that was only checked has no id. */
    private CreatableTopicResult result(NewTopic topic, TopicOutcome outcome, TopicOutcome.Mode mode) {
        if (outcome instanceof TopicOutcome.Refused refused) {
            return refused(topic.name(), refused.code(), refused.message());
        }
        var done = (TopicOutcome.Done) outcome;
        return new CreatableTopicResult()
                .name(topic.name())
                .topicId(mode == TopicOutcome.Mode.CARRY_OUT ? done.topicId() : Uuid.ZERO)
                .errorMessage(null)
                .numPartitions(done.partitions())
                .replicationFactor((short) done.replicationFactor())
                .configs(configs(topic));
    }

    private List<CreatableTopicConfigs> configs(NewTopic topic) {
        Map<String, String> overrides = new TreeMap<>();
        topic.configs().forEach((name, value) -> overrides.put(name, String.valueOf(value)));
        return descriptions.topic(overrides).stream()
                .map(CreateTopicsHandler::config)
                .toList();
    }

    private static CreatableTopicConfigs config(ConfigEntry entry) {
        return new CreatableTopicConfigs()
                .name(entry.key().name())
                .value(entry.value())
                .readOnly(entry.readOnly())
                .configSource(entry.source().wireId())
                .isSensitive(entry.key().isSensitive());
    }

    private static CreatableTopicResult refused(String topic, ErrorCode error, @Nullable String message) {
        return new CreatableTopicResult().name(topic).errorCode(error.code()).errorMessage(message);
    }
}
