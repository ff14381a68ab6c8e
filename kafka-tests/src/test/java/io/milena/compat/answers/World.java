package io.milena.compat.answers;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * What is there before the first question: some topics, a few records in one of them, the id of a topic that is gone.
 * Confined to the test's thread.
 */
final class World {

    /** One partition; records a..c in one batch, d and e in another, a minute later. */
    static final String PLAIN = "plain";

    /** Three partitions; one batch in the last. */
    static final String THREE = "three";

    /** Nothing was ever written to it. */
    static final String EMPTY = "empty";

    /** Deleted before the first question. */
    static final String GONE = "gone";

    static final long START_MS = 1_700_000_000_000L;
    static final long MINUTE_MS = 60_000;

    private static final Map<String, String> KEPT = Map.of("retention.ms", "-1");

    private final WireClient client;
    private final Map<String, Uuid> ids = new HashMap<>();
    private final Map<String, Long> producers = new HashMap<>();

    World(WireClient client, List<Question> questions) {
        this.client = client;
        List<CreateTopicsRequest.CreatableTopic> topics = new ArrayList<>(
                List.of(topic(PLAIN, 1, KEPT), topic(THREE, 3, KEPT), topic(EMPTY, 1, Map.of()), topic(GONE, 1, KEPT)));
        questions.stream()
                .filter(Question::hasOwnTopic)
                .map(question ->
                        topic(question.topic(), question.versions().size(), withRetention(question.topicSettings())))
                .forEach(topics::add);
        create(topics);
        fill();
    }

    private static CreateTopicsRequest.CreatableTopic topic(String name, int partitions, Map<String, String> settings) {
        return WireTopic.creation(name, settings).topics().get(0).numPartitions(partitions);
    }

    private static Map<String, String> withRetention(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(KEPT);
        all.putAll(settings);
        return all;
    }

    private void create(List<CreateTopicsRequest.CreatableTopic> topics) {
        var request = new CreateTopicsRequest().timeoutMs(60_000).topics(topics);
        var response = client.call(CreateTopicsResponse.class, ApiKey.CREATE_TOPICS, 7, request);
        for (CreateTopicsResponse.CreatableTopicResult created : response.topics()) {
            if (created.errorCode() != ErrorCode.NONE.code()) {
                throw new AssertionError("not created: " + created);
            }
            ids.put(created.name(), created.topicId());
        }
    }

    private void fill() {
        var plain = WireTopic.named(client, PLAIN);
        plain.produce(WireBatch.of(START_MS, "a", "b", "c"));
        plain.produce(WireBatch.of(START_MS + MINUTE_MS, "d", "e"));
        var three = WireTopic.named(client, THREE).production(-1, WireBatch.of(START_MS, "x"));
        three.topicData().get(0).partitionData().get(0).index(2);
        WireTopic.named(client, THREE).produce(WireTopic.PRODUCE_VERSION, three);
        WireTopic.named(client, GONE).delete();
        Awaitility.await().pollInterval(Duration.ofMillis(50)).until(() -> !exists(GONE));
    }

    private boolean exists(String name) {
        var request = new MetadataRequest()
                .allowAutoTopicCreation(true)
                .topics(List.of(new MetadataRequest.MetadataRequestTopic().name(name)));
        var response = client.call(MetadataResponse.class, ApiKey.METADATA, 4, request);
        return response.topics().get(0).errorCode() == ErrorCode.NONE.code();
    }

    boolean knows(String topic) {
        return ids.containsKey(topic);
    }

    /** The id that the topic had when it was created. */
    Uuid idOf(String topic) {
        Uuid id = ids.get(topic);
        if (id == null) {
            throw new AssertionError("no such topic: " + topic);
        }
        return id;
    }

    /** The topic of this id, or what to call it if it is none of those made here. */
    String nameOf(Uuid id) {
        if (id.equals(Uuid.ZERO)) {
            return "none";
        }
        return ids.entrySet().stream()
                .filter(entry -> entry.getValue().equals(id))
                .map(entry -> "of " + entry.getKey())
                .findFirst()
                .orElse("some");
    }

    /** The producer id of that name, given at its first use. */
    long producerOf(String name) {
        return producers.computeIfAbsent(name, any -> client.newProducerId());
    }
}
