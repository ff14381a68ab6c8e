package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS;
import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.TestBatches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.partition.ProduceTerms;
import io.milena.server.partition.RequiredAcks;
import io.milena.storage.AppendTerms.Origin;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transactional records: the coordinator is asked before a transaction begins in a partition (KIP-890). */
class ProduceTransactionTest extends ApiTest {

    private static final long PRODUCER = 5;
    private static final int VERSION = 9;

    private final List<Reply<ErrorCode>> asked = new ArrayList<>();

    @BeforeEach
    void leadAndListen() {
        broker.lead("orders", ORDERS_ID, 1);
        broker.verifier = (transactionalId, producer, partition, reply) -> asked.add(reply);
    }

    @Test
    void theFirstBatchWaitsForTheCoordinatorAndHoldsTheConnection() {
        RecordingExchange first = send(VERSION, 0, "a");

        assertThat(first.response()).isNull();
        assertThat(first.hasProceeded()).isFalse();
        answer(ErrorCode.NONE);
        assertThat(only(VERSION, first).baseOffset()).isZero();
        assertThat(first.frame().refCnt()).as("records are not kept").isEqualTo(1);
    }

    @Test
    void whatGoesOnWithAnOpenTransactionAsksNobody() {
        send(VERSION, 0, "a");
        answer(ErrorCode.NONE);

        RecordingExchange second = send(VERSION, 1, "b");

        assertThat(only(VERSION, second).baseOffset()).isEqualTo(1);
        assertThat(asked).isEmpty();
    }

    @Test
    void theNextTransactionAsksAgain() {
        send(VERSION, 0, "a");
        answer(ErrorCode.NONE);
        endTransaction();

        RecordingExchange next = send(VERSION, 1, "b");

        assertThat(next.response()).isNull();
        assertThat(asked).hasSize(1);
        answer(ErrorCode.NONE);
        assertThat(only(VERSION, next).baseOffset()).isEqualTo(2);
    }

    @Test
    void aMarkerThatComesWhileTheCoordinatorIsAskedVoidsItsAnswer() {
        RecordingExchange late = send(VERSION, 0, "a");
        endTransaction();

        answer(ErrorCode.NONE);

        assertThat(ErrorCode.of(only(VERSION, late).errorCode())).isEqualTo(ErrorCode.INVALID_TXN_STATE);
        assertThat(late.frame().refCnt()).as("records are not kept").isEqualTo(1);
        assertThat(broker.home.held(ORDERS).highWatermark())
                .as("only the marker")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "10, TRANSACTION_ABORTABLE, INVALID_TXN_STATE",
        "11, TRANSACTION_ABORTABLE, TRANSACTION_ABORTABLE",
        "9, NOT_ENOUGH_REPLICAS, NOT_ENOUGH_REPLICAS",
        "9, INVALID_PRODUCER_EPOCH, INVALID_PRODUCER_EPOCH",
    })
    void whatTheCoordinatorRefusesIsNotWritten(int version, ErrorCode refusal, ErrorCode told) {
        RecordingExchange refused = send(version, 0, "a");

        answer(refusal);

        assertThat(ErrorCode.of(only(version, refused).errorCode())).isEqualTo(told);
        assertThat(refused.frame().refCnt()).as("records are not kept").isEqualTo(1);
        assertThat(broker.home.held(ORDERS).highWatermark()).isZero();
    }

    @Test
    void plainRecordsOfATransactionalClientAskNobody() {
        var request = request(batch(1, "a"));

        RecordingExchange exchange = broker.send(ApiKey.PRODUCE, VERSION, request);

        assertThat(only(VERSION, exchange).errorCode()).isZero();
        assertThat(exchange.frame().refCnt()).as("records are not kept").isEqualTo(1);
    }

    @Test
    void whereNobodyIsToBeAskedATransactionBeginsAtOnce() {
        broker.verifier = new NoVerifier();

        RecordingExchange first = send(VERSION, 0, "a");

        assertThat(only(VERSION, first).baseOffset()).isZero();
        assertThat(first.frame().refCnt()).as("records are not kept").isEqualTo(1);
        endTransaction();
        assertThat(only(VERSION, send(VERSION, 1, "b")).baseOffset())
                .as("in the next one")
                .isEqualTo(2);
    }

    private RecordingExchange send(int version, int sequence, String value) {
        BatchTerms terms =
                BatchTerms.PLAIN.withProducer(PRODUCER, (short) 0, sequence).transactional();
        return broker.send(ApiKey.PRODUCE, version, request(batch(terms, Codec.NONE, 1, value)));
    }

    private static ProduceRequest request(ByteBuf records) {
        var data = new PartitionProduceData().index(0).records(new RecordsBuffer(records));
        return new ProduceRequest()
                .transactionalId("tx")
                .acks((short) -1)
                .timeoutMs(1_000)
                .topicData(List.of(new TopicProduceData().name("orders").partitionData(List.of(data))));
    }

    private void answer(ErrorCode error) {
        asked.remove(0).give(error);
        broker.home.loop.runTasks();
    }

    private void endTransaction() {
        ByteBuf marker = new ControlMarker(ControlMarker.Type.COMMIT, 0)
                .toBatch(UnpooledByteBufAllocator.DEFAULT, PRODUCER, (short) 0, 1);
        var terms =
                new ProduceTerms(RequiredAcks.ALL, Origin.COORDINATOR, RecordValidation.HEADER, (nanos, bytes) -> {});
        broker.home.held(ORDERS).append(marker, terms, null);
        marker.release();
    }

    private static PartitionProduceResponse only(int version, RecordingExchange exchange) {
        return ApiHome.answer(ApiKey.PRODUCE, version, ProduceResponse.class, exchange)
                .responses()
                .get(0)
                .partitionResponses()
                .get(0);
    }
}
