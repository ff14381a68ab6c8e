package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS;
import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.PartitionHome.image;
import static io.milena.server.partition.TestBatches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.BrokerId;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.record.BatchTerms;
import io.milena.record.compression.Codec;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Produce over a real log: what is written, what is refused and how, and who waits. */
class ProduceHandlerTest extends ApiTest {

    private static ProduceRequest request(int acks, String topic, @Nullable ByteBuf records) {
        var data = new PartitionProduceData().index(0).records(records == null ? null : new RecordsBuffer(records));
        return new ProduceRequest()
                .acks((short) acks)
                .timeoutMs(1_000)
                .topicData(List.of(new TopicProduceData().name(topic).partitionData(List.of(data))));
    }

    private static PartitionProduceResponse only(ProduceResponse response) {
        assertThat(response.responses()).hasSize(1);
        assertThat(response.responses().get(0).partitionResponses()).hasSize(1);
        return response.responses().get(0).partitionResponses().get(0);
    }

    private PartitionProduceResponse produce(int version, ProduceRequest request) {
        return only(broker.ask(ApiKey.PRODUCE, version, ProduceResponse.class, request));
    }

    private ErrorCode errorOf(int version, ProduceRequest request) {
        return ErrorCode.of(produce(version, request).errorCode());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9, 10, 11})
    void offsetsFollowEachOtherInEveryVersion(int version) {
        broker.lead("orders", ORDERS_ID, 1);

        var first = produce(version, request(1, "orders", batch(1, "a", "b")));
        var second = produce(version, request(-1, "orders", batch(1, "c")));

        assertThat(first.errorCode()).isZero();
        assertThat(first.baseOffset()).isZero();
        assertThat(second.baseOffset()).isEqualTo(2);
    }

    @Test
    void acks0IsNotAnsweredAndItsErrorClosesTheConnection() {
        broker.lead("orders", ORDERS_ID, 1);

        assertThat(broker.send(ApiKey.PRODUCE, 9, request(0, "orders", batch(1, "a")))
                        .isUnanswered())
                .isTrue();
        assertThat(broker.send(ApiKey.PRODUCE, 9, request(0, "payments", batch(1, "a")))
                        .closedBecause())
                .contains("UNKNOWN_TOPIC_OR_PARTITION");
        assertThat(broker.home.held(ORDERS).highWatermark()).isOne();
    }

    /** What Apache Kafka 3.9.2 does: a topic cannot ask for more in-sync replicas than it has replicas. */
    @Test
    void oneReplicaIsEnoughWhereThereIsNoOther() {
        broker.home.with("min.insync.replicas", 2);
        broker.lead("orders", ORDERS_ID, 1);

        assertThat(errorOf(9, request(-1, "orders", batch(1, "a")))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void recordsThatAreMadeAnewAreMeasured() {
        broker.home.with("compression.type", "gzip");
        broker.lead("orders", ORDERS_ID, 1);
        ByteBuf asWanted = batch(BatchTerms.PLAIN, Codec.GZIP, 1, "a");

        assertThat(broker.send(ApiKey.PRODUCE, 9, request(1, "orders", asWanted))
                        .convertedBytes())
                .isZero();
        assertThat(broker.send(ApiKey.PRODUCE, 9, request(1, "orders", batch(1, "a")))
                        .convertedBytes())
                .isPositive();
    }

    @Test
    void otherAcksDoNotExist() {
        broker.lead("orders", ORDERS_ID, 1);

        assertThat(errorOf(9, request(2, "orders", batch(1, "a")))).isEqualTo(ErrorCode.INVALID_REQUIRED_ACKS);
        assertThat(broker.home.held(ORDERS).highWatermark()).isZero();
    }

    @Test
    void whoAsksTheWrongBrokerHearsOfTheRightOne() {
        broker.know("orders", ORDERS_ID, 1, 2);

        var response = broker.ask(ApiKey.PRODUCE, 10, ProduceResponse.class, request(1, "orders", batch(1, "a")));

        assertThat(only(response).errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
        assertThat(only(response).currentLeader().leaderId()).isEqualTo(2);
        assertThat(only(response).currentLeader().leaderEpoch()).isEqualTo(3);
        assertThat(response.nodeEndpoints()).singleElement().satisfies(node -> {
            assertThat(node.host()).isEqualTo("two.example");
            assertThat(node.rack()).isEqualTo("rack-2");
        });
        assertThat(errorOf(9, request(1, "orders", batch(1, "a")))).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void internalTopicsBelongToTheCoordinatorsWhateverAClientCallsItself() {
        assertThat(errorOf(9, request(1, "__consumer_offsets", batch(1, "a"))))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        broker.lead("__consumer_offsets", ORDERS_ID, 1);
        var ours = request(1, "__consumer_offsets", batch(1, "a"));

        assertThat(errorOf(9, request(1, "__consumer_offsets", batch(1, "a"))))
                .isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
        var exchange = broker.send(ApiKey.PRODUCE, 9, "__admin_client", ours);
        assertThat(only(ApiHome.answer(ApiKey.PRODUCE, 9, ProduceResponse.class, exchange))
                        .errorCode())
                .isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION.code());
    }

    @Test
    void transactionalRecordsAreRefusedWithoutAnIdAndWhereTheirTransactionIsUnknown() {
        broker.lead("orders", ORDERS_ID, 1);
        BatchTerms terms = BatchTerms.PLAIN.withProducer(5, (short) 0, 0).transactional();

        assertThat(errorOf(9, request(1, "orders", batch(terms, Codec.NONE, 1, "a"))))
                .isEqualTo(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED);
        assertThat(errorOf(
                        9,
                        request(1, "orders", batch(terms, Codec.NONE, 1, "a")).transactionalId("tx")))
                .isEqualTo(ErrorCode.INVALID_TXN_STATE);
    }

    @Test
    void zstdNeedsVersion7() {
        broker.lead("orders", ORDERS_ID, 1);

        assertThat(errorOf(6, request(1, "orders", batch(BatchTerms.PLAIN, Codec.ZSTD, 1, "a"))))
                .isEqualTo(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE);
        assertThat(errorOf(7, request(1, "orders", batch(BatchTerms.PLAIN, Codec.ZSTD, 1, "a"))))
                .isEqualTo(ErrorCode.NONE);
    }

    @Test
    void fromVersion3OnThereIsExactlyOneBatch() {
        broker.lead("orders", ORDERS_ID, 1);
        ByteBuf two = batch(1, "a");
        two.writeBytes(batch(1, "b"));

        assertThat(errorOf(3, request(1, "orders", null))).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(errorOf(9, request(1, "orders", two))).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(broker.home.held(ORDERS).highWatermark()).isZero();
    }

    @Test
    void aCorruptBatchIsRefusedWithAReason() {
        broker.lead("orders", ORDERS_ID, 1);
        ByteBuf corrupt = batch(1, "a");
        corrupt.setByte(corrupt.writerIndex() - 2, 99);

        var response = produce(9, request(1, "orders", corrupt));

        assertThat(response.errorCode()).isEqualTo(ErrorCode.CORRUPT_MESSAGE.code());
        assertThat(response.baseOffset()).isEqualTo(-1);
        assertThat(response.errorMessage()).contains("CRC");
    }

    @Test
    void aDuplicateOfAnIdempotentProducerGetsItsFirstOffset() {
        broker.lead("orders", ORDERS_ID, 1);
        BatchTerms terms = BatchTerms.PLAIN.withProducer(5, (short) 0, 0);
        produce(9, request(1, "orders", batch(1, "x")));

        var first = produce(9, request(-1, "orders", batch(terms, Codec.NONE, 1, "a", "b")));
        var again = produce(9, request(-1, "orders", batch(terms, Codec.NONE, 1, "a", "b")));

        assertThat(first.baseOffset()).isOne();
        assertThat(again.errorCode()).isZero();
        assertThat(again.baseOffset()).isOne();
        assertThat(broker.home.held(ORDERS).highWatermark()).isEqualTo(3);
    }

    @Test
    void thePartitionNamedTwiceIsWrittenOnceAsNamedLast() {
        broker.lead("orders", ORDERS_ID, 1);
        var first = new PartitionProduceData().index(0).records(new RecordsBuffer(batch(1, "a", "b", "c")));
        var last = new PartitionProduceData().index(0).records(new RecordsBuffer(batch(1, "d")));
        var twice = new ProduceRequest()
                .acks((short) 1)
                .topicData(List.of(new TopicProduceData().name("orders").partitionData(List.of(first, last))));

        assertThat(produce(9, twice).baseOffset()).isZero();
        assertThat(broker.home.held(ORDERS).highWatermark()).isOne();
    }

    private RecordingExchange sendToTwoReplicas() {
        broker.know("orders", ORDERS_ID, 1, 1);
        broker.home.obey(
                new ReplicaOrder(ORDERS, ORDERS_ID, image(1, 0, List.of(1, 2), List.of(1, 2)), ReplicaOrders.Copy.NEW));
        return broker.send(ApiKey.PRODUCE, 9, request(-1, "orders", batch(1, "a")));
    }

    private static PartitionProduceResponse answered(RecordingExchange exchange) {
        return only(ApiHome.answer(ApiKey.PRODUCE, 9, ProduceResponse.class, exchange));
    }

    @Test
    void acksAllLetsTheNextRequestStartAndIsAnsweredWhenCommitted() {
        RecordingExchange exchange = sendToTwoReplicas();
        assertThat(exchange.hasProceeded()).isTrue();
        assertThat(exchange.response()).isNull();

        broker.home.held(ORDERS).followerFetched(new BrokerId(2), 1);
        broker.home.loop.runTasks();

        assertThat(answered(exchange).errorCode()).isZero();
        assertThat(broker.home.loop.pendingTimers()).isZero();
    }

    @Test
    void acksAllTimesOut() {
        RecordingExchange exchange = sendToTwoReplicas();

        broker.home.loop.pass(999);
        assertThat(exchange.response()).isNull();
        broker.home.loop.pass(1);

        assertThat(answered(exchange).errorCode()).isEqualTo(ErrorCode.REQUEST_TIMED_OUT.code());
    }

    @Test
    void aWaitEndsWithItsConnection() {
        RecordingExchange exchange = sendToTwoReplicas();

        exchange.loseConnection();
        broker.home.loop.runTasks();

        assertThat(broker.home.loop.pendingTimers()).isZero();
        var gauge = broker.home
                .registry
                .getGauges()
                .get("kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Produce");
        assertThat(gauge.getValue()).isEqualTo(0L);
    }
}
