package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS;
import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.TestBatches.batch;
import static io.milena.server.partition.TestBatches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
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

/** Fetches of old clients when others do not take what was converted for them. One answer fits into the budget. */
class OldFetchTest extends ApiTest {

    private static final int VERSION = 2;
    private static final int WAIT_MS = 500;
    private static final int RECORD_BYTES = ApiHome.MAX_CONVERTED_BYTES / 2 - 200;

    @BeforeEach
    void writeAnAnswersWorth() {
        write(broker.lead("orders", ORDERS_ID, 1), "x".repeat(RECORD_BYTES));
    }

    private static void write(Partition partition, String value) {
        partition.append(batch(1_000, value), terms(RequiredAcks.LEADER), null);
    }

    private static FetchRequest fetch(int maxWaitMs) {
        var partition = new FetchPartition().partition(0).partitionMaxBytes(1 << 20);
        return new FetchRequest()
                .minBytes(1)
                .maxWaitMs(maxWaitMs)
                .maxBytes(1 << 20)
                .topics(List.of(new FetchTopic().topic("orders").partitions(List.of(partition))));
    }

    private RecordingExchange deaf() {
        return broker.sendDeaf(ApiKey.FETCH, VERSION, fetch(0));
    }

    private RecordingExchange send(int maxWaitMs) {
        return broker.send(ApiKey.FETCH, VERSION, fetch(maxWaitMs));
    }

    private static PartitionData answer(RecordingExchange exchange) {
        FetchResponse response = ApiHome.answer(ApiKey.FETCH, VERSION, FetchResponse.class, exchange);
        return response.responses().get(0).partitions().get(0);
    }

    private static int bytes(RecordingExchange exchange) {
        var records = answer(exchange).records();
        return records == null ? 0 : records.sizeBytes();
    }

    @Test
    void aFetchIsConvertedOnceOthersHaveTakenTheirAnswers() {
        RecordingExchange deaf = deaf();
        RecordingExchange second = send(WAIT_MS);
        boolean waits = second.response() == null && second.isFrameDone();

        deaf.takeAnswer();
        broker.home.loop.runTasks();

        assertThat(waits).isTrue();
        assertThat(bytes(deaf)).isGreaterThan(RECORD_BYTES);
        assertThat(bytes(second)).isGreaterThan(RECORD_BYTES);
        assertThat(second.convertedBytes()).isGreaterThan(RECORD_BYTES);
        assertThat(broker.home.loop.pendingTimers()).isZero();
    }

    @Test
    void aFetchWithoutRoomIsAnsweredWithoutRecordsWhenItsTimeIsUp() {
        RecordingExchange deaf = deaf();
        RecordingExchange second = send(WAIT_MS);

        broker.home.loop.pass(WAIT_MS - 1);
        boolean waits = second.response() == null;
        broker.home.loop.pass(1);

        assertThat(waits).isTrue();
        PartitionData data = answer(second);
        assertThat(data.errorCode()).isZero();
        assertThat(data.highWatermark()).isOne();
        assertThat(data.records())
                .isNotNull()
                .satisfies(records -> assertThat(records.sizeBytes()).isZero());
        deaf.takeAnswer();
        assertThat(bytes(send(0))).as("asked again").isPositive();
    }

    @Test
    void aFetchThatDoesNotWaitIsAnsweredAtOnce() {
        RecordingExchange deaf = deaf();

        assertThat(bytes(send(0))).isZero();
        deaf.takeAnswer();
    }

    @Test
    void nobodyWaitsLongerThanFilesMayBeKeptOpen() {
        RecordingExchange deaf = deaf();
        RecordingExchange second = send(Integer.MAX_VALUE);

        broker.home.loop.pass(5_000);

        assertThat(bytes(second)).isZero();
        deaf.takeAnswer();
    }

    @Test
    void aLostConnectionLeavesTheLine() {
        RecordingExchange deaf = deaf();
        RecordingExchange lost = send(WAIT_MS);
        RecordingExchange third = send(WAIT_MS);

        lost.loseConnection();
        deaf.takeAnswer();
        broker.home.loop.runTasks();

        assertThat(lost.response()).isNull();
        assertThat(bytes(third)).isPositive();
        assertThat(broker.home.loop.pendingTimers()).isZero();
    }

    @Test
    void anAnswerLargerThanTheBudgetIsGivenWhenNothingElseIsOut() {
        write(broker.home.held(ORDERS), "y".repeat(3 * RECORD_BYTES));

        assertThat(bytes(send(0))).isGreaterThan(ApiHome.MAX_CONVERTED_BYTES);
        assertThat(bytes(send(0))).as("nothing stays counted").isGreaterThan(ApiHome.MAX_CONVERTED_BYTES);
    }

    @Test
    void anAnswerWithoutRecordsNeedsNoRoom() {
        RecordingExchange deaf = deaf();
        FetchRequest beyond = fetch(WAIT_MS);
        beyond.topics().get(0).partitions().get(0).fetchOffset(99);

        RecordingExchange answered = broker.send(ApiKey.FETCH, VERSION, beyond);

        assertThat(answer(answered).errorCode()).isPositive();
        deaf.takeAnswer();
    }
}
