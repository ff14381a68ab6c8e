package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_ADD;
import static io.milena.testkit.WireTransaction.NEWEST_END;
import static io.milena.testkit.WireTransaction.NEWEST_INIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponsePartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * One transaction: two records in a topic of its own, of the transactional id's name, and one offset of that topic for
 * a group. Confined to the test's thread.
 */
final class TransactionInFlight {

    static final String GROUP = "counted";

    private static final int NEWEST_ADD_OFFSETS = 4;
    private static final int TXN_COMMIT = 3;
    private static final int OFFSET_FETCH = 7;
    private static final byte READ_COMMITTED = 1;
    private static final long OFFSET = 5;

    /** Behind two records and a marker. */
    private static final long END = 3;

    private final String id;
    private final Producer producer;

    private TransactionInFlight(String id, Producer producer) {
        this.id = id;
        this.producer = producer;
    }

    String id() {
        return id;
    }

    Producer producer() {
        return producer;
    }

    /** Begins one. The topic, and the coordinators' own, are there. */
    static TransactionInFlight begin(WireClient client, String id, int timeoutMs) {
        var wire = new WireTransaction(client, id);
        wire.own();
        InitProducerIdResponse given = wire.init(NEWEST_INIT, Producer.NOBODY, timeoutMs);
        assertThat(ErrorCode.of(given.errorCode())).isEqualTo(ErrorCode.NONE);
        var begun = new TransactionInFlight(id, new Producer(given.producerId(), given.producerEpoch()));
        begun.write(client, wire);
        return begun;
    }

    private void write(WireClient client, WireTransaction wire) {
        assertThat(wire.add(NEWEST_ADD, producer, id, 0)).isEqualTo(ErrorCode.NONE);
        WireTopic topic = WireTopic.of(client, id);
        var batch = WireBatch.now("one", "two")
                .attributes(WireBatch.TRANSACTIONAL)
                .producer(producer.id(), producer.epoch(), 0);
        var produced = topic.produce(
                WireTopic.PRODUCE_VERSION, topic.production(-1, batch).transactionalId(id));
        assertThat(ErrorCode.of(produced.errorCode())).isEqualTo(ErrorCode.NONE);
        assertThat(wire.addOffsets(NEWEST_ADD_OFFSETS, producer, GROUP)).isEqualTo(ErrorCode.NONE);
        assertThat(commitOffset(client)).isEqualTo(ErrorCode.NONE);
    }

    private ErrorCode commitOffset(WireClient client) {
        var line = new TxnOffsetCommitRequestPartition().partitionIndex(0).committedOffset(OFFSET);
        var request = new TxnOffsetCommitRequest()
                .transactionalId(id)
                .groupId(GROUP)
                .producerId(producer.id())
                .producerEpoch(producer.epoch())
                .topics(List.of(new TxnOffsetCommitRequestTopic().name(id).partitions(List.of(line))));
        return ErrorCode.of(client.call(TxnOffsetCommitResponse.class, ApiKey.TXN_OFFSET_COMMIT, TXN_COMMIT, request)
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .errorCode());
    }

    void commit(WireClient client) {
        var wire = new WireTransaction(client, id);
        assertThat(WireTransaction.settled(() -> wire.commit(NEWEST_END, producer)))
                .isEqualTo(ErrorCode.NONE);
    }

    void abort(WireClient client) {
        var wire = new WireTransaction(client, id);
        assertThat(WireTransaction.settled(() -> wire.abort(NEWEST_END, producer)))
                .isEqualTo(ErrorCode.NONE);
    }

    static void assertOpen(WireClient client, String id) {
        WireTransaction.findCoordinator(client, id, (byte) 1);
        new WireTransaction(client, id).awaitState("Ongoing");
        committedRead(client, id, 0);
        assertThat(ErrorCode.of(offset(client, id, true).errorCode())).isEqualTo(ErrorCode.UNSTABLE_OFFSET_COMMIT);
        assertThat(offset(client, id, false).committedOffset()).isNegative();
    }

    /** Once it has ended: records, marker and offset are there. */
    static void assertCommitted(WireClient client, String id) {
        new WireTransaction(client, id).awaitState("CompleteCommit");
        FetchResponse.PartitionData read = committedRead(client, id, END);
        assertThat(read.abortedTransactions()).as(id).isNullOrEmpty();
        Awaitility.await("the offset of " + id)
                .until(() -> offset(client, id, true).committedOffset() == OFFSET);
    }

    /** Once it has ended: readers are told to drop the records, and the offset was never committed. */
    static void assertAborted(WireClient client, String id) {
        new WireTransaction(client, id).awaitState("CompleteAbort");
        FetchResponse.PartitionData read = committedRead(client, id, END);
        assertThat(read.abortedTransactions()).as(id).hasSize(1);
        Awaitility.await("the end for offsets of " + id)
                .until(() -> offset(client, id, true).errorCode() == 0);
        assertThat(offset(client, id, true).committedOffset()).as(id).isNegative();
    }

    /** Once that is the last stable offset: the reference moves it a moment after it has told of the end. */
    private static FetchResponse.PartitionData committedRead(WireClient client, String topic, long stableOffset) {
        var from = WireTopic.of(client, topic).from(0, WireTopic.LARGE);
        var request = WireTopic.fetching(WireTopic.LARGE, from).isolationLevel(READ_COMMITTED);
        return Awaitility.await()
                .until(
                        () -> client.call(FetchResponse.class, ApiKey.FETCH, WireTopic.FETCH_VERSION, request)
                                .responses()
                                .get(0)
                                .partitions()
                                .get(0),
                        read -> read.errorCode() == ErrorCode.NONE.code() && read.lastStableOffset() == stableOffset);
    }

    private static OffsetFetchResponsePartition offset(WireClient client, String topic, boolean stable) {
        GroupsInFlight.described(client, GROUP);
        var request = new OffsetFetchRequest()
                .groupId(GROUP)
                .requireStable(stable)
                .topics(List.of(new OffsetFetchRequest.OffsetFetchRequestTopic()
                        .name(topic)
                        .partitionIndexes(List.of(0))));
        return client.call(OffsetFetchResponse.class, ApiKey.OFFSET_FETCH, OFFSET_FETCH, request)
                .topics()
                .get(0)
                .partitions()
                .get(0);
    }
}
