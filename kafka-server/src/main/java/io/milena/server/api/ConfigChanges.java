package io.milena.server.api;

import io.milena.common.TopicNames;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.ClusterView;
import io.milena.server.settings.TopicConfigAdmin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Makes the changes that AlterConfigs and IncrementalAlterConfigs ask for, one resource at a time. Thread-safe. */
final class ConfigChanges {

    private final ClusterView cluster;
    private final TopicConfigAdmin topics;

    ConfigChanges(ClusterView cluster, TopicConfigAdmin topics) {
        this.cluster = cluster;
        this.topics = topics;
    }

    /** One resource whose settings are to change. */
    record Target(byte type, String name, boolean validateOnly) {}

    /**
     * Changes resource after resource and gathers the answers; a resource that is named again is refused.
     *
     * @param identity what makes two resources the same
     * @param change makes one change; its future never fails
     * @param answer what the caller is told of it
     */
    static <T, R> CompletableFuture<List<R>> each(
            List<T> resources,
            Function<T, Object> identity,
            Function<T, CompletableFuture<ConfigOutcome>> change,
            BiFunction<T, ConfigOutcome, R> answer) {
        List<CompletableFuture<R>> answers = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (T resource : resources) {
            CompletableFuture<ConfigOutcome> outcome = seen.add(identity.apply(resource))
                    ? change.apply(resource)
                    : refused("The resource is named twice.");
            answers.add(outcome.thenApply(done -> answer.apply(resource, done)));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
    }

    /** The outcome of a change that was not tried. */
    static CompletableFuture<ConfigOutcome> refused(String why) {
        return CompletableFuture.completedFuture(new ConfigOutcome(ErrorCode.INVALID_REQUEST, why));
    }

    /** Changes the target's settings by {@code edit}; the future never fails. */
    CompletableFuture<ConfigOutcome> change(Target target, UnaryOperator<Map<String, String>> edit) {
        ConfigOutcome refusal = refusal(target);
        if (refusal.error() != ErrorCode.NONE) {
            return CompletableFuture.completedFuture(refusal);
        }
        if (target.validateOnly()) {
            return CompletableFuture.completedFuture(validated(target, edit));
        }
        return topics.change(target.name(), edit).handle((done, failure) -> ConfigOutcome.of(failure));
    }

    private ConfigOutcome validated(Target target, UnaryOperator<Map<String, String>> edit) {
        try {
            topics.validate(target.name(), edit);
            return ConfigOutcome.DONE;
        } catch (ConfigException e) {
            return ConfigOutcome.of(e);
        }
    }

    private ConfigOutcome refusal(Target target) {
        if (target.type() == ConfigResource.BROKER) {
            return new ConfigOutcome(
                    ErrorCode.INVALID_REQUEST,
                    "Settings of a running broker cannot be changed in this version; edit its server.properties.");
        }
        if (target.type() != ConfigResource.TOPIC) {
            return new ConfigOutcome(ErrorCode.INVALID_REQUEST, "Resource type " + target.type() + " has no settings.");
        }
        if (target.name().isEmpty()) {
            return new ConfigOutcome(ErrorCode.INVALID_REQUEST, "There are no settings for all topics at once.");
        }
        return absence(cluster, target.name());
    }

    /** DONE if the topic is there, else why not. */
    static ConfigOutcome topicRefusal(ClusterView cluster, String topic) {
        String problem = TopicNames.problem(topic);
        if (problem != null) {
            return new ConfigOutcome(ErrorCode.INVALID_TOPIC_EXCEPTION, problem);
        }
        return absence(cluster, topic);
    }

    private static ConfigOutcome absence(ClusterView cluster, String topic) {
        return cluster.current().topic(topic) == null
                ? new ConfigOutcome(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "Topic '" + topic + "' does not exist.")
                : ConfigOutcome.DONE;
    }
}
