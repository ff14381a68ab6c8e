package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.GROUP;
import static io.milena.server.coordinator.group.GroupAsks.T0;
import static io.milena.server.coordinator.group.GroupAsks.T1;
import static io.milena.server.coordinator.group.GroupAsks.U0;
import static io.milena.server.coordinator.group.GroupAsks.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupRecord.OffsetCommitted;
import io.milena.server.coordinator.group.OffsetsAnswer.FetchedOffset;
import io.milena.server.coordinator.group.OffsetsAsk.Stability;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Commits, in transactions and outside of them, and what is told of them. */
class OffsetsTest {

    private static final TransactionalProducer ONE = new TransactionalProducer(1, (short) 0);
    private static final TransactionalProducer TWO = new TransactionalProducer(2, (short) 0);

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);

    private CommitAnswer commit(OffsetToCommit... lines) {
        var ask = new CommitAsk(GROUP, GenerationRef.OUTSIDE, CommitAsk.DEFAULT_RETENTION, List.of(lines));
        return home.<CommitAnswer>ask((reply, turn) -> home.machine().commit(ask, reply, turn))
                .answer();
    }

    private void commitPending(TransactionalProducer producer, OffsetToCommit... lines) {
        var ask = new TransactionalCommitAsk(
                GROUP, producer, GenerationRef.OUTSIDE, List.of(lines), OffsetsProof.UNWANTED);
        assertThat(band.commitInTransaction(ask).errors()).containsOnly(ErrorCode.NONE);
    }

    private List<FetchedOffset> fetch(OffsetsAsk ask) {
        return band.fetch(ask).offsets();
    }

    private static FetchedOffset fetched(OffsetToCommit line) {
        return new FetchedOffset(line.partition(), line.offset(), line.leaderEpoch(), line.metadata(), ErrorCode.NONE);
    }

    @Test
    void whateverIsCommittedIsToldAgain() {
        commit(line(T1, 5), line(T0, -1), line(U0, Long.MAX_VALUE), line(T1, 6));

        assertThat(fetch(GroupAsks.offsets(U0, T0, T1)))
                .containsExactly(fetched(line(U0, Long.MAX_VALUE)), fetched(line(T0, -1)), fetched(line(T1, 6)));
    }

    @Test
    void askingForAllTellsAllAndAskingForNoneNone() {
        commit(line(U0, 7), line(T1, 5));

        assertThat(fetch(new OffsetsAsk(GROUP, null, Stability.ANY)))
                .containsExactly(fetched(line(T1, 5)), fetched(line(U0, 7)));
        assertThat(fetch(GroupAsks.offsets())).isEmpty();
        assertThat(fetch(new OffsetsAsk("other", null, Stability.ANY))).isEmpty();
        assertThat(fetch(new OffsetsAsk("other", List.of(T0), Stability.ANY)))
                .containsExactly(new FetchedOffset(T0, -1, -1, "", ErrorCode.NONE));
    }

    @Test
    void tooMuchMetadataRefusesItsLineAlone() {
        var fits = new OffsetToCommit(T0, 1, 2, "\u00e4".repeat(16), CommittedOffset.NEVER_TOLD);
        var tooLong = new OffsetToCommit(T1, 1, 2, "a".repeat(17), CommittedOffset.NEVER_TOLD);
        var none = new OffsetToCommit(U0, 1, 2, null, CommittedOffset.NEVER_TOLD);

        CommitAnswer answer = commit(fits, tooLong, none);

        assertThat(answer.errors())
                .containsExactly(ErrorCode.NONE, ErrorCode.OFFSET_METADATA_TOO_LARGE, ErrorCode.NONE);
        assertThat(fetch(GroupAsks.offsets(T0, T1, U0)))
                .extracting(FetchedOffset::metadata)
                .containsExactly("\u00e4".repeat(16), "", "");
    }

    @Test
    void aCommitOfWhichNothingIsKeptMakesNoGroup() {
        commit();
        commit(new OffsetToCommit(T1, 1, 2, "a".repeat(17), CommittedOffset.NEVER_TOLD));

        assertThat(band.list().groups()).isEmpty();
    }

    @Test
    void timesThatOldClientsTellAreKept() {
        var told = new OffsetToCommit(T0, 1, -1, "", 77);
        var ask = new CommitAsk(GROUP, GenerationRef.OUTSIDE, 500, List.of(told));
        home.<CommitAnswer>ask((reply, turn) -> home.machine().commit(ask, reply, turn));

        var written = (OffsetCommitted) home.written().get(0);

        assertThat(written.committed()).isEqualTo(new CommittedOffset(1, -1, "", 77, home.nowMs() + 500));
    }

    @Test
    void aCommitIsASignOfLife() {
        JoinAnswer member = band.settled();
        home.pass(9_000);
        band.commit(GroupAsks.commit(GroupAsks.in(member), T0, 1));

        home.pass(9_000);

        assertThat(band.state()).isEqualTo(GroupState.STABLE);
    }

    @Test
    void whatATransactionSaysHoldsOnceItCommits() {
        commit(line(T0, 1));
        commitPending(ONE, line(T0, 2), line(T1, 3));
        assertThat(band.offset(T0)).isEqualTo(1);
        assertThat(band.offset(T1)).isEqualTo(-1);

        home.end(ONE, TransactionResult.COMMIT);

        assertThat(band.offset(T0)).isEqualTo(2);
        assertThat(band.offset(T1)).isEqualTo(3);
    }

    @Test
    void whatAnAbortedOneSaidIsForgotten() {
        commit(line(T0, 1));
        commitPending(ONE, line(T0, 2));

        home.end(ONE, TransactionResult.ABORT);
        home.end(ONE, TransactionResult.COMMIT);

        assertThat(band.offset(T0)).isEqualTo(1);
    }

    @Test
    void aRaisedEpochEndsWhatOlderOnesSaid() {
        commitPending(ONE, line(T0, 2));

        home.end(new TransactionalProducer(ONE.id(), (short) 1), TransactionResult.ABORT);

        assertThat(home.machine().groups().pending().all()).isEmpty();
    }

    @Test
    void whatIsOpenIsNotStable() {
        commit(line(T0, 1), line(T1, 1));
        commitPending(ONE, line(T0, 2));
        var ask = new OffsetsAsk(GROUP, List.of(T0, T1), Stability.STABLE_ONLY);

        assertThat(fetch(ask))
                .containsExactly(
                        new FetchedOffset(T0, -1, -1, "", ErrorCode.UNSTABLE_OFFSET_COMMIT), fetched(line(T1, 1)));
        assertThat(fetch(new OffsetsAsk(GROUP, null, Stability.STABLE_ONLY)))
                .extracting(FetchedOffset::error)
                .containsExactly(ErrorCode.UNSTABLE_OFFSET_COMMIT, ErrorCode.NONE);

        home.end(ONE, TransactionResult.COMMIT);

        assertThat(fetch(ask)).containsExactly(fetched(line(T0, 2)), fetched(line(T1, 1)));
    }

    @Test
    void whatWasSaidLaterWinsOverWhatIsCommittedLater() {
        commitPending(ONE, line(T0, 1), line(T1, 1));
        commit(line(T0, 2));
        commitPending(TWO, line(T1, 2));
        home.end(TWO, TransactionResult.COMMIT);

        home.end(ONE, TransactionResult.COMMIT);

        assertThat(band.offset(T0)).isEqualTo(2);
        assertThat(band.offset(T1)).isEqualTo(2);
    }

    @Test
    void aGroupOfWhichOnlyATransactionTellsIsThere() {
        commitPending(ONE, line(T0, 1));

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
        assertThat(fetch(new OffsetsAsk(GROUP, null, Stability.ANY))).isEmpty();
        assertThat(new Band(home.reloaded()).state()).isEqualTo(GroupState.EMPTY);
    }

    @Test
    void allOfItIsTheSameAfterALoad() {
        commit(line(T0, 1), line(U0, 4));
        commitPending(ONE, line(T0, 2));
        commitPending(TWO, line(T1, 3));
        home.end(TWO, TransactionResult.COMMIT);

        GroupHome reloaded = home.reloaded();
        Stream.of(home, reloaded).forEach(either -> either.end(ONE, TransactionResult.COMMIT));

        var all = new OffsetsAsk(GROUP, null, Stability.STABLE_ONLY);
        assertThat(new Band(reloaded).fetch(all)).isEqualTo(band.fetch(all));
        assertThat(new Band(reloaded).offset(T0)).isEqualTo(2);
    }
}
