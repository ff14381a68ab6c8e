package io.milena.compat.answers;

import io.milena.compat.answers.Question.Ask;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.CreatePartitionsRequest;
import io.milena.protocol.messages.CreatePartitionsRequest.CreatePartitionsAssignment;
import io.milena.protocol.messages.CreatePartitionsRequest.CreatePartitionsTopic;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableReplicaAssignment;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableTopic;
import io.milena.protocol.messages.CreateTopicsRequest.CreatableTopicConfig;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DeleteTopicsRequest.DeleteTopicState;
import io.milena.testkit.WireTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** CreateTopics, DeleteTopics and CreatePartitions. Most only validate, so that nothing changes. Stateless. */
final class TopicQuestions {

    private static final int LAST_CREATE = 7;
    private static final int LAST_DELETE = 6;
    private static final int LAST_GROW = 3;

    private TopicQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>(creations());
        questions.addAll(doubtfulCreations());
        questions.addAll(deletions());
        questions.addAll(growths());
        return questions;
    }

    private static List<Question> creations() {
        return List.of(
                Question.of(
                        ApiKey.CREATE_TOPICS,
                        0,
                        LAST_CREATE,
                        "a topic",
                        ask -> request(topic("created-in-" + ask.version(), 2, 1)
                                .configs(List.of(config("retention.ms", "1000"))))),
                validating("one that is there", topic(World.PLAIN, 1, 1)),
                validating("only to be validated", topic("valid", 1, 1)),
                validating(
                        "with a setting", topic("valid", 1, 1).configs(List.of(config("cleanup.policy", "compact")))),
                validating(
                        "with a setting that nobody knows",
                        topic("valid", 1, 1).configs(List.of(config("no.such.setting", "1")))),
                validating("with a bad value", topic("valid", 1, 1).configs(List.of(config("retention.ms", "soon")))),
                validating("with a null value", topic("valid", 1, 1).configs(List.of(config("retention.ms", null)))),
                validating("no partitions", topic("valid", 0, 1)),
                validating("fewer than no partitions", topic("valid", -2, 1)),
                validating("no replicas", topic("valid", 1, 0)),
                validating("more replicas than brokers", topic("valid", 1, 3)),
                Question.of(
                        ApiKey.CREATE_TOPICS,
                        4,
                        LAST_CREATE,
                        "with the default counts",
                        ask -> request(topic("valid", -1, -1)).validateOnly(true)),
                Question.of(
                        ApiKey.CREATE_TOPICS,
                        1,
                        3,
                        "with the default counts, too early",
                        ask -> request(topic("valid", -1, -1)).validateOnly(true)));
    }

    private static List<Question> doubtfulCreations() {
        return List.of(
                validating("a name that cannot be", topic("no name!", 1, 1)),
                validating("an empty name", topic("", 1, 1)),
                validating("two dots for a name", topic("..", 1, 1)),
                validating("a name too long", topic("n".repeat(250), 1, 1)),
                validating("an internal topic's name", topic("__consumer_offsets", 1, 1)),
                validating("a name that collides", topic("a.b", 1, 1), topic("a_b", 1, 1)),
                validating("the same twice", topic("valid", 1, 1), topic("valid", 2, 1)),
                validating("nothing"),
                validating("by assignment", assigned(-1, -1, List.of(0), List.of(0))),
                validating("by assignment and counts", assigned(2, 1, List.of(0), List.of(0))),
                validating("by assignment to nobody", assigned(-1, -1, List.of())),
                validating("by assignment to an unknown broker", assigned(-1, -1, List.of(7))),
                validating("by assignment to one twice", assigned(-1, -1, List.of(0, 0))),
                validating(
                        "a good one between bad ones", topic("bad name", 1, 1), topic("valid", 1, 1), topic("", 1, 1)));
    }

    private static Question validating(String name, CreatableTopic... topics) {
        return Question.of(
                ApiKey.CREATE_TOPICS,
                1,
                LAST_CREATE,
                name,
                ask -> request(topics).validateOnly(true));
    }

    private static CreateTopicsRequest request(CreatableTopic... topics) {
        return new CreateTopicsRequest().timeoutMs(20_000).topics(List.of(topics));
    }

    private static CreatableTopic topic(String name, int partitions, int replicas) {
        return new CreatableTopic().name(name).numPartitions(partitions).replicationFactor((short) replicas);
    }

    private static CreatableTopicConfig config(String name, @Nullable String value) {
        return new CreatableTopicConfig().name(name).value(value);
    }

    @SafeVarargs
    private static CreatableTopic assigned(int partitions, int replicas, List<Integer>... brokers) {
        List<CreatableReplicaAssignment> assignments = new ArrayList<>();
        for (List<Integer> each : brokers) {
            assignments.add(new CreatableReplicaAssignment()
                    .partitionIndex(assignments.size())
                    .brokerIds(each));
        }
        return topic("valid", partitions, replicas).assignments(assignments);
    }

    private static List<Question> deletions() {
        return List.of(
                Question.of(
                        ApiKey.DELETE_TOPICS,
                        0,
                        LAST_DELETE,
                        "a topic",
                        ask -> deletion(ask, "created-in-" + ask.version())),
                Question.of(
                        ApiKey.DELETE_TOPICS, 0, LAST_DELETE, "one that is not there", ask -> deletion(ask, "nowhere")),
                Question.of(ApiKey.DELETE_TOPICS, 0, LAST_DELETE, "an empty name", ask -> deletion(ask, "")),
                Question.of(ApiKey.DELETE_TOPICS, 0, LAST_DELETE, "nothing", TopicQuestions::deletion),
                Question.of(
                        ApiKey.DELETE_TOPICS,
                        0,
                        LAST_DELETE,
                        "one that is not there twice",
                        ask -> deletion(ask, "nowhere", "nowhere")),
                byId("an id of nobody", ask -> new DeleteTopicState().topicId(WireTopic.noTopicId())),
                byId(
                        "the id of a deleted topic",
                        ask -> new DeleteTopicState().topicId(ask.world().idOf(World.GONE))),
                byId("neither name nor id", ask -> new DeleteTopicState()),
                byId(
                        "name and id at once",
                        ask -> new DeleteTopicState()
                                .name(World.PLAIN)
                                .topicId(ask.world().idOf(World.PLAIN))));
    }

    private static DeleteTopicsRequest deletion(Ask ask, String... names) {
        var request = new DeleteTopicsRequest().timeoutMs(20_000);
        return ask.version() < LAST_DELETE
                ? request.topicNames(List.of(names))
                : request.topics(List.of(names).stream()
                        .map(name -> new DeleteTopicState().name(name))
                        .toList());
    }

    private static Question byId(String name, Function<Ask, DeleteTopicState> topic) {
        return Question.of(
                ApiKey.DELETE_TOPICS,
                LAST_DELETE,
                LAST_DELETE,
                name,
                ask -> new DeleteTopicsRequest().timeoutMs(20_000).topics(List.of(topic.apply(ask))));
    }

    private static List<Question> growths() {
        return List.of(
                growing("more", grown(World.THREE, 5)),
                growing("as many as there are", grown(World.THREE, 3)),
                growing("fewer", grown(World.THREE, 1)),
                growing("none", grown(World.THREE, 0)),
                growing("of a topic that is not there", grown("nowhere", 5)),
                growing("of no name", grown("", 5)),
                growing("of the same twice", grown(World.THREE, 5), grown(World.THREE, 6)),
                growing("nothing"),
                growing("more by assignment", grown(World.THREE, 4, List.of(0))),
                growing("more by too few assignments", grown(World.THREE, 5, List.of(0))),
                growing("more by assignment to an unknown broker", grown(World.THREE, 4, List.of(7))),
                growing("more by assignment to nobody", grown(World.THREE, 4, List.of())));
    }

    private static Question growing(String name, CreatePartitionsTopic... topics) {
        return Question.of(
                ApiKey.CREATE_PARTITIONS,
                0,
                LAST_GROW,
                name,
                ask -> new CreatePartitionsRequest()
                        .timeoutMs(20_000)
                        .validateOnly(true)
                        .topics(List.of(topics)));
    }

    @SafeVarargs
    private static CreatePartitionsTopic grown(String topic, int count, List<Integer>... brokers) {
        List<CreatePartitionsAssignment> assignments = new ArrayList<>();
        for (List<Integer> each : brokers) {
            assignments.add(new CreatePartitionsAssignment().brokerIds(each));
        }
        return new CreatePartitionsTopic()
                .name(topic)
                .count(count)
                .assignments(assignments.isEmpty() ? null : assignments);
    }
}
