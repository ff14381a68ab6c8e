package io.milena.server;

import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.Controller;
import io.milena.server.controller.NewTopic;
import io.milena.server.controller.TopicOutcome;
import io.milena.server.coordinator.CoordinatorTopic;
import io.milena.server.coordinator.TopicMaker;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Has the coordinators' topics made by the controller in this broker. Thread-safe. */
record ControllerTopicMaker(Controller controller) implements TopicMaker {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    @Override
    public void make(CoordinatorTopic topic, BiConsumer<ErrorCode, String> whenDone) {
        var wanted = new NewTopic(
                topic.name(),
                topic.partitions(),
                topic.replicationFactor(),
                Collections.emptySortedMap(),
                new TreeMap<>(topic.settings()));
        controller.createTopics(List.of(wanted), TopicOutcome.Mode.CARRY_OUT, LONGEST_WAIT, outcomes -> {
            TopicOutcome outcome = outcomes.get(0);
            if (outcome instanceof TopicOutcome.Refused refused && refused.code() != ErrorCode.TOPIC_ALREADY_EXISTS) {
                whenDone.accept(refused.code(), refused.message());
            } else {
                whenDone.accept(ErrorCode.NONE, "");
            }
        });
    }
}
