package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS;
import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.PartitionHome.image;
import static io.milena.server.partition.TestBatches.batch;
import static io.milena.server.partition.TestBatches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DeleteRecordsRequest;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsPartition;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsTopic;
import io.milena.protocol.messages.DeleteRecordsResponse;
import io.milena.protocol.messages.DeleteRecordsResponse.DeleteRecordsPartitionResult;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.RequiredAcks;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DeleteRecords of partition 0 of a topic, which has four records, and of what is not here. */
class DeleteRecordsHandlerTest extends ApiTest {

    private Partition orders;

    @BeforeEach
    void writeRecords() {
        orders = broker.lead("orders", ORDERS_ID, 2);
        for (int i = 0; i < 4; i++) {
            orders.append(batch(100, "v"), terms(RequiredAcks.LEADER), null);
        }
    }

    private static DeleteRecordsRequest request(DeleteRecordsTopic... topics) {
        return new DeleteRecordsRequest().topics(List.of(topics));
    }

    private static DeleteRecordsTopic of(String topic, DeleteRecordsPartition... partitions) {
        return new DeleteRecordsTopic().name(topic).partitions(List.of(partitions));
    }

    private static DeleteRecordsPartition before(int partition, long offset) {
        return new DeleteRecordsPartition().partitionIndex(partition).offset(offset);
    }

    private DeleteRecordsResponse ask(DeleteRecordsTopic... topics) {
        return broker.ask(ApiKey.DELETE_RECORDS, 2, DeleteRecordsResponse.class, request(topics));
    }

    private DeleteRecordsPartitionResult ask(String topic, int partition, long offset) {
        return ask(of(topic, before(partition, offset)))
                .topics()
                .get(0)
                .partitions()
                .get(0);
    }

    private static ErrorCode error(DeleteRecordsPartitionResult result) {
        return ErrorCode.of(result.errorCode());
    }

    private long start() {
        return orders.log().offsets().logStartOffset();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, NONE",
        "3, 3, NONE",
        "4, 4, NONE",
        "-1, 4, NONE",
        "5, -1, OFFSET_OUT_OF_RANGE",
        "-2, -1, OFFSET_OUT_OF_RANGE",
        "9223372036854775807, -1, OFFSET_OUT_OF_RANGE"
    })
    void thePartitionBeginsWhereItIsToldUpToWhatIsCommitted(long before, long lowWatermark, ErrorCode error) {
        var answer = ask("orders", 0, before);

        assertThat(error(answer)).isEqualTo(error);
        assertThat(answer.lowWatermark()).isEqualTo(lowWatermark);
        assertThat(start()).isEqualTo(Math.max(lowWatermark, 0));
    }

    @Test
    void theStartNeverMovesBack() {
        ask("orders", 0, 3);

        assertThat(ask("orders", 0, 1).lowWatermark()).isEqualTo(3);
        assertThat(start()).isEqualTo(3);
    }

    @Test
    void nothingIsDeletedThatFollowersMayLack() {
        broker.home.obey(new ReplicaOrder(
                ORDERS, ORDERS_ID, image(1, 1, List.of(1, 2), List.of(1, 2)), ReplicaOrders.Copy.HELD));
        orders.append(batch(100, "v"), terms(RequiredAcks.LEADER), null);

        assertThat(ask("orders", 0, -1).lowWatermark()).isEqualTo(4);
        assertThat(error(ask("orders", 0, 5))).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    }

    @Test
    void aPartitionThatIsNamedTwiceIsAnsweredOnceByTheLastWord() {
        var answer = ask(of("orders", before(0, 3), before(1, 0)), of("orders", before(0, 1)));

        assertThat(answer.topics()).hasSize(1);
        assertThat(answer.topics().get(0).partitions()).hasSize(2);
        assertThat(start()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"compact, POLICY_VIOLATION", "'compact,delete', NONE"})
    void aLogThatIsOnlyCompactedForgetsNothing(String policy, ErrorCode error) {
        broker.home.with("cleanup.policy", policy).partitions.updateConfig("orders");

        assertThat(error(ask("orders", 0, 2))).isEqualTo(error);
    }

    @Test
    void whatIsNotHereIsRefusedAndKeepsNobodyElseOut() {
        broker.know("elsewhere", new Uuid(1, 1), 1, 2);
        broker.lead("__consumer_offsets", new Uuid(2, 2), 1);

        assertThat(error(ask("nowhere", 0, 0))).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(ask("orders", 7, 0))).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(ask("elsewhere", 0, 0))).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(error(ask("__consumer_offsets", 0, 0))).isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
        assertThat(ask(of("nowhere", before(0, 0)), of("orders", before(0, 2))).topics().stream()
                        .map(topic -> error(topic.partitions().get(0))))
                .containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NONE);
        assertThat(start()).isEqualTo(2);
        assertThat(ask().topics()).isEmpty();
    }

    @Test
    void aFollowerDeletesNothing() {
        PartitionImage other = image(2, 1, List.of(1, 2), List.of(1, 2));
        broker.home.obey(new ReplicaOrder(ORDERS, ORDERS_ID, other, ReplicaOrders.Copy.HELD));

        assertThat(error(ask("orders", 0, 2))).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(start()).isZero();
    }

    @Test
    void aDiskThatStallsIsNotWaitedForLongerThanTheClientWaits() {
        broker.home.stallDisks();
        var exchange = broker.send(
                ApiKey.DELETE_RECORDS, 2, request(of("orders", before(0, 2))).timeoutMs(15_000));

        broker.home.loop.pass(14_999);
        assertThat(exchange.response()).isNull();
        broker.home.loop.pass(1);

        var answer = ApiHome.answer(ApiKey.DELETE_RECORDS, 2, DeleteRecordsResponse.class, exchange);
        assertThat(error(answer.topics().get(0).partitions().get(0))).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
        broker.home.freeDisks();
        broker.home.loop.runTasks();
        assertThat(start()).isZero();
    }
}
