package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.await;
import static io.milena.clients.producer.ProducerStage.get;
import static io.milena.clients.producer.ProducerStage.record;
import static io.milena.clients.producer.ProducerStage.sendAll;
import static io.milena.clients.producer.ProducerStage.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedExchange;
import io.milena.testing.ScriptedStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaders that move while records are on their way, and topics that go and come back. */
class LeaderMovesIT {

    private static final String TOPIC = "orders";

    @AutoClose
    private final ProducerStage stage = new ProducerStage(2);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void orderIsKeptAndNothingIsDoubledWithFiveRequestsInFlight(long seed) throws Exception {
        int moves = 12;
        int perMove = 150;
        var random = new Random(seed);
        stage.cluster.createTopic(TOPIC, 0);
        stage.cluster.brokers().forEach(broker -> broker.always(ApiKey.PRODUCE, unreliable(broker, random)));
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (var producer = stage.producer("batch.size", 200, "retry.backoff.ms", 5, "retry.backoff.max.ms", 20)) {
            for (int move = 0; move < moves; move++) {
                sent.addAll(sendAll(producer, TOPIC, values(move * perMove, (move + 1) * perMove)));
                int heard = stage.leaders.values(TOPIC, 0).size();
                await().until(() -> stage.leaders.values(TOPIC, 0).size() > heard);
                stage.cluster.moveLeader(TOPIC, 0, 1 - move % 2);
            }

            for (int i = 0; i < sent.size(); i++) {
                RecordMetadata metadata = get(sent.get(i));
                assertThat(metadata.hasOffset() ? metadata.offset() : i)
                        .as("seed %d", seed)
                        .isEqualTo(i);
            }
        }

        assertThat(stage.leaders.values(TOPIC, 0)).as("seed %d", seed).isEqualTo(values(0, moves * perMove));
        assertThat(stage.cluster.brokers()).allMatch(broker -> stage.leaders.bytesOf(broker) > 0);
    }

    /** Now and then a batch is in the log, and the producer is told otherwise, or nothing. */
    private ScriptedStep unreliable(ScriptedBroker broker, Random random) {
        return exchange -> {
            int drawn = random.nextInt(100);
            if (drawn < 80) {
                stage.leaders.appending(broker).run(exchange);
            } else if (drawn < 90) {
                timedOut(exchange, stage.leaders.appended(broker, exchange));
            } else if (drawn < 95) {
                timedOut(exchange, stage.leaders.refused(exchange, ErrorCode.NOT_ENOUGH_REPLICAS));
            } else if (drawn < 98) {
                stage.leaders.appended(broker, exchange);
                exchange.close();
            } else {
                exchange.close();
            }
        };
    }

    private static void timedOut(ScriptedExchange exchange, ProduceResponse answer) throws IOException {
        answer.responses()
                .forEach(topic -> topic.partitionResponses().stream()
                        .filter(partition -> partition.errorCode() == ErrorCode.NONE.code())
                        .forEach(partition -> partition.errorCode(ErrorCode.REQUEST_TIMED_OUT.code())));
        exchange.answer(answer);
    }

    @Test
    void aDeadLeaderThatBrokersStillNameIsAskedAfterUntilThereIsAnother() throws Exception {
        stage.cluster.createTopic(TOPIC, 0);
        try (var producer = stage.producer()) {
            get(producer.send(record(TOPIC, 0, "value 0")));
            stage.broker(0).stop();
            Future<RecordMetadata> sent = producer.send(record(TOPIC, 0, "value 1"));
            int asked = stage.broker(1).requests(ApiKey.METADATA).size();
            await().until(() -> stage.broker(1).requests(ApiKey.METADATA).size() >= asked + 3);

            stage.cluster.moveLeader(TOPIC, 0, 1);

            get(sent);
        }
        assertThat(stage.leaders.values(TOPIC, 0)).isEqualTo(values(0, 2));
    }

    @Test
    void aTopicThatWasCreatedAnewIsBelievedThoughItsEpochIsLower() throws Exception {
        stage.cluster.createTopic(TOPIC, 0);
        for (int i = 0; i < 6; i++) {
            stage.cluster.moveLeader(TOPIC, 0, 0);
        }
        try (var producer = stage.producer("batch.size", 200)) {
            for (Future<RecordMetadata> one : sendAll(producer, TOPIC, values(0, 50))) {
                get(one);
            }
            stage.cluster.deleteTopic(TOPIC);
            List<Future<RecordMetadata>> sent = sendAll(producer, TOPIC, values(50, 100));
            await().until(() -> stage.broker(0).requests(ApiKey.METADATA).size()
                            + stage.broker(1).requests(ApiKey.METADATA).size()
                    > 8);
            assertThat(sent).noneMatch(Future::isDone);

            Uuid next = stage.cluster.createTopic(TOPIC, 1);

            for (Future<RecordMetadata> one : sent) {
                get(one);
            }
            assertThat(stage.leaders.values(TOPIC, 0)).isEqualTo(values(50, 100));
            assertThat(stage.broker(1).requests(ApiKey.PRODUCE))
                    .isNotEmpty()
                    .allMatch(exchange -> exchange.request(ProduceRequest.class)
                            .topicData()
                            .get(0)
                            .topicId()
                            .equals(next));
        }
    }

    @Test
    void aLeaderThatIsToldBesideARefusalIsSentToWithoutAnotherQuestion() throws Exception {
        stage.cluster.createTopic(TOPIC, 0);
        try (var producer = stage.producer("metadata.max.age.ms", 100_000)) {
            get(producer.send(record(TOPIC, 0, "value 0")));
            stage.broker(0).always(ApiKey.METADATA, ScriptedStep.ignore());
            stage.broker(1).always(ApiKey.METADATA, ScriptedStep.ignore());
            stage.cluster.moveLeader(TOPIC, 0, 1);
            stage.broker(0)
                    .next(
                            ApiKey.PRODUCE,
                            exchange -> exchange.answer(stage.leaders.refusedNaming(exchange, stage.broker(1), 1)));

            get(producer.send(record(TOPIC, 0, "value 1")));

            assertThat(stage.leaders.values(TOPIC, 0)).isEqualTo(values(0, 2));
        }
    }
}
