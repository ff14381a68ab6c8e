package io.milena.compat;

import static io.milena.testkit.WireTopic.LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches: limits that are not limits, sessions (KIP-227), waiting, every version. */
class FetchTrapsIT extends WireSuite {

    private static final int NEW_SESSION = 0;
    private static final int VERSION = WireTopic.FETCH_VERSION;

    private FetchResponse fetch(FetchRequest request) {
        return client.call(FetchResponse.class, ApiKey.FETCH, VERSION, request);
    }

    private static FetchResponse.PartitionData partition(FetchResponse response, int index) {
        return response.responses().get(index).partitions().get(0);
    }

    @Test
    void theFirstBatchIsReturnedWholeWhateverTheLimits() {
        var empty = newTopic();
        var first = newTopic();
        var second = newTopic();
        first.produce(WireBatch.now("x".repeat(5_000)));
        second.produce(WireBatch.now("y".repeat(5_000)));

        var answer = fetch(WireTopic.fetching(1, empty.from(0, 1), first.from(0, 1), second.from(0, 1)));

        assertThat(WireTopic.batchesIn(partition(answer, 1))).hasSize(1);
        assertThat(WireTopic.batchesIn(partition(answer, 2))).isEmpty();
    }

    @Test
    void aPartitionsLimitHoldsForAllButTheFirst() {
        var topic = newTopic();
        for (int i = 0; i < 10; i++) {
            topic.produce(WireBatch.now("z".repeat(1_000)));
        }

        var answer = fetch(WireTopic.fetching(LARGE, topic.from(0, 3_500)));

        assertThat(WireTopic.batchesIn(partition(answer, 0))).hasSize(3);
        assertThat(partition(answer, 0).highWatermark()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyVersionByNameReturnsTheBatch(int version) {
        var topic = newTopic();
        topic.produce(WireBatch.now("a", "b"));

        assertThat(WireTopic.batchesIn(topic.fetch(version, 0))).hasSize(1);
        assertThat(WireTopic.batchesIn(topic.fetch(version, 1)))
                .as("from inside the batch")
                .hasSize(1);
        assertThat(WireTopic.batchesIn(topic.fetch(version, 2))).isEmpty();
    }

    @Test
    void anOffsetOutsideTheLogIsOutOfRange() {
        var topic = newTopic();

        assertThat(ErrorCode.of(topic.fetch(VERSION, 1).errorCode())).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
        assertThat(ErrorCode.of(topic.fetch(VERSION, -5).errorCode())).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    }

    @Test
    void aFetchThatWaitsIsWokenByAnAppend() {
        var topic = newTopic();
        long before = System.nanoTime();
        client.send(
                ApiKey.FETCH,
                VERSION,
                WireTopic.fetching(LARGE, topic.from(0, LARGE))
                        .maxWaitMs(30_000)
                        .minBytes(1));

        try (var other = WireClient.connect(broker.address())) {
            other.send(ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, topic.production(1, WireBatch.now("a")));
            var answer = client.receive(FetchResponse.class, ApiKey.FETCH, VERSION);

            assertThat(WireTopic.batchesIn(partition(answer, 0))).hasSize(1);
            assertThat((System.nanoTime() - before) / 1_000_000).isLessThan(10_000);
        }
    }

    @Test
    void aSessionTellsOnlyWhatChanged() {
        var one = newTopic();
        var two = newTopic();
        var opening = WireTopic.fetching(LARGE, one.from(0, LARGE), two.from(0, LARGE))
                .sessionEpoch(NEW_SESSION);
        var opened = fetch(opening);
        int session = opened.sessionId();
        assertThat(session).isPositive();
        assertThat(opened.responses()).hasSize(2);

        var quiet = fetch(inSession(session, 1));
        two.produce(WireBatch.now("a"));
        var changed = fetch(inSession(session, 2));

        assertThat(quiet.responses()).isEmpty();
        assertThat(changed.responses()).hasSize(1);
        assertThat(changed.responses().get(0).topic()).isEqualTo(two.name());
    }

    private static FetchRequest inSession(int session, int epoch, FetchRequest.FetchTopic... topics) {
        return WireTopic.fetching(LARGE, topics).sessionId(session).sessionEpoch(epoch);
    }

    @Test
    void aForgottenPartitionIsGoneAtOnce() {
        var one = newTopic();
        var two = newTopic();
        int session = fetch(WireTopic.fetching(LARGE, one.from(0, LARGE), two.from(0, LARGE))
                        .sessionEpoch(NEW_SESSION))
                .sessionId();
        one.produce(WireBatch.now("a"));
        two.produce(WireBatch.now("a"));

        var forgotten = new FetchRequest.ForgottenTopic().topic(one.name()).partitions(List.of(0));
        var answer = fetch(inSession(session, 1).forgottenTopicsData(List.of(forgotten)));

        assertThat(answer.responses()).extracting(topic -> topic.topic()).containsExactly(two.name());
    }

    @Test
    void aWrongEpochOrSessionIsRefused() {
        var topic = newTopic();
        int session = fetch(WireTopic.fetching(LARGE, topic.from(0, LARGE)).sessionEpoch(NEW_SESSION))
                .sessionId();

        assertThat(ErrorCode.of(fetch(inSession(session, 5)).errorCode()))
                .isEqualTo(ErrorCode.INVALID_FETCH_SESSION_EPOCH);
        assertThat(ErrorCode.of(fetch(inSession(session ^ 0x5555, 1)).errorCode()))
                .isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
    }
}
