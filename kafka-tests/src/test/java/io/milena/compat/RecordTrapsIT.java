package io.milena.compat;

import static io.milena.testkit.WireBatch.GZIP;
import static io.milena.testkit.WireBatch.ZSTD;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.Compressions;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that must be refused, corrected or kept as they are, and the error that says so. */
class RecordTrapsIT extends WireSuite {

    private static final long DAY_MS = 86_400_000;
    private static final int LATEST = -1;
    private static final int MAX_TIMESTAMP = -3;

    static Stream<Arguments> forged() {
        return Stream.of(
                Arguments.of("a wrong checksum", WireBatch.now("a").withWrongCrc(), ErrorCode.CORRUPT_MESSAGE),
                Arguments.of(
                        "a control batch", WireBatch.now("a").attributes(WireBatch.CONTROL), ErrorCode.INVALID_RECORD),
                Arguments.of("fewer records than counted", WireBatch.now("a").count(2), ErrorCode.INVALID_RECORD),
                Arguments.of(
                        "a last offset beside the count",
                        WireBatch.now("a", "b").lastOffsetDelta(5),
                        ErrorCode.INVALID_RECORD),
                Arguments.of(
                        "a wrong count inside gzip",
                        WireBatch.now("a", "b").count(3).lastOffsetDelta(2).compressed(GZIP, Compressions::gzip),
                        ErrorCode.INVALID_RECORD),
                Arguments.of(
                        "an identified producer without sequence",
                        WireBatch.now("a").producer(7, 0, -1),
                        ErrorCode.INVALID_RECORD));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forged")
    void aForgedBatchIsRefused(String what, WireBatch batch, ErrorCode expected) {
        var topic = newTopic();

        var answer = topic.produce(batch);

        assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(expected);
        assertThat(topic.offsetAt(LATEST).offset()).isZero();
    }

    @Test
    void garbageInsideACompressedBatchIsRefused() {
        var topic = newTopic();

        var answer = topic.produce(WireBatch.now("a").compressed(GZIP, plain -> new byte[] {1, 2, 3, 4}));

        // The reference says UNKNOWN_SERVER_ERROR, upon which its producers try again for ever.
        var expected = BrokerProcess.REFERENCE ? ErrorCode.UNKNOWN_SERVER_ERROR : ErrorCode.INVALID_RECORD;
        assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(expected);
        assertThat(topic.offsetAt(LATEST).offset()).isZero();
    }

    @Test
    void aRequestCarriesOneBatchPerPartition() {
        var topic = newTopic();

        assertThat(ErrorCode.of(
                        topic.produce(WireBatch.now("a"), WireBatch.now("b")).errorCode()))
                .isEqualTo(ErrorCode.INVALID_RECORD);
    }

    @Test
    void aTransactionalBatchNeedsATransactionalId() {
        var topic = newTopic();
        var batch = WireBatch.now("a").producer(5, 0, 0).attributes(WireBatch.TRANSACTIONAL);

        var answer = topic.produce(batch);

        assertThat(answer.errorCode()).isNotEqualTo(ErrorCode.NONE.code());
        assertThat(topic.offsetAt(LATEST).offset()).isZero();
    }

    @Test
    void aBatchOverTheLimitOfItsTopicIsTooLarge() {
        var topic = newTopic(Map.of("max.message.bytes", "500"));

        assertThat(ErrorCode.of(topic.produce(WireBatch.now("x".repeat(500))).errorCode()))
                .isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
        assertThat(topic.produce(WireBatch.now("x".repeat(300))).errorCode()).isZero();
    }

    @Test
    void acknowledgementsAreNoneOneOrAll() {
        var topic = newTopic();

        var answer = topic.produce(WireTopic.PRODUCE_VERSION, topic.production(2, WireBatch.now("a")));

        assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(ErrorCode.INVALID_REQUIRED_ACKS);
    }

    @Test
    void withoutAcknowledgementThereIsNoAnswer() {
        var topic = newTopic();

        client.send(ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, topic.production(0, WireBatch.now("a")));

        assertThat(topic.offsetAt(LATEST).offset()).isEqualTo(1);
    }

    @Test
    void anErrorWithoutAcknowledgementClosesTheConnection() {
        var topic = newTopic();

        client.send(
                ApiKey.PRODUCE,
                WireTopic.PRODUCE_VERSION,
                topic.production(0, WireBatch.now("a").withWrongCrc()));

        assertThat(client.isClosedByBroker()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9, 10, 11})
    void everyVersionOfProduceAppends(int version) {
        var topic = newTopic();
        topic.produce(WireBatch.now("first"));

        var answer = topic.produce(version, topic.production(1, WireBatch.now("a", "b")));

        assertThat(answer.errorCode()).isZero();
        assertThat(answer.baseOffset()).isEqualTo(1);
        assertThat(topic.offsetAt(LATEST).offset()).isEqualTo(3);
    }

    @Test
    void offsetAndEpochAreAssignedAndNothingElseIsTouched() {
        var topic = newTopic();
        byte[] sent =
                WireBatch.now("a", "b").compressed(GZIP, Compressions::gzip).bytes();
        topic.produce(WireBatch.now("first"));

        topic.produce(WireTopic.PRODUCE_VERSION, topic.production(1, records(sent)));
        byte[] stored = topic.batches(1).get(0);

        assertThat(Unpooled.wrappedBuffer(stored).getLong(0)).isEqualTo(1);
        assertThat(Arrays.copyOfRange(stored, WireBatch.CRC_AT, stored.length))
                .isEqualTo(Arrays.copyOfRange(sent, WireBatch.CRC_AT, sent.length));
    }

    private static RecordsBuffer records(byte[] bytes) {
        return new RecordsBuffer(Unpooled.wrappedBuffer(bytes));
    }

    @Test
    void logAppendTimeChangesTypeMaximumAndChecksumOnly() {
        var topic = newTopic(Map.of("message.timestamp.type", "LogAppendTime"));
        byte[] sent = WireBatch.of(1_000, "a", "b")
                .compressed(GZIP, Compressions::gzip)
                .bytes();

        var answer = topic.produce(WireTopic.PRODUCE_VERSION, topic.production(1, records(sent)));
        byte[] stored = topic.batches(0).get(0);
        var view = Unpooled.wrappedBuffer(stored);

        assertThat(view.getShort(WireBatch.ATTRIBUTES_AT)).isEqualTo((short) (GZIP | 8));
        assertThat(view.getLong(WireBatch.MAX_TIMESTAMP_AT)).isEqualTo(answer.logAppendTimeMs());
        assertThat(view.getInt(WireBatch.CRC_AT)).isEqualTo(WireBatch.crc(stored));
        assertThat(Arrays.copyOfRange(stored, WireBatch.RECORDS_AT, stored.length))
                .isEqualTo(Arrays.copyOfRange(sent, WireBatch.RECORDS_AT, sent.length));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 5, Long.MAX_VALUE})
    void aWrongMaximumTimestampIsComputedByTheBroker(long claimed) {
        var topic = newTopic();
        long base = System.currentTimeMillis();

        topic.produce(WireBatch.of(base, "a", "b", "c").maxTimestamp(claimed));
        topic.produce(WireBatch.of(base + 10, "d", "e").maxTimestamp(claimed).compressed(GZIP, Compressions::gzip));

        assertThat(topic.batches(0))
                .extracting(batch -> Unpooled.wrappedBuffer(batch).getLong(WireBatch.MAX_TIMESTAMP_AT))
                .containsExactly(base + 2, base + 11);
        assertThat(topic.offsetAt(MAX_TIMESTAMP).offset()).isEqualTo(4);
        assertThat(topic.offsetAt(base + 2).offset()).isEqualTo(2);
        assertThat(topic.offsetAt(base + 12).offset()).isEqualTo(-1);
    }

    @Test
    void timestampsOutsideTheBoundsAreRefused() {
        var topic =
                newTopic(Map.of("message.timestamp.before.max.ms", "60000", "message.timestamp.after.max.ms", "60000"));
        long now = System.currentTimeMillis();

        var early = topic.produce(WireBatch.of(now - DAY_MS, "a"));
        var late = topic.produce(WireBatch.of(now + DAY_MS, "a"));

        assertThat(ErrorCode.of(early.errorCode())).isEqualTo(ErrorCode.INVALID_TIMESTAMP);
        assertThat(ErrorCode.of(late.errorCode())).isEqualTo(ErrorCode.INVALID_TIMESTAMP);
        assertThat(topic.produce(WireBatch.of(now, "a")).errorCode()).isZero();
    }

    @Test
    void aRecordFromTheFarFutureDoesNotBreakTheLookUpOfOthers() {
        var topic = newTopic();
        long now = System.currentTimeMillis();
        topic.produce(WireBatch.of(now, "a"));
        topic.produce(WireBatch.of(now + 400 * DAY_MS, "future"));
        topic.produce(WireBatch.of(now + 5, "b"));

        assertThat(topic.offsetAt(now).offset()).isZero();
        assertThat(topic.offsetAt(now + 1).offset()).isEqualTo(1);
        assertThat(topic.offsetAt(MAX_TIMESTAMP).offset()).isEqualTo(1);
    }

    @Test
    void zstdOfATopicIsNotSentToFetchesThatDoNotKnowIt() {
        var topic = newTopic(Map.of("compression.type", "zstd"));
        topic.produce(WireBatch.now("a").compressed(ZSTD, Zstd::compress));

        assertThat(ErrorCode.of(topic.fetch(9, 0).errorCode())).isEqualTo(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE);
        assertThat(topic.fetch(10, 0).errorCode()).isZero();
    }

    @Test
    void zstdOfAProducerNeedsAProduceThatKnowsIt() {
        var topic = newTopic();
        var batch = WireBatch.now("a").compressed(ZSTD, Zstd::compress);

        var old = topic.produce(6, topic.production(1, batch));

        assertThat(ErrorCode.of(old.errorCode())).isEqualTo(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE);
        assertThat(topic.produce(7, topic.production(1, batch)).errorCode()).isZero();
    }

    @Test
    void theSamePartitionTwiceInARequestIsAnsweredOnceOrTwiceAndHarmsNobody() {
        var topic = newTopic();
        var once = topic.production(1, WireBatch.now("a")).topicData().get(0);
        var again = topic.production(1, WireBatch.now("b")).topicData().get(0);
        var request = new ProduceRequest()
                .transactionalId(null)
                .acks((short) 1)
                .timeoutMs(1000)
                .topicData(List.of(once, again));

        client.send(ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, request);
        client.receive(ProduceResponse.class, ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION);

        assertThat(topic.offsetAt(LATEST).offset()).isBetween(0L, 2L);
        assertThat(topic.produce(WireBatch.now("c")).errorCode()).isZero();
    }
}
