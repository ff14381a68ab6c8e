package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.RANGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Newcomers that are told their id first (KIP-394), and groups that have no room. */
class InvitationTest {

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);

    private String invited() {
        return invited(band);
    }

    private static String invited(Band band) {
        JoinAnswer answer = band.join(GroupAsks.join(MemberRef.NOBODY, RANGE, JoinManner.ID_FIRST))
                .answer();
        assertThat(answer.error()).isEqualTo(ErrorCode.MEMBER_ID_REQUIRED);
        return answer.memberId();
    }

    @Test
    void aNewcomerIsToldAnIdAndJoinsWithIt() {
        String id = invited();
        assertThat(band.describe().members()).isEmpty();

        Asked<JoinAnswer> joined = band.join(id);
        home.pass(3_000);

        assertThat(joined.answer().memberId()).isEqualTo(id);
        assertThat(joined.answer().generation()).isEqualTo(1);
    }

    @Test
    void aLongNameIsCutSoThatTheIdFitsIntoEveryAnswerAndRecord() {
        var client = new ClientRef("\ufffd".repeat(Short.MAX_VALUE), "/127.0.0.1");
        var ask = new JoinAsk(
                GroupAsks.GROUP, MemberRef.NOBODY, client, GroupAsks.TIMEOUTS, "consumer", RANGE, JoinManner.ID_FIRST);

        String id = band.join(ask).answer().memberId();

        assertThat(id.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(4_000);
    }

    @Test
    void anInvitedNewcomerIsWaitedForAsLongAsARebalanceMayTake() {
        JoinAnswer settled = band.settled();
        band.join("");
        invited();
        Asked<JoinAnswer> again = band.join(settled.memberId());
        assertThat(again.isAnswered()).isFalse();

        home.pass(5_000);

        assertThat(again.answer().members()).hasSize(2);
    }

    @Test
    void anInvitedNewcomerThatLeavesIsNotWaitedFor() {
        JoinAnswer settled = band.settled();
        band.join("");
        String id = invited();
        Asked<JoinAnswer> again = band.join(settled.memberId());

        LeaveAnswer left = band.leave(new MemberRef(id, null));

        assertThat(left.members().get(0).error()).isEqualTo(ErrorCode.NONE);
        assertThat(again.isAnswered()).isTrue();
        assertThat(band.join(id).answer().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void anInvitationEndsWithTheSession() {
        String id = invited();

        home.pass(10_000);

        assertThat(band.join(id).answer().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aGroupThatNobodyCameToEndsWithItsLastInvitation() {
        invited();
        String left = invited();
        band.leave(new MemberRef(left, null));
        assertThat(band.state()).isEqualTo(GroupState.EMPTY);

        home.pass(10_000);

        assertThat(band.state()).isEqualTo(GroupState.DEAD);
        assertThat(home.written()).isEmpty();
    }

    @Test
    void aGroupOfWhichSomethingIsWrittenOutlivesItsInvitations() {
        band.commit(GroupAsks.commit(GenerationRef.OUTSIDE, GroupAsks.T0, 5));
        invited();

        home.pass(10_000);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
    }

    @Test
    void aGroupInvitesOnlySoMany() {
        String first = invited();
        for (int i = 0; i < Invitations.MAX; i++) {
            invited();
        }

        assertThat(home.machine().groups().find(GroupAsks.GROUP).invited()).hasSize(Invitations.MAX);
        assertThat(band.join(first).answer().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aFullGroupTakesNobodyButItsMembers() {
        var config = new GroupConfig(1_000, 60_000, 3_000, 2, 16, 100_000, 10_000);
        var small = new GroupHome(config);
        var few = new Band(small);
        JoinAnswer member = few.settled(2).get(1);

        assertThat(few.join("").answer().error()).isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
        assertThat(few.join(member.memberId()).answer().error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aGroupThatIsLoadedWithTooManyMembersRebalancesUntilTheyAreFewEnough() {
        var few = new GroupConfig(1_000, 60_000, 3_000, 2, 16, 100_000, 10_000);
        List<JoinAnswer> members = band.settled(3);
        var smaller = home.reloadedWith(few);
        var band2 = new Band(smaller);
        assertThat(band2.state()).isEqualTo(GroupState.PREPARING_REBALANCE);

        band2.join(members.get(0).memberId());
        Asked<JoinAnswer> second = band2.join(members.get(1).memberId());
        JoinAnswer third = band2.join(members.get(2).memberId()).answer();
        smaller.pass(5_000);

        assertThat(third.error()).isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
        assertThat(second.answer().error()).isEqualTo(ErrorCode.NONE);
        assertThat(band2.describe().members()).hasSize(2);
    }
}
