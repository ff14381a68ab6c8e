package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_ADD;
import static io.milena.testkit.WireTransaction.NEWEST_END;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DeleteRecordsRequest;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsPartition;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsTopic;
import io.milena.protocol.messages.DeleteRecordsResponse;
import io.milena.protocol.messages.DeleteRecordsResponse.DeleteRecordsPartitionResult;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DeleteRecords: what is left to read, and what it does not reach. */
class DeleteRecordsIT extends WireSuite {

    private static final int VERSION = 2;
    private static final long HIGH_WATERMARK = -1;

    private DeleteRecordsPartitionResult delete(String topic, long before) {
        var request = new DeleteRecordsRequest()
                .timeoutMs(10_000)
                .topics(List.of(new DeleteRecordsTopic()
                        .name(topic)
                        .partitions(List.of(
                                new DeleteRecordsPartition().partitionIndex(0).offset(before)))));
        return client.call(DeleteRecordsResponse.class, ApiKey.DELETE_RECORDS, VERSION, request)
                .topics()
                .get(0)
                .partitions()
                .get(0);
    }

    private static ErrorCode error(DeleteRecordsPartitionResult result) {
        return ErrorCode.of(result.errorCode());
    }

    @Test
    void whatIsDeletedCannotBeReadAndStaysAwayOverARestart() {
        WireTopic topic = newTopic();
        topic.produce(WireBatch.of(1_000, "a", "b", "c", "d"));

        var deleted = delete(topic.name(), 3);

        assertThat(error(deleted)).isEqualTo(ErrorCode.NONE);
        assertThat(deleted.lowWatermark()).isEqualTo(3);
        assertBeginsAt(topic, 3);
        disconnect();
        broker.stop();
        broker.startAgain();
        connect();
        assertBeginsAt(topic.over(client), 3);
        assertThat(delete(topic.name(), HIGH_WATERMARK).lowWatermark()).isEqualTo(4);
        assertBeginsAt(topic.over(client), 4);
        assertThat(topic.over(client).produce(WireBatch.of(2_000, "e")).logStartOffset())
                .isEqualTo(4);
    }

    private static void assertBeginsAt(WireTopic topic, long start) {
        Awaitility.await("the partition's leader")
                .until(() -> topic.offsetAt(-2).errorCode() == 0);
        assertThat(topic.offsetAt(-2).offset()).isEqualTo(start);
        assertThat(ErrorCode.of(topic.fetch(WireTopic.FETCH_VERSION, start - 1).errorCode()))
                .isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
        assertThat(topic.fetch(WireTopic.FETCH_VERSION, start).logStartOffset()).isEqualTo(start);
    }

    @Test
    void recordsOfAnOpenTransactionAreDeletedTooAndItEndsAllTheSame() {
        WireTopic topic = newTopic();
        var transaction = new WireTransaction(client, newName());
        Producer producer = transaction.own();
        assertThat(transaction.add(NEWEST_ADD, producer, topic.name(), 0)).isEqualTo(ErrorCode.NONE);
        assertThat(transaction.produce(topic, producer, "a", "b")).isEqualTo(ErrorCode.NONE);

        assertThat(delete(topic.name(), 1).lowWatermark()).isEqualTo(1);
        assertThat(topic.fetch(WireTopic.FETCH_VERSION, 1).lastStableOffset()).isEqualTo(1);
        assertThat(delete(topic.name(), HIGH_WATERMARK).lowWatermark()).isEqualTo(2);
        assertThat(topic.fetch(WireTopic.FETCH_VERSION, 2).lastStableOffset()).isEqualTo(2);
        assertThat(transaction.commit(NEWEST_END, producer)).isEqualTo(ErrorCode.NONE);
        transaction.awaitState("CompleteCommit");

        assertThat(topic.fetch(WireTopic.FETCH_VERSION, 2).lastStableOffset()).isEqualTo(3);
    }

    /** A coordinator's state would be gone with its records. */
    @ParameterizedTest
    @CsvSource({"__consumer_offsets, 0", "__transaction_state, 1"})
    void topicsOfCoordinatorsKeepTheirRecords(String topic, byte type) {
        WireTransaction.findCoordinator(client, "any", type);

        var refused = delete(topic, HIGH_WATERMARK);

        assertThat(error(refused)).isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
        assertThat(refused.lowWatermark()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"__consumer_offsets, 0", "__transaction_state, 1"})
    void clientsDoNotWriteToTopicsOfCoordinators(String topic, byte type) {
        WireTransaction.findCoordinator(client, "any", type);

        var refused = WireTopic.named(client, topic).produce(WireBatch.now("nothing"));

        assertThat(ErrorCode.of(refused.errorCode())).isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
    }
}
