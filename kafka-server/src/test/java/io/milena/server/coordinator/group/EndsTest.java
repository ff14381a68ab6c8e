package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.GROUP;
import static io.milena.server.coordinator.group.GroupAsks.T0;
import static io.milena.server.coordinator.group.GroupAsks.T1;
import static io.milena.server.coordinator.group.GroupAsks.U0;
import static io.milena.server.coordinator.group.GroupAsks.in;
import static io.milena.server.coordinator.group.GroupAsks.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupRecord.GroupForgotten;
import io.milena.server.coordinator.group.GroupRecord.OffsetForgotten;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How offsets and groups end: by time, by request, with their topic. */
class EndsTest {

    private static final long RETENTION_MS = GroupHome.CONFIG.retentionMs();
    private static final long CHECK_MS = GroupHome.CONFIG.retentionCheckMs();
    private static final int MANY = 10_000;
    private static final TransactionalProducer PRODUCER = new TransactionalProducer(1, (short) 0);

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);

    private void commit(OffsetToCommit... lines) {
        commit(CommitAsk.DEFAULT_RETENTION, lines);
    }

    private void commit(long retentionMs, OffsetToCommit... lines) {
        var ask = new CommitAsk(GROUP, GenerationRef.OUTSIDE, retentionMs, List.of(lines));
        home.<CommitAnswer>ask((reply, turn) -> home.machine().commit(ask, reply, turn));
    }

    private void commitPending(OffsetToCommit line) {
        band.commitInTransaction(new TransactionalCommitAsk(
                GROUP, PRODUCER, GenerationRef.OUTSIDE, List.of(line), OffsetsProof.UNWANTED));
    }

    private void keepAlive(JoinAnswer member, long ms) {
        for (long left = ms; left > 0; left -= 9_000) {
            home.pass(Math.min(left, 9_000));
            assertThat(band.beat(in(member))).isEqualTo(ErrorCode.NONE);
        }
    }

    private void assertGone() {
        assertThat(band.list().groups()).isEmpty();
        assertThat(new Band(home.reloaded()).list().groups()).isEmpty();
    }

    @Test
    void offsetsOfASimpleGroupEndAfterTheirCommit() {
        commit(line(T0, 1));
        home.pass(RETENTION_MS / 2);
        commit(line(T1, 1));

        home.pass(RETENTION_MS / 2 + CHECK_MS);
        assertThat(band.offset(T0)).isEqualTo(-1);
        assertThat(band.offset(T1)).isEqualTo(1);
        home.pass(RETENTION_MS / 2 + CHECK_MS);

        assertThat(home.figures().expirations()).isEqualTo(2);
        assertGone();
    }

    @Test
    void offsetsOfALiveGroupDoNotEnd() {
        JoinAnswer member = band.settled();
        band.commit(GroupAsks.commit(in(member), T0, 1));

        keepAlive(member, 3 * RETENTION_MS);

        assertThat(band.offset(T0)).isEqualTo(1);
    }

    @Test
    void offsetsOfAGroupThatLostItsMembersEndAfterThat() {
        JoinAnswer member = band.settled();
        band.commit(GroupAsks.commit(in(member), T0, 1));
        keepAlive(member, 2 * RETENTION_MS);
        band.leave(new MemberRef(member.memberId(), null));

        home.pass(RETENTION_MS - 1);
        assertThat(band.offset(T0)).isEqualTo(1);
        home.pass(CHECK_MS);

        assertThat(band.offset(T0)).isEqualTo(-1);
        assertThat(home.written()).contains(new OffsetForgotten(GROUP, T0), new GroupForgotten(GROUP));
        assertGone();
    }

    @Test
    void theTimeSinceAGroupLostItsMembersGoesOnAfterALoad() {
        JoinAnswer member = band.settled();
        band.commit(GroupAsks.commit(in(member), T0, 1));
        band.leave(new MemberRef(member.memberId(), null));
        home.pass(RETENTION_MS / 2);

        GroupHome reloaded = home.reloaded();
        reloaded.pass(RETENTION_MS / 2 + CHECK_MS);

        assertThat(new Band(reloaded).offset(T0)).isEqualTo(-1);
    }

    @Test
    void aCommitToAGroupThatLostItsMembersLastsItsTime() {
        JoinAnswer member = band.settled();
        band.leave(new MemberRef(member.memberId(), null));
        commit(line(T1, 1));
        home.pass(RETENTION_MS - 1_000);
        commit(line(T0, 1));

        home.pass(CHECK_MS + 1_000);

        assertThat(band.offset(T0)).isEqualTo(1);
        assertThat(band.offset(T1)).isEqualTo(-1);
    }

    @Test
    void whatNoMemberOfAStableGroupReadsEndsAfterItsCommit() {
        JoinAnswer member = band.settled();
        band.commit(GroupAsks.commit(in(member), T0, 1));
        band.commit(GroupAsks.commit(in(member), U0, 1));

        keepAlive(member, RETENTION_MS + CHECK_MS);

        assertThat(band.offset(T0)).isEqualTo(1);
        assertThat(band.offset(U0)).isEqualTo(-1);
    }

    @Test
    void anEndThatAnOldClientToldCounts() {
        commit(10 * RETENTION_MS, line(T0, 1));
        commit(1_000, line(T1, 1));
        commit(Long.MAX_VALUE, line(U0, 1));

        home.pass(CHECK_MS);
        assertThat(band.offset(T1)).isEqualTo(-1);
        home.pass(2 * RETENTION_MS);

        assertThat(band.offset(T0)).isEqualTo(1);
        assertThat(band.offset(U0)).isEqualTo(1);
    }

    @Test
    void whatATransactionIsOpenAboutStays() {
        commit(line(T0, 1));
        commitPending(line(T0, 2));

        home.pass(RETENTION_MS + CHECK_MS);
        assertThat(band.offset(T0)).isEqualTo(1);
        home.end(PRODUCER, TransactionResult.ABORT);
        home.pass(CHECK_MS);

        assertGone();
    }

    private void commitMany() {
        List<OffsetToCommit> lines = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            lines.add(line(new TopicPartition("t", i), i));
        }
        commit(lines.toArray(OffsetToCommit[]::new));
    }

    @Test
    void manyOffsetsEndInManyTurns() {
        commitMany();

        home.pass(RETENTION_MS + CHECK_MS);

        assertThat(home.largestTurn()).isLessThan(MANY);
        assertThat(home.figures().expirations()).isEqualTo(MANY);
        assertThat(home.figures().offsets()).isZero();
        assertGone();
    }

    private Asked<ErrorCode> beginDeletion() {
        commitMany();
        Asked<ErrorCode> deleted = home.ask((reply, turn) -> home.machine().delete(GROUP, reply, turn));
        assertThat(deleted.isAnswered()).isFalse();
        return deleted;
    }

    @Test
    void aLargeGroupIsDeletedInManyTurns() {
        Asked<ErrorCode> deleted = beginDeletion();

        home.pass(0);

        assertThat(deleted.answer()).isEqualTo(ErrorCode.NONE);
        assertThat(home.figures().offsets()).isZero();
        assertGone();
    }

    @Test
    void aMemberThatComesMeanwhileKeepsWhatIsLeft() {
        Asked<ErrorCode> deleted = beginDeletion();

        band.join("");
        home.pass(0);

        assertThat(deleted.answer()).isEqualTo(ErrorCode.NON_EMPTY_GROUP);
        assertThat(home.figures().offsets()).isBetween(1L, MANY - 1L);
    }

    @Test
    void aDeletionOfWhichTheLogRefusesAPartIsToBeAskedForAgain() {
        Asked<ErrorCode> deleted = beginDeletion();
        home.refuse(ErrorCode.NOT_COORDINATOR);

        home.pass(0);

        assertThat(deleted.answer()).isNotEqualTo(ErrorCode.NONE);
        assertThat(home.figures().offsets()).isBetween(1L, MANY - 1L);
        home.refuse(ErrorCode.NONE);
        Asked<ErrorCode> again = home.ask((reply, turn) -> home.machine().delete(GROUP, reply, turn));
        home.pass(0);
        assertThat(again.answer()).isEqualTo(ErrorCode.NONE);
        assertGone();
    }

    @Test
    void whoWaitsForADeletionIsToldThatTheShardIsGivenUp() {
        Asked<ErrorCode> deleted = beginDeletion();

        home.machine().abandoned();

        assertThat(deleted.answer()).isEqualTo(ErrorCode.NOT_COORDINATOR);
    }

    @Test
    void aDeletedGroupIsGoneWithAllThatItHad() {
        JoinAnswer member = band.settled();
        band.commit(GroupAsks.commit(in(member), T0, 1));
        band.leave(new MemberRef(member.memberId(), null));
        commitPending(line(T1, 2));

        assertThat(band.delete()).isEqualTo(ErrorCode.NONE);
        home.end(PRODUCER, TransactionResult.COMMIT);

        assertThat(band.offset(T1)).isEqualTo(-1);
        assertGone();
        assertThat(band.first().generation()).isEqualTo(1);
    }

    @Test
    void aDeletionThatTheLogRefusesIsNone() {
        commit(line(T0, 1));
        home.refuse(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(band.delete()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);

        home.refuse(ErrorCode.NONE);
        home.pass(0);

        assertThat(band.list().groups()).hasSize(1);
        assertThat(band.offset(T0)).isEqualTo(1);
        assertThat(band.delete()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aGroupWhoseEndIsRefusedHasNoMembersAgain() {
        JoinAnswer member = band.settled();
        home.refuse(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        band.leave(new MemberRef(member.memberId(), null));
        band.delete();

        home.refuse(ErrorCode.NONE);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
        assertThat(band.join(member.memberId()).answer().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(home.figures().groups(GroupState.EMPTY)).isEqualTo(1);
    }

    @Test
    void forgottenOffsetsAreGoneAlsoWhenATransactionAboutThemCommits() {
        commit(line(T0, 1), line(T1, 1));
        commitPending(line(T0, 2));

        OffsetDeleteAnswer answer = band.forget(new OffsetDeleteAsk(GROUP, List.of(T0, U0)));
        home.end(PRODUCER, TransactionResult.COMMIT);

        assertThat(answer.errors()).containsExactly(ErrorCode.NONE, ErrorCode.NONE);
        assertThat(band.offset(T0)).isEqualTo(-1);
        assertThat(band.offset(T1)).isEqualTo(1);
        assertThat(new Band(home.reloaded()).offset(T0)).isEqualTo(-1);
    }

    @Test
    void withTheLastOffsetAGroupWithoutMembersGoes() {
        commit(line(T0, 1));

        band.forget(new OffsetDeleteAsk(GROUP, List.of(T0)));

        assertGone();
    }

    @Test
    void aGroupOfAnotherKindMustHaveNoMembers() {
        band.join(new JoinAsk(
                GROUP,
                MemberRef.NOBODY,
                GroupAsks.CLIENT,
                GroupAsks.TIMEOUTS,
                "connect",
                GroupAsks.RANGE,
                JoinManner.ID_AT_THE_END));

        OffsetDeleteAnswer answer = band.forget(new OffsetDeleteAsk(GROUP, List.of(T0)));

        assertThat(answer.error()).isEqualTo(ErrorCode.NON_EMPTY_GROUP);
    }

    @Test
    void aMemberWhoseTopicsCannotBeToldReadsAll() {
        List<MemberProtocol> odd = List.of(new MemberProtocol("range", GroupAsks.bytes("zz")));
        band.join(GroupAsks.join(MemberRef.NOBODY, odd, JoinManner.ID_AT_THE_END));
        home.pass(3_000);

        OffsetDeleteAnswer answer = band.forget(new OffsetDeleteAsk(GROUP, List.of(U0)));

        assertThat(answer.errors()).containsExactly(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC);
    }

    @Test
    void withATopicGoesAllThatGroupsKnowOfIt() {
        JoinAnswer member = band.settled();
        band.commit(GroupAsks.commit(in(member), T0, 1));
        band.commit(GroupAsks.commit(in(member), U0, 1));
        commitPending(line(T1, 2));

        home.turn(turn -> home.machine().topicsDeleted(Set.of("t"), turn));
        home.end(PRODUCER, TransactionResult.COMMIT);

        assertThat(band.offset(T0)).isEqualTo(-1);
        assertThat(band.offset(T1)).isEqualTo(-1);
        assertThat(band.offset(U0)).isEqualTo(1);
        assertThat(home.figures().deletions()).isEqualTo(2);
    }
}
