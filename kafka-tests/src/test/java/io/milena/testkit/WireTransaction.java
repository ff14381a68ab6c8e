package io.milena.testkit;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.AddOffsetsToTxnRequest;
import io.milena.protocol.messages.AddOffsetsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTopic;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction;
import io.milena.protocol.messages.AddPartitionsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult;
import io.milena.protocol.messages.DescribeTransactionsRequest;
import io.milena.protocol.messages.DescribeTransactionsResponse;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.EndTxnResponse;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import java.util.List;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/**
 * A transactional id, asked about by hand: each call is one request, in the version that is wanted, by whoever is said
 * to ask. Confined to the test's thread.
 */
public final class WireTransaction {

    /** Highest version of each request that clients send. */
    public static final int NEWEST_INIT = 5;

    public static final int NEWEST_ADD = 3;
    public static final int NEWEST_VERIFY = 5;
    public static final int NEWEST_ADD_OFFSETS = 4;
    public static final int NEWEST_COMMIT_OFFSET = 4;
    public static final int NEWEST_END = 4;

    /** Type of the coordinators of groups. */
    public static final byte GROUP = 0;

    /** Type of the coordinators of transactions. */
    public static final byte TRANSACTION = 1;

    private static final int TIMEOUT_MS = 60_000;
    private static final int FIND_VERSION = 3;

    private final WireClient client;
    private final String id;

    public WireTransaction(WireClient client, String id) {
        this.client = client;
        this.id = id;
    }

    /** The transactional id. */
    public String id() {
        return id;
    }

    /** Whom a request comes from. */
    public record Producer(long id, short epoch) {

        public static final Producer NOBODY = new Producer(-1, (short) -1);
    }

    /** Takes the id, as soon as there is a coordinator and no transaction in the way. */
    public Producer own() {
        findCoordinator(client, id.isEmpty() ? "any" : id, TRANSACTION);
        InitProducerIdResponse answer = Awaitility.await()
                .until(
                        () -> init(NEWEST_INIT, Producer.NOBODY),
                        response -> !ErrorCode.of(response.errorCode()).isRetriable());
        if (answer.errorCode() != ErrorCode.NONE.code()) {
            throw new AssertionError("no producer id: " + answer);
        }
        return new Producer(answer.producerId(), answer.producerEpoch());
    }

    /** Makes the topic of coordinators of this type if nobody has, as every client does that begins. */
    public static void findCoordinator(WireClient client, String key, byte type) {
        var request = new FindCoordinatorRequest().key(key).keyType(type);
        Awaitility.await()
                .until(
                        () -> client.call(
                                FindCoordinatorResponse.class, ApiKey.FIND_COORDINATOR, FIND_VERSION, request),
                        found -> found.errorCode() == ErrorCode.NONE.code());
    }

    public InitProducerIdResponse init(int version, Producer expected) {
        return init(version, expected, TIMEOUT_MS);
    }

    public InitProducerIdResponse init(int version, Producer expected, int timeoutMs) {
        var request = new InitProducerIdRequest()
                .transactionalId(id)
                .transactionTimeoutMs(timeoutMs)
                .producerId(expected.id())
                .producerEpoch(expected.epoch());
        return client.call(InitProducerIdResponse.class, ApiKey.INIT_PRODUCER_ID, version, request);
    }

    public ErrorCode add(int version, Producer as, String topic, int partition) {
        return add(version, as, List.of(topic(topic, partition))).get(0);
    }

    /** The answers for the partitions, in the order of the response. */
    public List<ErrorCode> add(int version, Producer as, List<AddPartitionsToTxnTopic> topics) {
        var request = new AddPartitionsToTxnRequest()
                .v3AndBelowTransactionalId(id)
                .v3AndBelowProducerId(as.id())
                .v3AndBelowProducerEpoch(as.epoch())
                .v3AndBelowTopics(topics);
        return errors(client.call(AddPartitionsToTxnResponse.class, ApiKey.ADD_PARTITIONS_TO_TXN, version, request)
                .resultsByTopicV3AndBelow());
    }

    /** Asks as brokers do. */
    public ErrorCode verify(int version, Producer as, String topic, int partition) {
        var request = new AddPartitionsToTxnRequest()
                .transactions(List.of(new AddPartitionsToTxnTransaction()
                        .transactionalId(id)
                        .producerId(as.id())
                        .producerEpoch(as.epoch())
                        .verifyOnly(true)
                        .topics(List.of(topic(topic, partition)))));
        return errors(client.call(AddPartitionsToTxnResponse.class, ApiKey.ADD_PARTITIONS_TO_TXN, version, request)
                        .resultsByTransaction()
                        .get(0)
                        .topicResults())
                .get(0);
    }

    public static AddPartitionsToTxnTopic topic(String topic, int partition) {
        return new AddPartitionsToTxnTopic().name(topic).partitions(List.of(partition));
    }

    private static List<ErrorCode> errors(List<AddPartitionsToTxnTopicResult> topics) {
        return topics.stream()
                .flatMap(topic -> topic.resultsByPartition().stream())
                .map(result -> ErrorCode.of(result.partitionErrorCode()))
                .toList();
    }

    public ErrorCode addOffsets(int version, Producer as, String groupId) {
        var request = new AddOffsetsToTxnRequest()
                .transactionalId(id)
                .producerId(as.id())
                .producerEpoch(as.epoch())
                .groupId(groupId);
        return ErrorCode.of(client.call(AddOffsetsToTxnResponse.class, ApiKey.ADD_OFFSETS_TO_TXN, version, request)
                .errorCode());
    }

    /** Commits the offset of partition 0 of a topic for a group, as someone who does not tell who they are in it. */
    public ErrorCode commitOffset(int version, Producer as, String groupId, String topic, long offset) {
        var line = new TxnOffsetCommitRequestPartition().partitionIndex(0).committedOffset(offset);
        var request = new TxnOffsetCommitRequest()
                .transactionalId(id)
                .groupId(groupId)
                .producerId(as.id())
                .producerEpoch(as.epoch())
                .topics(List.of(new TxnOffsetCommitRequestTopic().name(topic).partitions(List.of(line))));
        return ErrorCode.of(client.call(TxnOffsetCommitResponse.class, ApiKey.TXN_OFFSET_COMMIT, version, request)
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .errorCode());
    }

    /** Produces a batch of these records to partition 0 of {@code topic}: the first one there of that producer. */
    public ErrorCode produce(WireTopic topic, Producer as, String... values) {
        WireBatch batch =
                WireBatch.now(values).attributes(WireBatch.TRANSACTIONAL).producer(as.id(), as.epoch(), 0);
        var request = topic.production(-1, batch).transactionalId(id);
        return ErrorCode.of(topic.produce(WireTopic.PRODUCE_VERSION, request).errorCode());
    }

    public ErrorCode commit(int version, Producer as) {
        return end(version, as, true);
    }

    public ErrorCode abort(int version, Producer as) {
        return end(version, as, false);
    }

    private ErrorCode end(int version, Producer as, boolean committed) {
        var request = new EndTxnRequest()
                .transactionalId(id)
                .producerId(as.id())
                .producerEpoch(as.epoch())
                .committed(committed);
        return ErrorCode.of(client.call(EndTxnResponse.class, ApiKey.END_TXN, version, request)
                .errorCode());
    }

    public DescribeTransactionsResponse.TransactionState describe() {
        var request = new DescribeTransactionsRequest().transactionalIds(List.of(id));
        return client.call(DescribeTransactionsResponse.class, ApiKey.DESCRIBE_TRANSACTIONS, 0, request)
                .transactionStates()
                .get(0);
    }

    /** The state's name, once it is {@code state}. */
    public void awaitState(String state) {
        Awaitility.await().until(() -> describe().transactionState().equals(state));
    }

    /** The answer to {@code request}, asked again while markers are being written. */
    public static ErrorCode settled(Supplier<ErrorCode> request) {
        return Awaitility.await().until(request::get, error -> error != ErrorCode.CONCURRENT_TRANSACTIONS);
    }
}
