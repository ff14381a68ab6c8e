package io.milena.compat.storage;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.AddPartitionsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnResponse;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.EndTxnResponse;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.record.RecordBatchFormat;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** A transactional producer of one topic, request by request. Confined to the test's thread. */
final class TransactionalProducer {

    private static final int TIMEOUT_MS = 900_000;
    private static final byte TRANSACTION = 1;

    private final String transactionalId;
    private final String topic;
    private final long producerId;
    private final short epoch;
    private int sequence;

    /** Has the coordinator, which may have to be made first, give it a producer id. */
    TransactionalProducer(WireClient client, String transactionalId, String topic) {
        this.transactionalId = transactionalId;
        this.topic = topic;
        var coordinator = new FindCoordinatorRequest().key(transactionalId).keyType(TRANSACTION);
        retried(() -> client.call(FindCoordinatorResponse.class, ApiKey.FIND_COORDINATOR, 2, coordinator)
                .errorCode());
        InitProducerIdResponse given = init(client, transactionalId);
        producerId = given.producerId();
        epoch = given.producerEpoch();
    }

    private static InitProducerIdResponse init(WireClient client, String transactionalId) {
        var request =
                new InitProducerIdRequest().transactionalId(transactionalId).transactionTimeoutMs(TIMEOUT_MS);
        return Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> client.call(InitProducerIdResponse.class, ApiKey.INIT_PRODUCER_ID, 1, request),
                        answer -> answer.errorCode() == ErrorCode.NONE.code());
    }

    /** Until it is done: the coordinator may be loading, or still be at work on the transaction before. */
    private static void retried(Supplier<Short> call) {
        Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> call.get() == ErrorCode.NONE.code());
    }

    /** Begins a transaction. */
    void begin(WireClient client) {
        var request = new AddPartitionsToTxnRequest()
                .v3AndBelowTransactionalId(transactionalId)
                .v3AndBelowProducerId(producerId)
                .v3AndBelowProducerEpoch(epoch)
                .v3AndBelowTopics(List.of(new AddPartitionsToTxnRequest.AddPartitionsToTxnTopic()
                        .name(topic)
                        .partitions(List.of(0))));
        retried(() -> client.call(AddPartitionsToTxnResponse.class, ApiKey.ADD_PARTITIONS_TO_TXN, 2, request)
                .resultsByTopicV3AndBelow()
                .get(0)
                .resultsByPartition()
                .get(0)
                .partitionErrorCode());
    }

    /** Sends a batch in the transaction. */
    void send(WireClient client, WireBatch batch, int records) {
        batch.attributes(RecordBatchFormat.TRANSACTIONAL_BIT).producer(producerId, epoch, sequence);
        var wire = WireTopic.named(client, topic);
        ProduceResponse.PartitionProduceResponse answer = wire.produce(
                WireTopic.PRODUCE_VERSION, wire.production(-1, batch).transactionalId(transactionalId));
        if (answer.errorCode() != ErrorCode.NONE.code()) {
            throw new AssertionError("transactional batch: " + answer);
        }
        sequence += records;
    }

    void commit(WireClient client) {
        end(client, true);
    }

    void abort(WireClient client) {
        end(client, false);
    }

    /** Retires the producer; returns when its last transaction has its marker in the log. */
    void retire(WireClient client) {
        init(client, transactionalId);
    }

    private void end(WireClient client, boolean committed) {
        var request = new EndTxnRequest()
                .transactionalId(transactionalId)
                .producerId(producerId)
                .producerEpoch(epoch)
                .committed(committed);
        retried(() ->
                client.call(EndTxnResponse.class, ApiKey.END_TXN, 2, request).errorCode());
    }
}
