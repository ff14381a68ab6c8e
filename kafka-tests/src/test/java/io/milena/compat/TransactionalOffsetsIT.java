package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_ADD_OFFSETS;
import static io.milena.testkit.WireTransaction.NEWEST_COMMIT_OFFSET;
import static io.milena.testkit.WireTransaction.NEWEST_END;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.testkit.WireOffsets;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Offsets of groups that are committed in transactions: seen when the transaction is, and only then. */
class TransactionalOffsetsIT extends WireSuite {

    private String topic;
    private String group;
    private WireTransaction transaction;
    private Producer owner;
    private WireOffsets offsets;

    @BeforeEach
    void newTransaction() {
        topic = newTopic().name();
        group = newName();
        offsets = new WireOffsets(client, group);
        transaction = new WireTransaction(client, newName());
        owner = transaction.own();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void offsetsAreSeenWhenTheirTransactionCommits(int version) {
        begin();

        assertThat(commitOffset(version, 5)).isEqualTo(ErrorCode.NONE);

        assertThat(offsets.committed(topic).committedOffset()).isEqualTo(WireOffsets.NONE);
        assertThat(ErrorCode.of(offsets.stable(topic).errorCode())).isEqualTo(ErrorCode.UNSTABLE_OFFSET_COMMIT);
        transaction.commit(NEWEST_END, owner);
        transaction.awaitState("CompleteCommit");
        assertThat(offsets.stable(topic).committedOffset()).isEqualTo(5);
    }

    @Test
    void offsetsOfAnAbortedTransactionAreNeverSeen() {
        begin();
        commitOffset(NEWEST_COMMIT_OFFSET, 5);

        transaction.abort(NEWEST_END, owner);
        transaction.awaitState("CompleteAbort");

        assertThat(ErrorCode.of(offsets.stable(topic).errorCode())).isEqualTo(ErrorCode.NONE);
        assertThat(offsets.stable(topic).committedOffset()).isEqualTo(WireOffsets.NONE);
    }

    @ParameterizedTest(name = "v{0} -> {1}")
    @CsvSource({
        "0, INVALID_TXN_STATE",
        "1, INVALID_TXN_STATE",
        "2, INVALID_TXN_STATE",
        "3, INVALID_TXN_STATE",
        "4, TRANSACTION_ABORTABLE"
    })
    void aTransactionThatTheGroupsPartitionHasNoPartInIsRefusedInTheWordsOfTheVersion(int version, ErrorCode answer) {
        begin();
        transaction.commit(NEWEST_END, owner);
        transaction.awaitState("CompleteCommit");

        assertThat(commitOffset(version, 7)).isEqualTo(answer);
        assertThat(offsets.stable(topic).committedOffset()).isEqualTo(WireOffsets.NONE);
    }

    private void begin() {
        WireTransaction.findCoordinator(client, group, WireTransaction.GROUP);
        ErrorCode begun = Awaitility.await()
                .until(() -> transaction.addOffsets(NEWEST_ADD_OFFSETS, owner, group), error -> !error.isRetriable());
        assertThat(begun).isEqualTo(ErrorCode.NONE);
    }

    /** Asked again while the coordinator of the group is loaded. */
    private ErrorCode commitOffset(int version, long offset) {
        return Awaitility.await()
                .until(
                        () -> transaction.commitOffset(version, owner, group, topic, offset),
                        error -> !error.isRetriable());
    }
}
