package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.AlterConfigsRequest;
import io.milena.protocol.messages.DescribeConfigsRequest;
import io.milena.protocol.messages.DescribeConfigsRequest.DescribeConfigsResource;
import io.milena.protocol.messages.IncrementalAlterConfigsRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DescribeConfigs, AlterConfigs and IncrementalAlterConfigs. Stateless. */
final class ConfigQuestions {

    private static final int LAST_DESCRIBE = 4;
    private static final int LAST_ALTER = 2;
    private static final byte UNKNOWN = 0;
    private static final byte TOPIC = 2;
    private static final byte BROKER = 4;
    private static final String RETENTION = "retention.ms";

    /** Operations of an incremental change. */
    private enum Change {
        SET,
        DELETE,
        APPEND,
        SUBTRACT,
        NO_SUCH
    }

    private ConfigQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>(List.of(
                Question.of(
                        ApiKey.DESCRIBE_CONFIGS,
                        0,
                        0,
                        "a changed and an unchanged setting, old style",
                        ask -> new DescribeConfigsRequest()
                                .resources(List.of(of(TOPIC, World.PLAIN, RETENTION, "segment.ms")))),
                describing("a changed setting", of(TOPIC, World.PLAIN, RETENTION)),
                describing("an unchanged setting", of(TOPIC, World.PLAIN, "cleanup.policy")),
                describing("several settings", of(TOPIC, World.PLAIN, "segment.ms", RETENTION, "max.message.bytes")),
                describing("a setting that nobody knows", of(TOPIC, World.PLAIN, "no.such.setting", RETENTION)),
                Question.of(
                        ApiKey.DESCRIBE_CONFIGS,
                        2,
                        2,
                        "no settings, which means all",
                        ask -> new DescribeConfigsRequest().resources(List.of(of(TOPIC, World.PLAIN)))),
                Question.of(
                        ApiKey.DESCRIBE_CONFIGS,
                        4,
                        4,
                        "all settings",
                        ask -> new DescribeConfigsRequest()
                                .resources(List.of(of(TOPIC, World.EMPTY).configurationKeys(null)))
                                .includeSynonyms(true)),
                describing("of a topic that is not there", of(TOPIC, "nowhere", RETENTION)),
                describing("of a name that cannot be", of(TOPIC, "no name!", RETENTION)),
                describing("of no name", of(TOPIC, "", RETENTION)),
                describing(
                        "of the same twice", of(TOPIC, World.PLAIN, RETENTION), of(TOPIC, World.PLAIN, "segment.ms")),
                describing(
                        "of several",
                        of(TOPIC, World.THREE, RETENTION),
                        of(BROKER, "0", "num.partitions"),
                        of(TOPIC, "nowhere", RETENTION)),
                describing("of the broker", of(BROKER, "0", "num.partitions", "log.retention.hours", "broker.id")),
                describing("of another broker", of(BROKER, "7", "num.partitions")),
                describing("of a broker that is no number", of(BROKER, "one", "num.partitions")),
                describing("of all brokers", of(BROKER, "", "num.partitions")),
                describing("of an unknown type", of(UNKNOWN, World.PLAIN, RETENTION)),
                describing("of nothing")));
        questions.addAll(alterations());
        questions.addAll(changes());
        return questions;
    }

    private static Question describing(String name, DescribeConfigsResource... resources) {
        return Question.of(
                ApiKey.DESCRIBE_CONFIGS,
                1,
                LAST_DESCRIBE,
                name,
                ask -> new DescribeConfigsRequest()
                        .resources(List.of(resources))
                        .includeSynonyms(ask.version() >= 1)
                        .includeDocumentation(ask.version() >= 3));
    }

    private static DescribeConfigsResource of(byte type, String name, String... keys) {
        return new DescribeConfigsResource()
                .resourceType(type)
                .resourceName(name)
                .configurationKeys(List.of(keys));
    }

    private static List<Question> alterations() {
        return List.of(
                altering("a setting", "", RETENTION, "5000").onOwnTopic(Map.of()),
                altering("a setting to null", "", RETENTION, null).onOwnTopic(Map.of()),
                altering("a setting that nobody knows", World.PLAIN, "no.such.setting", "1"),
                altering("a bad value", World.PLAIN, RETENTION, "soon"),
                altering("of a topic that is not there", "nowhere", RETENTION, "1"),
                altering("of a name that cannot be", "no name!", RETENTION, "1"),
                Question.of(
                        ApiKey.ALTER_CONFIGS,
                        0,
                        LAST_ALTER,
                        "of no name",
                        ask -> alteration(TOPIC, "", RETENTION, "1")),
                Question.of(
                        ApiKey.ALTER_CONFIGS,
                        0,
                        LAST_ALTER,
                        "of an unknown type",
                        ask -> alteration(UNKNOWN, World.PLAIN, RETENTION, "1")),
                Question.of(ApiKey.ALTER_CONFIGS, 0, LAST_ALTER, "of nothing", ask -> new AlterConfigsRequest()));
    }

    /** Without a topic's name: the question's own. What is set then is described behind it. */
    private static Question altering(String name, String topic, String key, @Nullable String value) {
        return thenDescribed(Question.of(
                ApiKey.ALTER_CONFIGS,
                0,
                LAST_ALTER,
                name,
                ask -> alteration(TOPIC, topic.isEmpty() ? ask.topic() : topic, key, value)));
    }

    private static AlterConfigsRequest alteration(byte type, String name, String key, @Nullable String value) {
        return new AlterConfigsRequest()
                .resources(List.of(new AlterConfigsRequest.AlterConfigsResource()
                        .resourceType(type)
                        .resourceName(name)
                        .configs(List.of(new AlterConfigsRequest.AlterableConfig()
                                .name(key)
                                .value(value)))));
    }

    private static Question thenDescribed(Question question) {
        return question.then(
                ApiKey.DESCRIBE_CONFIGS,
                1,
                ask -> new DescribeConfigsRequest()
                        .resources(List.of(of(TOPIC, ask.topic(), RETENTION, "cleanup.policy", "segment.bytes"))));
    }

    private static List<Question> changes() {
        return List.of(
                changing("a setting", "", RETENTION, Change.SET, "5000").onOwnTopic(Map.of()),
                changing("a setting to null", World.PLAIN, RETENTION, Change.SET, null),
                changing("a setting back to its default", "", "segment.bytes", Change.DELETE, null)
                        .onOwnTopic(Map.of("segment.bytes", "2000000")),
                changing("one that is at its default back to it", "", "segment.bytes", Change.DELETE, null)
                        .onOwnTopic(Map.of()),
                changing("one more of a list", "", "cleanup.policy", Change.APPEND, "compact")
                        .onOwnTopic(Map.of()),
                changing("one less of a list", "", "cleanup.policy", Change.SUBTRACT, "compact")
                        .onOwnTopic(Map.of("cleanup.policy", "compact,delete")),
                changing("one more of what is no list", World.PLAIN, RETENTION, Change.APPEND, "1"),
                changing("one less of what is no list", World.PLAIN, RETENTION, Change.SUBTRACT, "1"),
                changing("in a way that nobody knows", World.PLAIN, RETENTION, Change.NO_SUCH, "1"),
                changing("a setting that nobody knows", World.PLAIN, "no.such.setting", Change.SET, "1"),
                changing(
                        "one that nobody knows back to its default",
                        World.PLAIN,
                        "no.such.setting",
                        Change.DELETE,
                        null),
                changing("a bad value", World.PLAIN, RETENTION, Change.SET, "soon"),
                changing("of a topic that is not there", "nowhere", RETENTION, Change.SET, "1"),
                changing("of a name that cannot be", "no name!", RETENTION, Change.SET, "1"),
                Question.of(
                        ApiKey.INCREMENTAL_ALTER_CONFIGS,
                        0,
                        1,
                        "of no name",
                        ask -> change("", RETENTION, Change.SET, "1")),
                Question.of(
                        ApiKey.INCREMENTAL_ALTER_CONFIGS,
                        0,
                        1,
                        "of nothing",
                        ask -> new IncrementalAlterConfigsRequest()),
                Question.of(ApiKey.INCREMENTAL_ALTER_CONFIGS, 0, 1, "the same setting twice", ask -> {
                    var one = change(World.PLAIN, RETENTION, Change.SET, "1");
                    var resource = one.resources().get(0);
                    return one.resources(List.of(resource.configs(List.of(
                            resource.configs().get(0),
                            new IncrementalAlterConfigsRequest.AlterableConfig()
                                    .name(RETENTION)
                                    .configOperation((byte) 1)
                                    .value(null)))));
                }));
    }

    private static Question changing(String name, String topic, String key, Change change, @Nullable String value) {
        return thenDescribed(Question.of(
                ApiKey.INCREMENTAL_ALTER_CONFIGS,
                0,
                1,
                name,
                ask -> change(topic.isEmpty() ? ask.topic() : topic, key, change, value)));
    }

    private static IncrementalAlterConfigsRequest change(
            String topic, String key, Change change, @Nullable String value) {
        return new IncrementalAlterConfigsRequest()
                .resources(List.of(new IncrementalAlterConfigsRequest.AlterConfigsResource()
                        .resourceType(TOPIC)
                        .resourceName(topic)
                        .configs(List.of(new IncrementalAlterConfigsRequest.AlterableConfig()
                                .name(key)
                                .configOperation((byte) change.ordinal())
                                .value(value)))));
    }
}
