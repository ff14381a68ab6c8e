package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.RANGE;
import static io.milena.server.coordinator.group.GroupAsks.bytes;
import static io.milena.server.coordinator.group.GroupAsks.in;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.JoinAnswer.Assignment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members with a name of their own (KIP-345): they come back, and two of one name are told apart. */
class StaticMembersTest {

    private static final String NAME = "i1";

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);

    private JoinAsk returning(JoinManner manner) {
        return GroupAsks.join(new MemberRef("", NAME), RANGE, manner);
    }

    @Test
    void aStaticNewcomerNeedsNoIdFirst() {
        JoinAnswer joined = band.settledStatic(NAME);

        assertThat(joined.memberId()).startsWith(NAME + "-");
        assertThat(joined.members().get(0).member().instanceId()).isEqualTo(NAME);
    }

    @Test
    void whoComesBackToAStableGroupGoesOnInItsGenerationAndFencesItsOldSelf() {
        JoinAnswer old = band.settledStatic(NAME);

        JoinAnswer fresh = band.joinStatic(NAME).answer();

        assertThat(fresh.error()).isEqualTo(ErrorCode.NONE);
        assertThat(fresh.generation()).isEqualTo(old.generation());
        assertThat(fresh.memberId()).isNotEqualTo(old.memberId());
        assertThat(fresh.leader()).isEqualTo(old.memberId());
        assertThat(fresh.members()).isEmpty();
        assertThat(band.beat(in(old, NAME))).isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(band.beat(in(old))).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(band.sync(in(fresh, NAME), Map.of()).answer().assignment()).isEqualTo(bytes("A"));
        assertThat(band.state()).isEqualTo(GroupState.STABLE);
    }

    @Test
    @Timeout(60)
    void aGroupWhoseMembersWantNoTimeToJoinAgainIsNotLookedAtWithoutPause() {
        var hasty = new MemberTimeouts(60_000, 0);
        var named = new MemberRef("", NAME);
        Asked<JoinAnswer> patient = band.join("");
        Asked<JoinAnswer> other = band.join(
                new JoinAsk(GroupAsks.GROUP, named, GroupAsks.CLIENT, hasty, "consumer", RANGE, JoinManner.ID_FIRST));
        home.pass(6_000);
        band.share(patient.answer(), "A");
        band.sync(in(other.answer(), NAME), Map.of());

        band.leave(new MemberRef(patient.answer().memberId(), null));
        home.pass(50_000);
        assertThat(band.state()).isEqualTo(GroupState.PREPARING_REBALANCE);
        home.pass(20_000);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
    }

    @Test
    void theNewIdIsWritten() {
        band.settledStatic(NAME);
        JoinAnswer fresh = band.joinStatic(NAME).answer();

        var reloaded = new Band(home.reloaded());

        assertThat(reloaded.beat(in(fresh, NAME))).isEqualTo(ErrorCode.NONE);
        assertThat(reloaded.sync(in(fresh, NAME), Map.of()).answer().assignment())
                .isEqualTo(bytes("A"));
    }

    @Test
    void aLeaderThatComesBackIsToldToLeaveTheAssignmentAsItIs() {
        band.settledStatic(NAME);

        JoinAnswer fresh = band.join(returning(JoinManner.ASSIGNMENT_SKIPPED)).answer();

        assertThat(fresh.leader()).isEqualTo(fresh.memberId());
        assertThat(fresh.assignment()).isEqualTo(Assignment.SKIPPED);
        assertThat(fresh.members()).hasSize(1);
    }

    @Test
    void otherMetadataOfTheSameProtocolIsNoReasonToRebalance() {
        JoinAnswer old = band.settledStatic(NAME);
        List<MemberProtocol> other = List.of(GroupAsks.reading("range", "t", "u"));

        JoinAnswer fresh = band.join(GroupAsks.join(new MemberRef("", NAME), other, JoinManner.ID_FIRST))
                .answer();

        assertThat(fresh.generation()).isEqualTo(old.generation());
        assertThat(band.describe().members().get(0).metadata())
                .isEqualTo(other.get(0).metadata());
    }

    @Test
    void anotherFavouriteProtocolIs() {
        JoinAnswer old = band.settledStatic(NAME);
        List<MemberProtocol> other = List.of(GroupAsks.reading("sticky", "t"), GroupAsks.reading("range", "t"));

        JoinAnswer fresh = band.join(GroupAsks.join(new MemberRef("", NAME), other, JoinManner.ID_FIRST))
                .answer();

        assertThat(fresh.generation()).isEqualTo(old.generation() + 1);
        assertThat(fresh.protocol()).isEqualTo("sticky");
    }

    @Test
    void ofTwoWithOneNameThatJoinAtTheSameTimeTheFirstIsFenced() {
        Asked<JoinAnswer> first = band.joinStatic(NAME);
        Asked<JoinAnswer> second = band.joinStatic(NAME);

        home.pass(6_000);

        assertThat(first.answer().error()).isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(second.answer().error()).isEqualTo(ErrorCode.NONE);
        assertThat(second.answer().members()).hasSize(1);
    }

    @Test
    void whoComesBackWhileSharesAreAwaitedMakesTheGroupRebalance() {
        Asked<JoinAnswer> asked = band.joinStatic(NAME);
        home.pass(3_000);

        JoinAnswer fresh = band.joinStatic(NAME).answer();

        assertThat(fresh.generation()).isEqualTo(asked.answer().generation() + 1);
        assertThat(fresh.leader()).isEqualTo(fresh.memberId());
        assertThat(band.sync(in(asked.answer(), NAME), Map.of()).answer().error())
                .isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
    }

    @Test
    void aStaticMemberThatDoesNotJoinAgainStaysUntilItsSessionEnds() {
        band.settledStatic(NAME);
        Asked<JoinAnswer> newcomer = band.join("");

        home.pass(5_000);

        assertThat(newcomer.answer().members()).hasSize(2);
        assertThat(newcomer.answer().leader()).isEqualTo(newcomer.answer().memberId());
        band.share(newcomer.answer(), "all");
        home.pass(4_999);
        band.beat(in(newcomer.answer()));
        home.pass(1);
        assertThat(band.beat(in(newcomer.answer()))).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(band.describe().members()).hasSize(1);
    }

    @Test
    void aRebalanceToWhichNoneOfTheStaticMembersComesGoesOnUntilTheirSessionsEnd() {
        band.settledStatic(NAME);
        String invited = band.join(GroupAsks.join(MemberRef.NOBODY, RANGE, JoinManner.ID_FIRST))
                .answer()
                .memberId();
        band.join(invited);
        band.leave(new MemberRef(invited, null));

        home.pass(6_000);
        assertThat(band.state()).isEqualTo(GroupState.PREPARING_REBALANCE);
        home.pass(5_000);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
    }

    @Test
    void anAdministratorRemovesByNameAlone() {
        JoinAnswer joined = band.settledStatic(NAME);

        LeaveAnswer left = band.leave(
                new MemberRef("", "i9"),
                new MemberRef("other", NAME),
                new MemberRef("", NAME),
                new MemberRef("", NAME));

        assertThat(left.members())
                .extracting(LeaveAnswer.Departure::error)
                .containsExactly(
                        ErrorCode.UNKNOWN_MEMBER_ID,
                        ErrorCode.FENCED_INSTANCE_ID,
                        ErrorCode.NONE,
                        ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(band.beat(in(joined, NAME))).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void whoComesBackNeedsNoRoomInAFullGroup() {
        var full = new GroupHome(new GroupConfig(1_000, 60_000, 3_000, 1, 16, 100_000, 10_000));
        var one = new Band(full);
        one.settledStatic(NAME);

        assertThat(one.joinStatic(NAME).answer().error()).isEqualTo(ErrorCode.NONE);
        assertThat(one.joinStatic("i2").answer().error()).isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
    }
}
