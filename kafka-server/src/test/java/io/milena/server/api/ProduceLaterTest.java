package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS;
import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.PartitionHome.image;
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
import io.milena.record.compression.Codec;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Produce where the event loop must not wait: the disk stalls, a batch makes much work, records are to be forced. */
class ProduceLaterTest extends ApiTest {

    /** A compressed batch that a loop does not look through. */
    private static ByteBuf heavy() {
        var random = new SplittableRandom(1);
        var text = new StringBuilder();
        random.ints(150_000, 32, 4_000).forEach(letter -> text.append((char) letter));
        return batch(BatchTerms.PLAIN, Codec.LZ4, 1, text.toString(), text.toString());
    }

    private static ProduceRequest request(int acks, int partition, ByteBuf records) {
        var data = new PartitionProduceData().index(partition).records(new RecordsBuffer(records));
        return new ProduceRequest()
                .acks((short) acks)
                .timeoutMs(1_000)
                .topicData(List.of(new TopicProduceData().name("orders").partitionData(List.of(data))));
    }

    private RecordingExchange send(int acks, int partition, ByteBuf records) {
        return broker.send(ApiKey.PRODUCE, 9, request(acks, partition, records));
    }

    private static PartitionProduceResponse only(RecordingExchange exchange) {
        return ApiHome.answer(ApiKey.PRODUCE, 9, ProduceResponse.class, exchange)
                .responses()
                .get(0)
                .partitionResponses()
                .get(0);
    }

    private void freeDisks() {
        broker.home.freeDisks();
        broker.home.loop.runTasks();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void othersAreServedWhileOneWaitsForItsLane(int acks) {
        broker.lead("orders", ORDERS_ID, 2);
        broker.home.stallDisks();

        RecordingExchange slow = send(acks, 0, heavy());
        RecordingExchange other = send(acks, 1, batch(1, "a"));

        assertThat(only(other).baseOffset()).isZero();
        assertThat(slow.response()).isNull();
        assertThat(slow.hasProceeded()).isFalse();
        assertThat(slow.frame().refCnt()).as("records are kept").isEqualTo(2);

        freeDisks();

        assertThat(only(slow).errorCode()).isZero();
        assertThat(slow.frame().refCnt()).isOne();
    }

    /** Few bytes that hold many. */
    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"GZIP", "ZSTD", "LZ4"})
    void aBatchThatOnlyLooksLightIsLeftToAnotherThread(Codec codec) {
        broker.lead("orders", ORDERS_ID, 1);
        broker.home.stallDisks();
        ByteBuf bomb = batch(BatchTerms.PLAIN, codec, 1, "x".repeat(6 << 20));
        assertThat(bomb.readableBytes()).isLessThan(32 << 10);

        RecordingExchange sent = send(1, 0, bomb);
        assertThat(sent.response()).isNull();
        freeDisks();

        assertThat(only(sent).baseOffset()).isZero();
        assertThat(sent.frame().refCnt()).isOne();
    }

    @Test
    void whatComesLaterDoesNotOvertake() {
        broker.lead("orders", ORDERS_ID, 1);
        broker.home.stallDisks();

        RecordingExchange first = send(1, 0, heavy());
        RecordingExchange second = send(1, 0, batch(1, "a"));
        assertThat(second.response()).isNull();
        freeDisks();

        assertThat(only(first).baseOffset()).isZero();
        assertThat(only(second).baseOffset()).isEqualTo(2);
        assertThat(only(send(1, 0, batch(1, "b"))).baseOffset())
                .as("at once again")
                .isEqualTo(3);
    }

    @Test
    void acks0LetsNoSuccessorStartBeforeItsAppend() {
        broker.lead("orders", ORDERS_ID, 1);
        broker.home.stallDisks();

        RecordingExchange sent = send(0, 0, heavy());
        assertThat(sent.isUnanswered()).isFalse();
        freeDisks();

        assertThat(sent.isUnanswered()).isTrue();
        assertThat(broker.home.held(ORDERS).highWatermark()).isEqualTo(2);
    }

    @Test
    void recordsOfAConnectionThatIsLostMeanwhileAreWrittenAndGivenBack() {
        broker.lead("orders", ORDERS_ID, 1);
        broker.home.stallDisks();

        RecordingExchange lost = send(0, 0, heavy());
        lost.loseConnection();
        freeDisks();

        assertThat(lost.frame().refCnt()).isOne();
        assertThat(broker.home.held(ORDERS).highWatermark()).isEqualTo(2);
    }

    @Test
    void aRoleThatIsLostMeanwhileRefusesTheRecords() {
        broker.home.obey(
                new ReplicaOrder(ORDERS, ORDERS_ID, image(1, 0, List.of(1, 2), List.of(1)), ReplicaOrders.Copy.NEW));
        broker.know("orders", ORDERS_ID, 1, 1);
        broker.home.stallDisks();

        RecordingExchange sent = send(1, 0, heavy());
        broker.home.obey(
                new ReplicaOrder(ORDERS, ORDERS_ID, image(2, 1, List.of(1, 2), List.of(2)), ReplicaOrders.Copy.NEW));
        freeDisks();

        assertThat(ErrorCode.of(only(sent).errorCode())).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(sent.frame().refCnt()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void withFlushMessages1TheAnswerComesAfterTheForce(int acks) {
        broker.home.with("flush.messages", 1);
        broker.lead("orders", ORDERS_ID, 1);
        broker.home.stallDisks();

        RecordingExchange sent = send(acks, 0, batch(1, "a"));
        assertThat(sent.hasProceeded()).as("it is in the log").isTrue();
        assertThat(sent.response()).isNull();
        assertThat(broker.home.held(ORDERS).highWatermark()).isZero();
        freeDisks();

        assertThat(only(sent).errorCode()).isZero();
        assertThat(broker.home.held(ORDERS).highWatermark()).isOne();
    }

    @Test
    void whoWaitsForAForceThatWillNotComeHearsSo() {
        broker.home.with("flush.messages", 1);
        broker.lead("orders", ORDERS_ID, 1);
        broker.home.stallDisks();

        RecordingExchange leader = send(1, 0, batch(1, "a"));
        RecordingExchange all = send(-1, 0, batch(1, "b"));
        broker.home.partitions.directoryFailed(directory, new TreeSet<>(List.of(ORDERS)));
        broker.home.freeLast();

        assertThat(ErrorCode.of(only(leader).errorCode())).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(ErrorCode.of(only(all).errorCode())).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
    }

    @Test
    void withFlushMessages2OnlyTheAppendThatMakesItDueWaits() {
        broker.home.with("flush.messages", 2);
        broker.lead("orders", ORDERS_ID, 1);
        broker.home.stallDisks();

        RecordingExchange first = send(1, 0, batch(1, "a"));
        RecordingExchange second = send(-1, 0, batch(1, "b"));
        assertThat(only(first).errorCode()).isZero();
        assertThat(second.response()).isNull();
        freeDisks();

        assertThat(only(second).errorCode()).isZero();
    }
}
