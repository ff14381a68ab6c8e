package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.T0;
import static io.milena.server.coordinator.group.GroupAsks.bytes;
import static io.milena.server.coordinator.group.GroupAsks.in;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the log does not take has not happened, and whoever waits for it is told. */
class RefusedWritesTest {

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);

    @Test
    void aRefusedAssignmentIsToldToAllAndTheGroupRebalancesAgain() {
        List<Asked<JoinAnswer>> asked = List.of(band.join(""), band.join(""));
        home.pass(6_000);
        JoinAnswer leader = asked.get(0).answer();
        JoinAnswer follower = asked.get(1).answer();
        Asked<SyncAnswer> waiting = band.sync(follower);

        home.refuse(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        SyncAnswer refused = band.share(leader, "A");

        assertThat(refused.error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(refused.assignment()).isEmpty();
        assertThat(waiting.answer().error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(band.beat(in(follower))).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(home.written()).isEmpty();

        home.refuse(ErrorCode.NONE);
        Asked<JoinAnswer> again = band.join(leader.memberId());
        band.join(follower.memberId());
        assertThat(again.answer().generation()).isEqualTo(2);
        assertThat(band.share(again.answer(), "B").assignment()).isEqualTo(bytes("B"));
    }

    @Test
    void whoAskedInTheSameBatchIsToldTheSame() {
        List<Asked<JoinAnswer>> asked = List.of(band.join(""), band.join(""));
        home.pass(6_000);
        var leaders = GroupAsks.sync(in(asked.get(0).answer()), Map.of());
        var followers = GroupAsks.sync(in(asked.get(1).answer()));
        home.refuse(ErrorCode.NOT_COORDINATOR);

        Asked<SyncAnswer> first = home.askLater((reply, turn) -> home.machine().sync(leaders, reply, turn));
        Asked<SyncAnswer> second = home.askLater((reply, turn) -> home.machine().sync(followers, reply, turn));
        home.flush();

        assertThat(first.answer().error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
        assertThat(second.answer().error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
    }

    @Test
    void aRebalanceThatBeganInTheSameBatchGoesOn() {
        JoinAnswer leader = band.first();
        var syncing = GroupAsks.sync(in(leader));
        home.refuse(ErrorCode.NOT_COORDINATOR);
        home.<SyncAnswer>askLater((reply, turn) -> home.machine().sync(syncing, reply, turn));
        Asked<JoinAnswer> newcomer =
                home.askLater((reply, turn) -> home.machine().join(GroupAsks.join(""), reply, turn));
        home.flush();

        home.refuse(ErrorCode.NONE);
        band.join(leader.memberId());

        assertThat(newcomer.answer().generation()).isEqualTo(2);
    }

    @Test
    void aStaticMemberWhoseReturnIsRefusedIsWhoItWas() {
        JoinAnswer old = band.settledStatic("i1");
        home.refuse(ErrorCode.COORDINATOR_NOT_AVAILABLE);

        JoinAnswer refused = band.joinStatic("i1").answer();

        assertThat(refused.error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(band.beat(in(old, "i1"))).isEqualTo(ErrorCode.NONE);
        assertThat(band.sync(in(old, "i1"), Map.of()).answer().assignment()).isEqualTo(bytes("A"));
        home.refuse(ErrorCode.NONE);
        assertThat(band.joinStatic("i1").answer().error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aStaticMemberWhoseReturnIsRefusedIsOutWhenItIsSilent() {
        band.settledStatic("i1");
        home.refuse(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        band.joinStatic("i1");
        home.refuse(ErrorCode.NONE);

        home.pass(9_999);
        assertThat(band.state()).isEqualTo(GroupState.STABLE);
        home.pass(1);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
    }

    @Test
    void anEmptyGenerationIsWrittenLater() {
        JoinAnswer member = band.settled();
        home.refuse(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        LeaveAnswer left = band.leave(new MemberRef(member.memberId(), null));
        assertThat(left.error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        home.pass(6_000);
        assertThat(home.machine().groups().stored(GroupAsks.GROUP).generation()).isEqualTo(1);

        home.refuse(ErrorCode.NONE);
        home.pass(6_000);

        assertThat(home.machine().groups().stored(GroupAsks.GROUP).generation()).isEqualTo(2);
        assertThat(new Band(home.reloaded()).state()).isEqualTo(GroupState.EMPTY);
    }

    @ParameterizedTest
    @CsvSource({
        "COORDINATOR_NOT_AVAILABLE, COORDINATOR_NOT_AVAILABLE",
        "MESSAGE_TOO_LARGE,         INVALID_COMMIT_OFFSET_SIZE",
        "RECORD_LIST_TOO_LARGE,     INVALID_COMMIT_OFFSET_SIZE"
    })
    void aRefusedCommitIsNone(ErrorCode reason, ErrorCode told) {
        band.commit(GroupAsks.commit(GenerationRef.OUTSIDE, T0, 1));
        home.refuse(reason);

        assertThat(band.commit(GroupAsks.commit(GenerationRef.OUTSIDE, T0, 2))).isEqualTo(told);
        assertThat(band.offset(T0)).isEqualTo(1);
        assertThat(home.figures().offsets()).isEqualTo(1);
    }

    @Test
    void aGroupTooLargeForARecordIsNothingThatAClientCouldMend() {
        JoinAnswer member = band.first();
        home.refuse(ErrorCode.MESSAGE_TOO_LARGE);

        assertThat(band.share(member, "A").error()).isEqualTo(ErrorCode.UNKNOWN_SERVER_ERROR);
    }
}
