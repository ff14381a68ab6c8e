package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.Controller;
import io.milena.server.controller.NewTopic;
import io.milena.server.controller.TopicOutcome;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Asks the controller for topics with the broker's defaults. Thread-safe. */
final class AutoTopicCreation implements TopicCreator {

    /** A client that waits for metadata longer than this would rather ask again. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final Controller controller;

    AutoTopicCreation(Controller controller) {
        this.controller = controller;
    }

    @Override
    public void create(Set<String> topics, Consumer<Map<String, ErrorCode>> onDone) {
        List<NewTopic> wanted =
                topics.stream().map(AutoTopicCreation::byDefault).toList();
        controller.createTopics(wanted, TopicOutcome.Mode.CARRY_OUT, LONGEST_WAIT, outcomes -> {
            Map<String, ErrorCode> codes = new LinkedHashMap<>();
            for (int i = 0; i < wanted.size(); i++) {
                codes.put(wanted.get(i).name(), code(outcomes.get(i)));
            }
            onDone.accept(codes);
        });
    }

    private static NewTopic byDefault(String topic) {
        return new NewTopic(topic, NewTopic.BY_DEFAULT, NewTopic.BY_DEFAULT, Collections.emptySortedMap(), Map.of());
    }

    private static ErrorCode code(TopicOutcome outcome) {
        return outcome instanceof TopicOutcome.Refused refused ? refused.code() : ErrorCode.NONE;
    }
}
