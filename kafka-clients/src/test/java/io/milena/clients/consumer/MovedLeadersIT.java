package io.milena.clients.consumer;

import static io.milena.clients.consumer.ReadStage.TOPIC;
import static io.milena.clients.consumer.ReadStage.await;
import static io.milena.clients.consumer.ReadStage.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedStep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A consumer follows its partition from broker to broker: leaders, nearer replicas, and a topic that is made anew. */
class MovedLeadersIT {

    private final ReadStage stage = ReadStage.of(2);
    private final ScriptedBroker first = stage.broker(0);
    private final ScriptedBroker second = stage.broker(1);

    @AfterEach
    void end() {
        stage.close();
    }

    private ScriptedStep refusal(ErrorCode error) {
        return exchange -> exchange.answer(stage.log().refusal(exchange.request(FetchRequest.class), error));
    }

    /** The log of {@code broker} ends there, in the epoch that is asked for. */
    private static void endsAt(ScriptedBroker broker, long offset) {
        broker.always(ApiKey.OFFSET_FOR_LEADER_EPOCH, exchange -> {
            int epoch = exchange.request(OffsetForLeaderEpochRequest.class)
                    .topics()
                    .get(0)
                    .partitions()
                    .get(0)
                    .leaderEpoch();
            exchange.answer(new OffsetForLeaderEpochResponse()
                    .topics(List.of(new OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult()
                            .topic(TOPIC)
                            .partitions(List.of(new OffsetForLeaderEpochResponse.EpochEndOffset()
                                    .partition(0)
                                    .leaderEpoch(epoch)
                                    .endOffset(offset))))));
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "NOT_LEADER_OR_FOLLOWER",
                "FENCED_LEADER_EPOCH",
                "LEADER_NOT_AVAILABLE",
                "REPLICA_NOT_AVAILABLE",
                "KAFKA_STORAGE_ERROR",
                "OFFSET_NOT_AVAILABLE",
                "UNKNOWN_TOPIC_OR_PARTITION"
            })
    void theNextLeaderIsReadFromWhereTheLastLeftOff(ErrorCode error) {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(values(consumer, 1)).containsExactly("one");
        endsAt(second, 1);
        stage.cluster().moveLeader(TOPIC, 0, 1);
        first.always(ApiKey.FETCH, refusal(error));

        await().until(() -> consumer.poll(Duration.ofMillis(10)).isEmpty()
                && !second.requests(ApiKey.FETCH).isEmpty());
        stage.log().append("two");

        assertThat(values(consumer, 1)).containsExactly("two");
    }

    @Test
    void aLeaderThatIsHintedIsFollowedThoughThePictureOfTheClusterIsOld() {
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(values(consumer, 1)).containsExactly("one");
        endsAt(second, 1);
        first.always(ApiKey.FETCH, exchange -> {
            FetchResponse refused =
                    stage.log().refusal(exchange.request(FetchRequest.class), ErrorCode.NOT_LEADER_OR_FOLLOWER);
            refused.responses()
                    .get(0)
                    .partitions()
                    .get(0)
                    .currentLeader(
                            new FetchResponse.LeaderIdAndEpoch().leaderId(1).leaderEpoch(7));
            exchange.answer(refused.nodeEndpoints(List.of(
                    new FetchResponse.NodeEndpoint().nodeId(1).host("127.0.0.1").port(second.port()))));
        });

        await().until(() -> consumer.poll(Duration.ofMillis(10)).isEmpty()
                && !second.requests(ApiKey.FETCH).isEmpty());
        stage.log().append("two");

        assertThat(values(consumer, 1)).containsExactly("two");
    }

    @Test
    void aLogThatWasCutIsReadAnewFromWhereItAgreesWithWhatWasRead() {
        stage.log().append("zero", "one", "two");
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(values(consumer, 3)).hasSize(3);
        endsAt(second, 1);
        first.always(ApiKey.FETCH, refusal(ErrorCode.FENCED_LEADER_EPOCH));

        stage.cluster().moveLeader(TOPIC, 0, 1);

        assertThat(values(consumer, 2)).containsExactly("one", "two");
        assertThat(second.requests(ApiKey.OFFSET_FOR_LEADER_EPOCH)).isNotEmpty();
    }

    @Test
    void aTopicThatIsMadeAnewIsReadThoughItsEpochsBeginAnew() {
        for (int epoch = 1; epoch <= 5; epoch++) {
            stage.cluster().moveLeader(TOPIC, 0, 0);
        }
        stage.log().isLedIn(5);
        stage.log().append("old", "old", "old");
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(values(consumer, 3)).hasSize(3);

        var anew = new FakeLog(TOPIC).append("new");
        Uuid id = stage.cluster().createTopic(TOPIC, 1);
        anew.serveTo(second);
        first.always(ApiKey.FETCH, refusal(ErrorCode.UNKNOWN_TOPIC_ID));

        assertThat(values(consumer, 1)).containsExactly("new");
        FetchRequest last = last(second);
        assertThat(last.topics().get(0).topicId()).isEqualTo(id);
        assertThat(last.topics().get(0).partitions().get(0).currentLeaderEpoch())
                .isZero();

        // An epoch that would have been old news of the old topic calls for a check in the new one.
        endsAt(second, 1);
        stage.cluster().moveLeader(TOPIC, 0, 1);
        second.next(
                ApiKey.FETCH,
                exchange -> exchange.answer(
                        anew.refusal(exchange.request(FetchRequest.class), ErrorCode.FENCED_LEADER_EPOCH)));
        await().until(() -> consumer.poll(Duration.ofMillis(10)).isEmpty()
                && !second.requests(ApiKey.OFFSET_FOR_LEADER_EPOCH).isEmpty());
    }

    /** The last fetch that names a partition. */
    private static FetchRequest last(ScriptedBroker broker) {
        List<FetchRequest> fetches = broker.requests(ApiKey.FETCH).stream()
                .map(exchange -> exchange.request(FetchRequest.class))
                .filter(fetch -> !fetch.topics().isEmpty())
                .toList();
        return fetches.get(fetches.size() - 1);
    }

    /** The leader sends the consumer to the second broker. */
    private void prefersTheSecond() {
        first.always(ApiKey.FETCH, exchange -> {
            stage.log().refusal(exchange.request(FetchRequest.class), ErrorCode.NONE);
            exchange.answer(
                    stage.log().answered(stage.log().partition(ErrorCode.NONE).preferredReadReplica(1)));
        });
    }

    private static double preferred(KafkaConsumer<?, ?> consumer) {
        return consumer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("preferred-read-replica"))
                .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
                .findFirst()
                .orElse(Double.NaN);
    }

    @Test
    void aNearerReplicaIsReadAndLeftForTheLeaderAfterItsTime() {
        prefersTheSecond();
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.reader(
                Map.of(ConsumerConfig.CLIENT_RACK_CONFIG, "near", ConsumerConfig.METADATA_MAX_AGE_CONFIG, 500));

        assertThat(values(consumer, 1)).containsExactly("one");

        assertThat(preferred(consumer)).isEqualTo(1);
        FetchRequest asked = first.requests(ApiKey.FETCH).get(0).request(FetchRequest.class);
        assertThat(asked.rackId()).isEqualTo("near");
        int askedBefore = first.requests(ApiKey.FETCH).size();
        await().until(() -> {
            consumer.poll(Duration.ofMillis(20));
            return first.requests(ApiKey.FETCH).size() > askedBefore;
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"NOT_LEADER_OR_FOLLOWER", "OFFSET_OUT_OF_RANGE", "REPLICA_NOT_AVAILABLE"})
    void aNearerReplicaThatDoesNotServeIsLeftForTheLeader(ErrorCode error) {
        prefersTheSecond();
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(values(consumer, 1)).containsExactly("one");

        second.always(ApiKey.FETCH, refusal(error));
        stage.log().serveTo(first);
        stage.log().append("two");

        assertThat(values(consumer, 1)).containsExactly("two");
        // A fetch that waited at the replica meanwhile was served; the next one is not.
        await().until(() -> {
            consumer.poll(Duration.ofMillis(20));
            return preferred(consumer) == -1;
        });
    }

    @Test
    void aNearerReplicaThatDiesIsLeftForTheLeader() {
        prefersTheSecond();
        stage.log().append("one");
        KafkaConsumer<String, String> consumer = stage.reader(Map.of());
        assertThat(values(consumer, 1)).containsExactly("one");

        second.stop();
        stage.log().serveTo(first);
        stage.log().append("two");

        assertThat(values(consumer, 1)).containsExactly("two");
    }
}
