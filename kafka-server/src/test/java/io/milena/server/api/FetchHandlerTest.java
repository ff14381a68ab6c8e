package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS;
import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.PartitionHome.image;
import static io.milena.server.partition.TestBatches.batch;
import static io.milena.server.partition.TestBatches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.RecordsField;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchRequest.FetchPartition;
import io.milena.protocol.messages.FetchRequest.FetchTopic;
import io.milena.protocol.messages.FetchRequest.ForgottenTopic;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.FetchResponse.PartitionData;
import io.milena.server.network.Exchange.Fetcher;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.RequiredAcks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetch over a real log: limits, waits, sessions, topic ids, and what other clients than today's get. */
class FetchHandlerTest extends ApiTest {

    private static final String BIG = "x".repeat(2_000);
    private static final String FETCHES_WAITING =
            "kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Fetch";

    private static void write(Partition partition, String... values) {
        partition.append(batch(1_000, values), terms(RequiredAcks.LEADER), null);
    }

    private static FetchPartition from(int partition, long offset) {
        return new FetchPartition().partition(partition).fetchOffset(offset).partitionMaxBytes(1 << 20);
    }

    private static FetchRequest fetch(FetchPartition... partitions) {
        return new FetchRequest()
                .minBytes(1)
                .maxWaitMs(0)
                .maxBytes(1 << 20)
                .topics(List.of(new FetchTopic().topic("orders").partitions(List.of(partitions))));
    }

    private static FetchRequest byId(Uuid topicId) {
        return new FetchRequest()
                .minBytes(1)
                .maxBytes(1 << 20)
                .topics(List.of(new FetchTopic().topicId(topicId).partitions(List.of(from(0, 0)))));
    }

    private FetchResponse ask(int version, FetchRequest request) {
        return broker.ask(ApiKey.FETCH, version, FetchResponse.class, request);
    }

    private static FetchResponse answered(RecordingExchange exchange, int version) {
        return ApiHome.answer(ApiKey.FETCH, version, FetchResponse.class, exchange);
    }

    private static List<PartitionData> partitions(FetchResponse response) {
        return response.responses().stream()
                .flatMap(topic -> topic.partitions().stream())
                .toList();
    }

    private static PartitionData only(FetchResponse response) {
        assertThat(partitions(response)).hasSize(1);
        return partitions(response).get(0);
    }

    private static int bytes(PartitionData data) {
        RecordsField records = data.records();
        return records == null ? 0 : records.sizeBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17})
    void recordsComeBackInEveryVersion(int version) {
        write(broker.lead("orders", ORDERS_ID, 1), "a", "b");

        PartitionData data = only(ask(version, version < 13 ? fetch(from(0, 0)) : byId(ORDERS_ID)));

        assertThat(data.errorCode()).isZero();
        assertThat(data.highWatermark()).isEqualTo(2);
        assertThat(data.lastStableOffset()).isEqualTo(2);
        assertThat(bytes(data)).isEqualTo(batch(1_000, "a", "b").readableBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void oldClientsGetTheirOwnFormat(int version) {
        write(broker.lead("orders", ORDERS_ID, 1), "a", "b");

        PartitionData data = only(ask(version, fetch(from(0, 0))));

        var records = (RecordsBuffer) data.records();
        assertThat(records).isNotNull();
        assertThat(records.content().getByte(16)).isEqualTo((byte) (version < 2 ? 0 : 1));
        assertThat(records.content().getLong(0)).isZero();
    }

    @Test
    void theFirstBatchComesWholeWhateverTheLimitsSay() {
        Partition first = broker.lead("orders", ORDERS_ID, 3);
        write(broker.home.held(new TopicPartition("orders", 1)), BIG);
        write(broker.home.held(new TopicPartition("orders", 2)), BIG);
        FetchPartition tiny = from(1, 0).partitionMaxBytes(10);

        FetchResponse response = ask(12, fetch(from(0, 0), tiny, from(2, 0)).maxBytes(20));

        assertThat(first.highWatermark()).isZero();
        assertThat(partitions(response)).extracting(FetchHandlerTest::bytes).satisfies(sizes -> {
            assertThat(sizes.get(0)).isZero();
            assertThat(sizes.get(1)).isGreaterThan(2_000);
            assertThat(sizes.get(2)).isZero();
        });
    }

    @Test
    void theBrokersLimitCapsAllPartitionsTogether() {
        Partition orders = broker.lead("orders", ORDERS_ID, 2);
        Partition second = broker.home.held(new TopicPartition("orders", 1));
        for (int i = 0; i < 20; i++) {
            write(orders, "x".repeat(100_000));
            write(second, "x".repeat(100_000));
        }
        FetchPartition greedy = from(0, 0).partitionMaxBytes(Integer.MAX_VALUE);
        FetchPartition greedyToo = from(1, 0).partitionMaxBytes(Integer.MAX_VALUE);

        FetchResponse response = ask(12, fetch(greedy, greedyToo).maxBytes(Integer.MAX_VALUE));

        int total =
                partitions(response).stream().mapToInt(FetchHandlerTest::bytes).sum();
        assertThat(total).isEqualTo(1 << 20);
    }

    @Test
    void aFetchWaitsForRecordsAndIsWokenByThem() {
        Partition orders = broker.lead("orders", ORDERS_ID, 1);
        RecordingExchange exchange =
                broker.send(ApiKey.FETCH, 12, fetch(from(0, 0)).maxWaitMs(500));
        assertThat(exchange.response()).isNull();
        assertThat(exchange.isFrameDone()).isTrue();
        assertThat(exchange.fetcher()).isEqualTo(Fetcher.CONSUMER);

        write(orders, "a");
        write(orders, "b");
        broker.home.loop.runTasks();

        assertThat(bytes(only(answered(exchange, 12)))).isPositive();
        assertThat(broker.home.loop.pendingTimers()).isZero();
        assertThat(waiting()).isEqualTo(0L);
    }

    private Object waiting() {
        return broker.home.registry.getGauges().get(FETCHES_WAITING).getValue();
    }

    @Test
    void aFetchWaitsOnUntilThereAreEnoughBytesOrTheTimeIsUp() {
        Partition orders = broker.lead("orders", ORDERS_ID, 1);
        RecordingExchange exchange =
                broker.send(ApiKey.FETCH, 12, fetch(from(0, 0)).minBytes(1_000).maxWaitMs(500));

        write(orders, "a");
        broker.home.loop.pass(499);
        assertThat(exchange.response()).isNull();
        broker.home.loop.pass(1);

        assertThat(bytes(only(answered(exchange, 12)))).isPositive();
    }

    @Test
    void anAbandonedFetchLeavesItsPartitions() {
        broker.lead("orders", ORDERS_ID, 1);
        RecordingExchange exchange =
                broker.send(ApiKey.FETCH, 12, fetch(from(0, 0)).maxWaitMs(Integer.MAX_VALUE));
        assertThat(waiting()).isEqualTo(1L);

        exchange.loseConnection();

        assertThat(waiting()).isEqualTo(0L);
        assertThat(broker.home.loop.pendingTimers()).isZero();
        assertThat(exchange.response()).isNull();
    }

    @Test
    void aFetchThatWaitsHearsThatTheLeaderHasMoved() {
        broker.lead("orders", ORDERS_ID, 1);
        RecordingExchange exchange =
                broker.send(ApiKey.FETCH, 10, fetch(from(0, 0)).maxWaitMs(500));

        broker.home.obey(
                new ReplicaOrder(ORDERS, ORDERS_ID, image(2, 1, List.of(1, 2), List.of(2)), ReplicaOrders.Copy.NEW));
        broker.home.loop.runTasks();

        assertThat(partitions(answered(exchange, 10)))
                .extracting(data -> ErrorCode.of(data.errorCode()))
                .containsExactly(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void anErrorIsAnsweredAtOnce() {
        broker.lead("orders", ORDERS_ID, 1);

        FetchResponse response = ask(12, fetch(from(0, 99), from(7, 0)).maxWaitMs(500));

        assertThat(partitions(response))
                .extracting(data -> ErrorCode.of(data.errorCode()))
                .containsExactly(ErrorCode.OFFSET_OUT_OF_RANGE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aTopicCreatedAgainHasAnotherId() {
        write(broker.lead("orders", ORDERS_ID, 1), "a");
        var next = new Uuid(9, 9);

        assertThat(only(ask(13, byId(next))).errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
        broker.know("orders", next, 1, 1);
        assertThat(only(ask(13, byId(next))).errorCode()).isEqualTo(ErrorCode.INCONSISTENT_TOPIC_ID.code());
        assertThat(only(ask(13, byId(ORDERS_ID))).errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
    }

    @Test
    void aSessionTellsOnlyNewsAndNeverOfAPartitionOutsideIt() {
        Partition orders = broker.lead("orders", ORDERS_ID, 2);
        write(orders, "a");
        FetchResponse opened = ask(12, fetch(from(0, 1), from(1, 0)).sessionEpoch(0));
        assertThat(opened.sessionId()).isPositive();
        assertThat(partitions(opened)).hasSize(2);

        assertThat(partitions(ask(12, next(opened, 1)))).isEmpty();
        write(orders, "b");
        assertThat(partitions(ask(12, next(opened, 2))))
                .extracting(PartitionData::partitionIndex)
                .containsExactly(0);
        var forget = next(opened, 3)
                .forgottenTopicsData(
                        List.of(new ForgottenTopic().topic("orders").partitions(List.of(0))));
        assertThat(partitions(ask(12, forget))).isEmpty();
        assertThat(ask(12, next(opened, 3)).errorCode()).isEqualTo(ErrorCode.INVALID_FETCH_SESSION_EPOCH.code());
        assertThat(ask(12, next(opened, 4).sessionId(5)).errorCode())
                .isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND.code());
    }

    private static FetchRequest next(FetchResponse opened, int epoch) {
        return new FetchRequest()
                .minBytes(1)
                .maxBytes(1 << 20)
                .sessionId(opened.sessionId())
                .sessionEpoch(epoch);
    }

    @Test
    void aTopicOfZstdNeedsVersion10() {
        broker.home.with("compression.type", "zstd");
        write(broker.lead("orders", ORDERS_ID, 1), "a");

        assertThat(only(ask(9, fetch(from(0, 0)))).errorCode())
                .isEqualTo(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE.code());
        assertThat(only(ask(10, fetch(from(0, 0)))).errorCode()).isZero();
    }

    @Test
    void recordsConvertedForOldClientsAreCounted() {
        write(broker.lead("orders", ORDERS_ID, 1), "a", "b");

        int sizeBytes = bytes(only(ask(3, fetch(from(0, 0)))));

        String name = "kafka.server:type=BrokerTopicMetrics,name=FetchMessageConversionsPerSec";
        assertThat(sizeBytes).isPositive();
        assertThat(broker.home.registry.meter(name).getCount()).isEqualTo(2);
        assertThat(broker.home.registry.meter(name + ",topic=orders").getCount())
                .isEqualTo(2);
    }

    @Test
    void oldFormatsAreRefusedWhereTheTopicSaysSo() {
        broker.home.with("message.downconversion.enable", false);
        write(broker.lead("orders", ORDERS_ID, 1), "a");

        assertThat(only(ask(3, fetch(from(0, 0)))).errorCode()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION.code());
    }

    @Test
    void whoAsksTheWrongBrokerHearsOfTheRightOne() {
        broker.know("orders", ORDERS_ID, 1, 2);

        FetchResponse response = ask(16, byId(ORDERS_ID));

        assertThat(only(response).errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
        assertThat(only(response).currentLeader().leaderId()).isEqualTo(2);
        assertThat(response.nodeEndpoints())
                .singleElement()
                .satisfies(node -> assertThat(node.port()).isEqualTo(9092));
    }

    @Test
    void aFollowersFetchTellsHowFarItIs() {
        broker.know("orders", ORDERS_ID, 1, 1);
        broker.home.obey(
                new ReplicaOrder(ORDERS, ORDERS_ID, image(1, 0, List.of(1, 2), List.of(1, 2)), ReplicaOrders.Copy.NEW));
        Partition orders = broker.home.held(ORDERS);
        write(orders, "a");

        assertThat(bytes(only(ask(12, fetch(from(0, 0)).replicaId(2))))).isPositive();
        assertThat(orders.highWatermark()).isZero();
        ask(12, fetch(from(0, 1)).replicaId(2));

        assertThat(orders.highWatermark()).isOne();
    }
}
