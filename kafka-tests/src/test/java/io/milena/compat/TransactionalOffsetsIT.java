package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_END;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponsePartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Offsets of groups that are committed in transactions: seen when the transaction is, and only then. */
class TransactionalOffsetsIT extends WireSuite {

    private static final int NEWEST_ADD_OFFSETS = 4;
    private static final int FETCH_VERSION = 7;
    private static final long NO_OFFSET = -1;

    private String topic;
    private String group;
    private WireTransaction transaction;
    private Producer owner;

    @BeforeEach
    void newTransaction() {
        topic = newTopic().name();
        group = newName();
        transaction = new WireTransaction(client, newName());
        owner = transaction.own();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void offsetsAreSeenWhenTheirTransactionCommits(int version) {
        begin();

        assertThat(commitOffset(version, 5)).isEqualTo(ErrorCode.NONE);

        assertThat(fetched(false).committedOffset()).isEqualTo(NO_OFFSET);
        assertThat(ErrorCode.of(fetched(true).errorCode())).isEqualTo(ErrorCode.UNSTABLE_OFFSET_COMMIT);
        transaction.commit(NEWEST_END, owner);
        transaction.awaitState("CompleteCommit");
        assertThat(fetched(true).committedOffset()).isEqualTo(5);
    }

    @Test
    void offsetsOfAnAbortedTransactionAreNeverSeen() {
        begin();
        commitOffset(4, 5);

        transaction.abort(NEWEST_END, owner);
        transaction.awaitState("CompleteAbort");

        assertThat(ErrorCode.of(fetched(true).errorCode())).isEqualTo(ErrorCode.NONE);
        assertThat(fetched(true).committedOffset()).isEqualTo(NO_OFFSET);
    }

    @Test
    void aTransactionThatTheGroupsPartitionHasNoPartInIsRefused() {
        begin();
        transaction.commit(NEWEST_END, owner);
        transaction.awaitState("CompleteCommit");

        assertThat(commitOffset(4, 7)).isEqualTo(ErrorCode.INVALID_TXN_STATE);
        assertThat(fetched(true).committedOffset()).isEqualTo(NO_OFFSET);
    }

    private void begin() {
        WireTransaction.findCoordinator(client, group, WireTransaction.GROUP);
        ErrorCode begun = Awaitility.await()
                .until(() -> transaction.addOffsets(NEWEST_ADD_OFFSETS, owner, group), error -> !error.isRetriable());
        assertThat(begun).isEqualTo(ErrorCode.NONE);
    }

    /** Asked again while the coordinator of the group is loaded. */
    private ErrorCode commitOffset(int version, long offset) {
        return Awaitility.await().until(() -> commitOnce(version, offset), error -> !error.isRetriable());
    }

    private ErrorCode commitOnce(int version, long offset) {
        var line = new TxnOffsetCommitRequestPartition().partitionIndex(0).committedOffset(offset);
        var request = new TxnOffsetCommitRequest()
                .transactionalId(transaction.id())
                .groupId(group)
                .producerId(owner.id())
                .producerEpoch(owner.epoch())
                .topics(List.of(new TxnOffsetCommitRequestTopic().name(topic).partitions(List.of(line))));
        return ErrorCode.of(client.call(TxnOffsetCommitResponse.class, ApiKey.TXN_OFFSET_COMMIT, version, request)
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .errorCode());
    }

    private OffsetFetchResponsePartition fetched(boolean requireStable) {
        var request = new OffsetFetchRequest()
                .groupId(group)
                .requireStable(requireStable)
                .topics(List.of(new OffsetFetchRequest.OffsetFetchRequestTopic()
                        .name(topic)
                        .partitionIndexes(List.of(0))));
        return client.call(OffsetFetchResponse.class, ApiKey.OFFSET_FETCH, FETCH_VERSION, request)
                .topics()
                .get(0)
                .partitions()
                .get(0);
    }
}
