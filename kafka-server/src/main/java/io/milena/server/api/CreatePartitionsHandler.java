package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.CreatePartitionsRequest;
import io.milena.protocol.messages.CreatePartitionsRequest.CreatePartitionsAssignment;
import io.milena.protocol.messages.CreatePartitionsRequest.CreatePartitionsTopic;
import io.milena.protocol.messages.CreatePartitionsResponse;
import io.milena.protocol.messages.CreatePartitionsResponse.CreatePartitionsTopicResult;
import io.milena.server.controller.Controller;
import io.milena.server.controller.TopicGrowth;
import io.milena.server.controller.TopicOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CreatePartitions (key 37): more partitions for topics that exist (KIP-195).
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  flexible encoding
 * v3  THROTTLING_QUOTA_EXCEEDED
 * </pre>
 */
final class CreatePartitionsHandler implements ApiHandler<CreatePartitionsRequest, CreatePartitionsResponse> {

    private final Controller controller;

    CreatePartitionsHandler(Controller controller) {
        this.controller = controller;
    }

    @Override
    public void handle(CreatePartitionsRequest request, Caller<CreatePartitionsResponse> caller) {
        List<CreatePartitionsTopic> asked = request.topics();
        var mode = request.validateOnly() ? TopicOutcome.Mode.VALIDATE_ONLY : TopicOutcome.Mode.CARRY_OUT;
        List<TopicGrowth> growths =
                asked.stream().map(CreatePartitionsHandler::growth).toList();
        controller.createPartitions(growths, mode, Duration.ofMillis(request.timeoutMs()), outcomes -> {
            List<CreatePartitionsTopicResult> results = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                results.add(result(asked.get(i).name(), outcomes.get(i)));
            }
            caller.reply(new CreatePartitionsResponse().results(results));
        });
    }

    @Override
    public CreatePartitionsResponse failed(CreatePartitionsRequest request, ErrorCode error) {
        return new CreatePartitionsResponse()
                .results(request.topics().stream()
                        .map(topic -> result(topic.name(), error, null))
                        .toList());
    }

    private static TopicGrowth growth(CreatePartitionsTopic topic) {
        List<CreatePartitionsAssignment> assignments = topic.assignments();
        return new TopicGrowth(
                topic.name(),
                topic.count(),
                assignments == null
                        ? null
                        : assignments.stream()
                                .map(CreatePartitionsAssignment::brokerIds)
                                .toList());
    }

    private static CreatePartitionsTopicResult result(String topic, TopicOutcome outcome) {
        return outcome instanceof TopicOutcome.Refused refused
                ? result(topic, refused.code(), refused.message())
                : result(topic, ErrorCode.NONE, null);
    }

    private static CreatePartitionsTopicResult result(String topic, ErrorCode error, @Nullable String message) {
        return new CreatePartitionsTopicResult()
                .name(topic)
                .errorCode(error.code())
                .errorMessage(message);
    }
}
