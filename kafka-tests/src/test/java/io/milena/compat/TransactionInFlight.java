package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_ADD;
import static io.milena.testkit.WireTransaction.NEWEST_ADD_OFFSETS;
import static io.milena.testkit.WireTransaction.NEWEST_COMMIT_OFFSET;
import static io.milena.testkit.WireTransaction.NEWEST_END;
import static io.milena.testkit.WireTransaction.NEWEST_INIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireOffsets;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import org.awaitility.Awaitility;

/**
 * One transaction: two records in a topic of its own, of the transactional id's name, and one offset of that topic for
 * a group. Confined to the test's thread.
 */
final class TransactionInFlight {

    static final String GROUP = "counted";

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
        assertThat(wire.produce(WireTopic.named(client, id), producer, "one", "two"))
                .isEqualTo(ErrorCode.NONE);
        assertThat(wire.addOffsets(NEWEST_ADD_OFFSETS, producer, GROUP)).isEqualTo(ErrorCode.NONE);
        assertThat(wire.commitOffset(NEWEST_COMMIT_OFFSET, producer, GROUP, id, OFFSET))
                .isEqualTo(ErrorCode.NONE);
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
        WireTransaction.findCoordinator(client, id, WireTransaction.TRANSACTION);
        new WireTransaction(client, id).awaitState("Ongoing");
        committedRead(client, id, 0);
        assertThat(ErrorCode.of(offsets(client).stable(id).errorCode())).isEqualTo(ErrorCode.UNSTABLE_OFFSET_COMMIT);
        assertThat(offsets(client).committed(id).committedOffset()).isNegative();
    }

    /** Once it has ended: records, marker and offset are there. */
    static void assertCommitted(WireClient client, String id) {
        new WireTransaction(client, id).awaitState("CompleteCommit");
        FetchResponse.PartitionData read = committedRead(client, id, END);
        assertThat(read.abortedTransactions()).as(id).isNullOrEmpty();
        Awaitility.await("the offset of " + id)
                .until(() -> offsets(client).stable(id).committedOffset() == OFFSET);
    }

    /** Once it has ended: readers are told to drop the records, and the offset was never committed. */
    static void assertAborted(WireClient client, String id) {
        new WireTransaction(client, id).awaitState("CompleteAbort");
        FetchResponse.PartitionData read = committedRead(client, id, END);
        assertThat(read.abortedTransactions()).as(id).hasSize(1);
        Awaitility.await("the end for offsets of " + id)
                .until(() -> offsets(client).stable(id).errorCode() == 0);
        assertThat(offsets(client).stable(id).committedOffset()).as(id).isNegative();
    }

    /** Once that is the last stable offset: the reference moves it a moment after it has told of the end. */
    private static FetchResponse.PartitionData committedRead(WireClient client, String topic, long stableOffset) {
        var from = WireTopic.named(client, topic).from(0, WireTopic.LARGE);
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

    /** As soon as the coordinator of the group has loaded it. */
    private static WireOffsets offsets(WireClient client) {
        GroupsInFlight.described(client, GROUP);
        return new WireOffsets(client, GROUP);
    }
}
