package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.TestBatches.batch;
import static io.milena.server.partition.TestBatches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsField;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchRequest.FetchPartition;
import io.milena.protocol.messages.FetchRequest.FetchTopic;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.FetchResponse.PartitionData;
import io.milena.server.partition.Partition;
import io.milena.server.partition.RequiredAcks;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Fetches of what was written before the broker started, so that nobody knows it to be in memory. The disk is the test:
 * what is read from it comes back when the loop's tasks run.
 */
class ColdFetchTest extends ApiTest {

    private static final int VERSION = 12;
    private static final int ONE = batch(1_000, "0123456789").readableBytes();

    private Partition cold;
    private Partition hot;

    @BeforeEach
    void writeAndStartAgain() {
        broker.home.with("segment.bytes", 5 * ONE);
        Partition orders = broker.lead("orders", ORDERS_ID, 1);
        for (int i = 0; i < 100; i++) {
            write(orders);
        }
        broker.close();
        broker = new ApiHome(directory);
        cold = broker.lead("orders", ORDERS_ID, 1);
        hot = broker.lead("fresh", new Uuid(1, 1), 1);
    }

    private static void write(Partition partition) {
        partition.append(batch(1_000, "0123456789"), terms(RequiredAcks.LEADER), null);
    }

    private static FetchTopic topic(String name, long offset, int maxBytes) {
        return new FetchTopic()
                .topic(name)
                .partitions(List.of(
                        new FetchPartition().partition(0).fetchOffset(offset).partitionMaxBytes(maxBytes)));
    }

    private static FetchRequest fetch(int minBytes, int maxWaitMs, FetchTopic... topics) {
        return new FetchRequest()
                .minBytes(minBytes)
                .maxWaitMs(maxWaitMs)
                .maxBytes(1 << 20)
                .topics(List.of(topics));
    }

    private RecordingExchange send(FetchRequest request) {
        return broker.send(ApiKey.FETCH, VERSION, request);
    }

    private static FetchResponse answered(RecordingExchange exchange) {
        return ApiHome.answer(ApiKey.FETCH, VERSION, FetchResponse.class, exchange);
    }

    private static int bytes(FetchResponse response, String topic) {
        int bytes = 0;
        for (var each : response.responses()) {
            for (PartitionData data : each.topic().equals(topic) ? each.partitions() : List.<PartitionData>of()) {
                assertThat(data.errorCode()).isZero();
                RecordsField records = data.records();
                bytes += records == null ? 0 : records.sizeBytes();
            }
        }
        return bytes;
    }

    @Test
    void theLoopDoesNotReadWhatMayNotBeInMemory() {
        RecordingExchange exchange = send(fetch(1, 0, topic("orders", 0, 1 << 20)));
        assertThat(exchange.response()).isNull();

        broker.home.loop.runTasks();

        assertThat(bytes(answered(exchange), "orders")).isEqualTo(5 * ONE);
        assertThat(broker.home.loop.pendingTimers()).isZero();
    }

    @Test
    void whatWasAppendedLatelyIsReadAtOnce() {
        write(cold);

        RecordingExchange exchange = send(fetch(1, 0, topic("orders", 100, 1 << 20)));

        assertThat(bytes(answered(exchange), "orders")).isEqualTo(ONE);
    }

    @Test
    void allSegmentsAreFoundOneAfterTheOther() {
        long offset = 0;
        for (int round = 0; round < 20; round++) {
            RecordingExchange exchange = send(fetch(1, 0, topic("orders", offset, 1 << 20)));
            broker.home.loop.runTasks();
            int found = bytes(answered(exchange), "orders");
            assertThat(found).as("from offset %d", offset).isEqualTo(5 * ONE);
            offset += found / ONE;
        }
        assertThat(offset).isEqualTo(100);
    }

    @Test
    void limitsHoldOverColdAndHotPartitionsInTheirOrder() {
        write(hot);
        write(hot);
        var request = fetch(1, 0, topic("orders", 0, 1 << 20), topic("fresh", 0, 1 << 20));

        RecordingExchange exchange = send(request.maxBytes(3 * ONE));
        broker.home.loop.runTasks();
        FetchResponse response = answered(exchange);

        assertThat(bytes(response, "orders")).isEqualTo(3 * ONE);
        assertThat(bytes(response, "fresh")).isZero();
    }

    @Test
    void onlyTheFirstBatchOfAllGoesPastItsLimit() {
        write(hot);

        RecordingExchange exchange = send(fetch(1, 0, topic("fresh", 0, 1), topic("orders", 0, 1)));
        broker.home.loop.runTasks();
        FetchResponse response = answered(exchange);

        assertThat(bytes(response, "fresh")).isEqualTo(ONE);
        assertThat(bytes(response, "orders")).isZero();
    }

    @Test
    void aStalledDiskHoldsTheAnswerForABoundedTime() {
        write(hot);
        broker.home.stallDisks();

        RecordingExchange exchange = send(fetch(1, 500, topic("orders", 0, 1 << 20), topic("fresh", 0, 1 << 20)));
        broker.home.loop.pass(500);
        assertThat(exchange.response()).isNull();
        broker.home.loop.pass(FetchWait.PATIENCE_WITH_DISKS.toMillis());

        FetchResponse response = answered(exchange);
        assertThat(bytes(response, "orders")).isZero();
        assertThat(bytes(response, "fresh")).isEqualTo(ONE);
        broker.home.freeDisks();
        broker.home.loop.runTasks();
        assertThat(broker.home.loop.pendingTimers()).isZero();
    }

    @Test
    void aFetchThatWantsMoreThanTheDiskHasGoesOnWaiting() {
        RecordingExchange exchange = send(fetch(2 * ONE, 500, topic("orders", 99, 1 << 20)));
        broker.home.loop.runTasks();
        assertThat(exchange.response()).isNull();

        write(cold);
        broker.home.loop.runTasks();

        assertThat(bytes(answered(exchange), "orders")).isEqualTo(2 * ONE);
    }

    @Test
    void whatIsAppendedDuringATripIsNotMissed() {
        broker.home.stallDisks();
        RecordingExchange exchange = send(fetch(2 * ONE, 500, topic("orders", 99, 1 << 20)));

        write(cold);
        broker.home.freeDisks();
        broker.home.loop.runTasks();

        assertThat(bytes(answered(exchange), "orders")).isEqualTo(2 * ONE);
    }

    @Test
    void aConnectionThatClosesDuringATripLeavesNothingBehind() {
        broker.home.stallDisks();
        RecordingExchange exchange = send(fetch(1, 500, topic("orders", 0, 1 << 20)));

        exchange.loseConnection();
        broker.home.freeDisks();
        broker.home.loop.runTasks();

        assertThat(broker.home.loop.pendingTimers()).isZero();
        assertThat(exchange.response()).isNull();
    }
}
