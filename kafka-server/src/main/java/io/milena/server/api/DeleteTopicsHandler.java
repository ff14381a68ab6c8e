package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DeleteTopicsRequest.DeleteTopicState;
import io.milena.protocol.messages.DeleteTopicsResponse;
import io.milena.protocol.messages.DeleteTopicsResponse.DeletableTopicResult;
import io.milena.server.controller.Controller;
import io.milena.server.controller.TopicOutcome;
import io.milena.server.controller.TopicToDelete;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * DeleteTopics (key 20): removes topics with all their records.
 *
 * <pre>
 * v3  TOPIC_DELETION_DISABLED instead of INVALID_REQUEST
 * v4  flexible encoding
 * v5  error messages
 * v6  topics named by id
 * </pre>
 */
final class DeleteTopicsHandler implements ApiHandler<DeleteTopicsRequest, DeleteTopicsResponse> {

    private static final short FIRST_WITH_DELETION_DISABLED = 3;
    private static final short FIRST_WITH_IDS = 6;

    private final Controller controller;

    DeleteTopicsHandler(Controller controller) {
        this.controller = controller;
    }

    @Override
    public void handle(DeleteTopicsRequest request, Caller<DeleteTopicsResponse> caller) {
        List<TopicToDelete> topics = topicsToDelete(request, caller.version());
        Duration timeout = Duration.ofMillis(request.timeoutMs());
        controller.deleteTopics(topics, timeout, outcomes -> {
            List<DeletableTopicResult> results = new ArrayList<>();
            for (int i = 0; i < topics.size(); i++) {
                results.add(result(topics.get(i), outcomes.get(i), caller.version()));
            }
            caller.reply(new DeleteTopicsResponse().responses(results));
        });
    }

    @Override
    public DeleteTopicsResponse failed(DeleteTopicsRequest request, ErrorCode error) {
        short version = request.topics().isEmpty() ? (short) (FIRST_WITH_IDS - 1) : FIRST_WITH_IDS;
        return new DeleteTopicsResponse()
                .responses(topicsToDelete(request, version).stream()
                        .map(topic -> named(topic).errorCode(error.code()))
                        .toList());
    }

    private static List<TopicToDelete> topicsToDelete(DeleteTopicsRequest request, short version) {
        return version < FIRST_WITH_IDS
                ? request.topicNames().stream().map(TopicToDelete::named).toList()
                : request.topics().stream()
                        .map(DeleteTopicsHandler::topicToDelete)
                        .toList();
    }

    private static TopicToDelete topicToDelete(DeleteTopicState topic) {
        return new TopicToDelete(topic.name(), topic.topicId());
    }

    private static DeletableTopicResult result(TopicToDelete topic, TopicOutcome outcome, short version) {
        if (outcome instanceof TopicOutcome.Refused refused) {
            boolean unknownToClient =
                    refused.code() == ErrorCode.TOPIC_DELETION_DISABLED && version < FIRST_WITH_DELETION_DISABLED;
            ErrorCode code = unknownToClient ? ErrorCode.INVALID_REQUEST : refused.code();
            return named(topic).errorCode(code.code()).errorMessage(refused.message());
        }
        var done = (TopicOutcome.Done) outcome;
        return new DeletableTopicResult().name(done.topic()).topicId(done.topicId());
    }

    private static DeletableTopicResult named(TopicToDelete topic) {
        return new DeletableTopicResult().name(topic.name()).topicId(topic.topicId());
    }
}
