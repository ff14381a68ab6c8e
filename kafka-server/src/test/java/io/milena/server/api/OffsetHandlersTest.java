package io.milena.server.api;

import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.TestBatches.batch;
import static io.milena.server.partition.TestBatches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsPartition;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsTopic;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.protocol.messages.ListOffsetsResponse.ListOffsetsPartitionResponse;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest.OffsetForLeaderPartition;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest.OffsetForLeaderTopic;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse.EpochEndOffset;
import io.milena.server.partition.Partition;
import io.milena.server.partition.RequiredAcks;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ListOffsets and OffsetForLeaderEpoch over a log with records at 100, 200, 200 and 150. */
class OffsetHandlersTest extends ApiTest {

    @BeforeEach
    void writeRecords() {
        Partition orders = broker.lead("orders", ORDERS_ID, 1);
        for (long timestamp : new long[] {100, 200, 200, 150}) {
            orders.append(batch(timestamp, "v"), terms(RequiredAcks.LEADER), null);
        }
    }

    private ListOffsetsPartitionResponse ask(int version, String topic, ListOffsetsPartition... partitions) {
        var request = new ListOffsetsRequest()
                .replicaId(-1)
                .topics(List.of(new ListOffsetsTopic().name(topic).partitions(List.of(partitions))));
        var answer = broker.ask(ApiKey.LIST_OFFSETS, version, ListOffsetsResponse.class, request);
        return answer.topics().get(0).partitions().get(partitions.length - 1);
    }

    private static ListOffsetsPartition at(long timestamp) {
        return new ListOffsetsPartition().partitionIndex(0).timestamp(timestamp);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 4, -1", // latest
        "-2, 0, -1", // earliest
        "-3, 1, 200", // greatest timestamp: the first of its kind
        "-4, 0, -1", // earliest on local disk
        "-5, -1, -1", // latest in remote storage
        "0, 0, 100",
        "100, 0, 100",
        "101, 1, 200",
        "200, 1, 200",
        "201, -1, -1" // no such record
    })
    void offsetsByTimeAndMark(long timestamp, long offset, long foundTimestamp) {
        var answer = ask(9, "orders", at(timestamp));

        assertThat(answer.errorCode()).isZero();
        assertThat(answer.offset()).isEqualTo(offset);
        assertThat(answer.timestamp()).isEqualTo(foundTimestamp);
        assertThat(answer.leaderEpoch()).isEqualTo(offset < 0 ? -1 : 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void everyVersionKnowsBothEnds(int version) {
        assertThat(ask(version, "orders", at(-1)).offset()).isEqualTo(4);
        assertThat(ask(version, "orders", at(-2)).offset()).isZero();
    }

    @Test
    void version0AnswersWithAnArray() {
        assertThat(ask(0, "orders", at(-1).maxNumOffsets(1)).oldStyleOffsets()).containsExactly(4L);
        assertThat(ask(0, "orders", at(-1).maxNumOffsets(9)).oldStyleOffsets()).containsExactly(4L, 0L);
        assertThat(ask(0, "orders", at(-2).maxNumOffsets(9)).oldStyleOffsets()).containsExactly(0L);
        assertThat(ask(0, "orders", at(150).maxNumOffsets(9)).oldStyleOffsets()).containsExactly(0L);
        assertThat(ask(0, "orders", at(999).maxNumOffsets(9)).oldStyleOffsets()).containsExactly(4L, 0L);
    }

    @ParameterizedTest
    @CsvSource({"-3, 6", "-4, 7", "-5, 8", "-6, 9"})
    void marksOfLaterVersionsAreRefused(long timestamp, int version) {
        assertThat(ask(version, "orders", at(timestamp)).errorCode()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION.code());
    }

    @Test
    void whatCannotBeAnsweredIsRefusedWithTheReason() {
        assertThat(ask(9, "payments", at(-1)).errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(ask(9, "orders", at(-1).currentLeaderEpoch(1)).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH.code());
        assertThat(ask(9, "orders", at(-1), at(-2)).errorCode()).isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(ask(9, "orders", at(-2), at(-1).partitionIndex(1), at(-1)).errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        broker.know("elsewhere", new Uuid(3, 3), 1, 2);
        assertThat(ask(9, "elsewhere", at(-1)).errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
    }

    private EpochEndOffset endOf(int epoch, int currentEpoch, int version) {
        var partition =
                new OffsetForLeaderPartition().partition(0).leaderEpoch(epoch).currentLeaderEpoch(currentEpoch);
        var request = new OffsetForLeaderEpochRequest()
                .topics(List.of(new OffsetForLeaderTopic().topic("orders").partitions(List.of(partition))));
        return broker.ask(ApiKey.OFFSET_FOR_LEADER_EPOCH, version, OffsetForLeaderEpochResponse.class, request)
                .topics()
                .get(0)
                .partitions()
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void theCurrentEpochEndsAtTheEndOfTheLog(int version) {
        assertThat(endOf(0, -1, version).endOffset()).isEqualTo(4);
    }

    @Test
    void anEpochOfTheFutureIsUnknown() {
        assertThat(endOf(5, -1, 4).endOffset()).isEqualTo(-1);
        assertThat(endOf(0, 5, 4).errorCode()).isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH.code());
    }
}
