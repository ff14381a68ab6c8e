package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataRequest.MetadataRequestTopic;
import io.milena.testkit.WireTopic;
import java.util.ArrayList;
import java.util.List;

/** Metadata of topics by name and by id, there or not. Stateless. */
final class MetadataQuestions {

    private static final int LAST = 12;
    private static final int FIRST_WITH_IDS = 10;
    private static final int FIRST_WITH_OPERATIONS = 8;
    private static final int LAST_WITH_CLUSTER_OPERATIONS = 10;

    private MetadataQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>(List.of(
                named(0, "a topic", named(World.PLAIN)),
                named(1, "no topics"),
                named(0, "a topic that is not there", named("nowhere")),
                named(0, "a name that cannot be", named("no name!")),
                named(0, "an empty name", named("")),
                named(0, "a long name", named("n".repeat(250))),
                named(0, "a dot for a name", named(".")),
                named(0, "several, in an order of their own", named(World.THREE), named("nowhere"), named(World.EMPTY)),
                named(0, "the same twice", named(World.PLAIN), named(World.PLAIN)),
                named(0, "one that is not there twice", named("nowhere"), named("nowhere")),
                Question.of(
                        ApiKey.METADATA,
                        4,
                        LAST,
                        "not to be created",
                        ask -> request(named("nowhere")).allowAutoTopicCreation(false)),
                Question.of(
                        ApiKey.METADATA,
                        FIRST_WITH_OPERATIONS,
                        LAST,
                        "with operations",
                        ask -> request(named(World.PLAIN), named("nowhere"))
                                .includeTopicAuthorizedOperations(true)
                                .includeClusterAuthorizedOperations(ask.version() <= LAST_WITH_CLUSTER_OPERATIONS))));
        questions.addAll(ids());
        return questions;
    }

    private static List<Question> ids() {
        return List.of(
                byIdOf("by id", World.PLAIN),
                byIdOf("by the id of a deleted topic", World.GONE),
                Question.of(
                        ApiKey.METADATA,
                        FIRST_WITH_IDS,
                        LAST,
                        "by an id of nobody",
                        ask -> request(new MetadataRequestTopic()
                                .topicId(WireTopic.noTopicId())
                                .name(null))),
                Question.of(
                        ApiKey.METADATA,
                        FIRST_WITH_IDS,
                        LAST,
                        "by neither name nor id",
                        ask -> request(new MetadataRequestTopic().name(null))),
                Question.of(
                        ApiKey.METADATA,
                        FIRST_WITH_IDS,
                        LAST,
                        "by name and id at once",
                        ask -> request(new MetadataRequestTopic()
                                .topicId(ask.world().idOf(World.PLAIN))
                                .name(World.PLAIN))),
                Question.of(
                        ApiKey.METADATA,
                        FIRST_WITH_IDS,
                        LAST,
                        "two by id",
                        ask -> request(
                                new MetadataRequestTopic()
                                        .topicId(ask.world().idOf(World.THREE))
                                        .name(null),
                                new MetadataRequestTopic()
                                        .topicId(ask.world().idOf(World.PLAIN))
                                        .name(null))),
                Question.of(
                        ApiKey.METADATA,
                        FIRST_WITH_IDS,
                        LAST,
                        "one by name and one by id",
                        ask -> request(
                                new MetadataRequestTopic().name(World.THREE),
                                new MetadataRequestTopic()
                                        .topicId(ask.world().idOf(World.PLAIN))
                                        .name(null))));
    }

    private static Question byIdOf(String name, String topic) {
        return Question.of(
                ApiKey.METADATA,
                FIRST_WITH_IDS,
                LAST,
                name,
                ask -> request(new MetadataRequestTopic()
                        .topicId(ask.world().idOf(topic))
                        .name(null)));
    }

    private static Question named(int first, String name, MetadataRequestTopic... topics) {
        return Question.of(ApiKey.METADATA, first, LAST, name, ask -> request(topics));
    }

    private static MetadataRequest request(MetadataRequestTopic... topics) {
        return new MetadataRequest().allowAutoTopicCreation(true).topics(List.of(topics));
    }

    private static MetadataRequestTopic named(String name) {
        return new MetadataRequestTopic().name(name);
    }
}
