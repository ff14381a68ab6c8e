package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.bytes;
import static io.milena.server.coordinator.group.GroupAsks.in;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.JoinAnswer.JoinedMember;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From one generation to the next: who joins, who does not, and who is told what. */
class RebalanceTest {

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);

    @Test
    void theFirstMemberWaitsForOthersAndLeads() {
        Asked<JoinAnswer> first = band.join("");
        home.pass(2_999);
        assertThat(first.isAnswered()).isFalse();

        home.pass(1);

        JoinAnswer joined = first.answer();
        assertThat(joined.error()).isEqualTo(ErrorCode.NONE);
        assertThat(joined.generation()).isEqualTo(1);
        assertThat(joined.protocol()).isEqualTo("range");
        assertThat(joined.protocolType()).isEqualTo("consumer");
        assertThat(joined.leader()).isEqualTo(joined.memberId());
        assertThat(joined.memberId()).matches("client-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-.*");
        assertThat(joined.members())
                .extracting(JoinedMember::member)
                .containsExactly(new MemberRef(joined.memberId(), null));
    }

    @Test
    void membersThatComeMeanwhileAreInTheSameGeneration() {
        Asked<JoinAnswer> first = band.join("");
        home.pass(2_000);
        Asked<JoinAnswer> second = band.join("");

        home.pass(1_000);
        assertThat(first.isAnswered()).isFalse();
        home.pass(3_000);

        assertThat(first.answer().generation()).isEqualTo(1);
        assertThat(first.answer().members()).hasSize(2);
        assertThat(second.answer().generation()).isEqualTo(1);
        assertThat(second.answer().leader()).isEqualTo(first.answer().memberId());
        assertThat(second.answer().members()).isEmpty();
    }

    @Test
    void eachMemberIsHandedItsOwnShareWhenTheLeaderHasBroughtThem() {
        Asked<JoinAnswer> first = band.join("");
        Asked<JoinAnswer> second = band.join("");
        home.pass(6_000);
        Asked<SyncAnswer> waiting = band.sync(second.answer());
        assertThat(waiting.isAnswered()).isFalse();

        Map<String, byte[]> shares =
                Map.of(first.answer().memberId(), bytes("one"), second.answer().memberId(), bytes("two"));
        SyncAnswer leaders = band.sync(in(first.answer()), shares).answer();

        assertThat(leaders.assignment()).isEqualTo(bytes("one"));
        assertThat(leaders.protocol()).isEqualTo("range");
        assertThat(leaders.protocolType()).isEqualTo("consumer");
        assertThat(waiting.answer().assignment()).isEqualTo(bytes("two"));
        assertThat(band.state()).isEqualTo(GroupState.STABLE);
        assertThat(home.figures().rebalances()).isEqualTo(1);
    }

    @Test
    void aMemberThatTheLeaderForgotGetsNothing() {
        Asked<JoinAnswer> first = band.join("");
        Asked<JoinAnswer> second = band.join("");
        home.pass(6_000);

        band.sync(in(first.answer()), Map.of("stranger", bytes("x"))).answer();

        assertThat(band.sync(second.answer()).answer().assignment()).isEmpty();
    }

    @Test
    void aNewcomerMakesAllJoinAgainAndTheRebalanceEndsWithTheLastOfThem() {
        JoinAnswer settled = band.settled();
        Asked<JoinAnswer> newcomer = band.join("");
        assertThat(band.beat(in(settled))).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(newcomer.isAnswered()).isFalse();

        JoinAnswer again = band.join(settled.memberId()).answer();

        assertThat(again.generation()).isEqualTo(2);
        assertThat(again.members()).hasSize(2);
        assertThat(newcomer.answer().generation()).isEqualTo(2);
    }

    @Test
    void whoDoesNotJoinAgainInTimeIsOut() {
        JoinAnswer settled = band.settled();
        Asked<JoinAnswer> newcomer = band.join("");
        home.pass(4_000);
        band.beat(in(settled));

        home.pass(1_000);

        assertThat(newcomer.answer().generation()).isEqualTo(2);
        assertThat(newcomer.answer().leader()).isEqualTo(newcomer.answer().memberId());
        assertThat(band.beat(in(settled))).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void whoIsSilentForItsSessionIsOutAndAnEmptyGroupIsWritten() {
        JoinAnswer settled = band.settled();

        home.pass(9_999);
        assertThat(band.beat(in(settled))).isEqualTo(ErrorCode.NONE);
        home.pass(9_999);
        assertThat(band.state()).isEqualTo(GroupState.STABLE);
        home.pass(1);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
        assertThat(home.reloaded().machine().groups().stored(GroupAsks.GROUP).generation())
                .isEqualTo(2);
        assertThat(band.beat(in(settled))).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void whoJoinsAgainWithAShorterSessionIsOutSooner() {
        JoinAnswer settled = band.settled();
        JoinAnswer again = band.join(withSession(settled.memberId(), 6_000)).answer();
        band.share(again, "A");

        home.pass(5_999);
        assertThat(band.state()).isEqualTo(GroupState.STABLE);
        home.pass(1);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
    }

    @Test
    void whoJoinsAgainWithALongerSessionIsOutLater() {
        JoinAnswer settled = band.settled();
        home.pass(5_000);
        JoinAnswer again = band.join(withSession(settled.memberId(), 30_000)).answer();
        band.share(again, "A");

        home.pass(29_999);
        assertThat(band.state()).isEqualTo(GroupState.STABLE);
        home.pass(1);

        assertThat(band.state()).isEqualTo(GroupState.EMPTY);
    }

    private static JoinAsk withSession(String memberId, int sessionMs) {
        return within(new MemberTimeouts(sessionMs, 5_000), new MemberRef(memberId, null));
    }

    private static JoinAsk within(MemberTimeouts timeouts, MemberRef member) {
        return new JoinAsk(
                GroupAsks.GROUP,
                member,
                GroupAsks.CLIENT,
                timeouts,
                "consumer",
                GroupAsks.RANGE,
                JoinManner.ID_AT_THE_END);
    }

    @Test
    void whoWaitsForOthersNeedsNotBeat() {
        JoinAnswer settled = band.settled();
        Asked<JoinAnswer> slow = band.join(patient(60_000));
        band.share(band.join(settled.memberId()).answer(), "A");
        band.sync(slow.answer());
        Asked<JoinAnswer> waiting = band.join(settled.memberId());
        for (int i = 0; i < 5; i++) {
            home.pass(9_000);
            assertThat(band.beat(in(slow.answer()))).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        }
        assertThat(waiting.isAnswered()).isFalse();

        band.join(slow.answer().memberId());

        assertThat(waiting.answer().generation()).isEqualTo(3);
        assertThat(waiting.answer().members()).hasSize(2);
    }

    private static JoinAsk patient(int rebalanceMs) {
        return within(new MemberTimeouts(10_000, rebalanceMs), MemberRef.NOBODY);
    }

    @Test
    void whoDoesNotAskForItsShareInTimeIsOut() {
        JoinAnswer first = band.settled();
        Asked<JoinAnswer> second = band.join("");
        JoinAnswer again = band.join(first.memberId()).answer();
        band.share(again, "A");
        home.pass(4_000);
        band.beat(in(again));
        band.beat(in(second.answer()));

        home.pass(1_000);

        assertThat(band.beat(in(second.answer()))).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(band.beat(in(again))).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
    }

    @Test
    void aLeaderThatDoesNotBringSharesIsOutAndItsFollowersRebalance() {
        List<Asked<JoinAnswer>> asked = List.of(band.join(""), band.join(""));
        home.pass(6_000);
        Asked<SyncAnswer> waiting = band.sync(asked.get(1).answer());

        home.pass(5_000);

        assertThat(waiting.answer().error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        JoinAnswer next = band.join(asked.get(1).answer().memberId()).answer();
        assertThat(next.leader()).isEqualTo(next.memberId());
        assertThat(next.generation()).isEqualTo(2);
    }

    @Test
    void aNewcomerWhileSharesAreAwaitedStartsTheRebalanceAnew() {
        List<Asked<JoinAnswer>> asked = List.of(band.join(""), band.join(""));
        home.pass(6_000);
        Asked<SyncAnswer> waiting = band.sync(asked.get(1).answer());

        band.join("");

        assertThat(waiting.answer().error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(band.state()).isEqualTo(GroupState.PREPARING_REBALANCE);
    }

    @Test
    void aLostAnswerIsGivenAgainWhileTheGenerationLasts() {
        JoinAnswer joined = band.first();

        assertThat(band.join(joined.memberId()).answer())
                .usingRecursiveComparison()
                .isEqualTo(joined);
        assertThat(band.share(joined, "A").assignment()).isEqualTo(bytes("A"));
        assertThat(band.sync(joined).answer().assignment()).isEqualTo(bytes("A"));
    }

    @Test
    void inAStableGroupTheLeaderThatJoinsWantsANewAssignmentAndAFollowerTheOldOne() {
        List<JoinAnswer> members = band.settled(2);
        JoinAnswer leader = members.get(0);
        JoinAnswer follower = members.get(1);

        JoinAnswer same = band.join(follower.memberId()).answer();
        Asked<JoinAnswer> leads = band.join(leader.memberId());

        assertThat(same.generation()).isEqualTo(1);
        assertThat(same.leader()).isEqualTo(leader.memberId());
        assertThat(leads.isAnswered()).isFalse();
        assertThat(band.state()).isEqualTo(GroupState.PREPARING_REBALANCE);
    }

    @Test
    void aFollowerThatOffersSomethingElseMakesTheGroupRebalance() {
        JoinAnswer follower = band.settled(2).get(1);
        List<MemberProtocol> other = List.of(GroupAsks.reading("range", "u"));

        band.join(GroupAsks.join(new MemberRef(follower.memberId(), null), other, JoinManner.ID_FIRST));

        assertThat(band.state()).isEqualTo(GroupState.PREPARING_REBALANCE);
    }

    @Test
    void aSecondJoinOfTheSameMemberLeavesTheFirstNotWaiting() {
        List<JoinAnswer> members = band.settled(2);
        Asked<JoinAnswer> first = band.join(members.get(0).memberId());
        Asked<JoinAnswer> second = band.join(members.get(0).memberId());

        band.join(members.get(1).memberId());

        assertThat(first.answer().error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(second.answer().generation()).isEqualTo(2);
        assertThat(second.answer().members()).hasSize(2);
    }

    @Test
    void aSecondSyncOfTheSameMemberLeavesTheFirstNotWaiting() {
        List<Asked<JoinAnswer>> asked = List.of(band.join(""), band.join(""));
        home.pass(6_000);
        Asked<SyncAnswer> first = band.sync(asked.get(1).answer());

        Asked<SyncAnswer> second = band.sync(asked.get(1).answer());
        band.share(asked.get(0).answer(), "A");

        assertThat(first.answer().error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(second.answer().error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void leavingMembersAreReplacedAsLeaderAndWhoWaitsInTheirNameIsTold() {
        List<JoinAnswer> members = band.settled(3);
        Asked<JoinAnswer> leader = band.join(members.get(0).memberId());

        LeaveAnswer left = band.leave(new MemberRef(members.get(0).memberId(), null));

        assertThat(left.members().get(0).error()).isEqualTo(ErrorCode.NONE);
        assertThat(leader.answer().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        Asked<JoinAnswer> second = band.join(members.get(1).memberId());
        JoinAnswer third = band.join(members.get(2).memberId()).answer();
        assertThat(third.leader()).isEqualTo(second.answer().memberId());
        assertThat(second.answer().members()).hasSize(2);
    }

    @Test
    void aNewcomerWhoseClientIsGoneIsForgottenAfterFiveMinutes() {
        JoinAnswer settled = band.settled();
        Asked<JoinAnswer> newcomer = band.join(patient(1_000_000));
        for (int i = 0; i < 60; i++) {
            home.pass(4_999);
            band.beat(in(settled));
        }
        assertThat(newcomer.isAnswered()).isFalse();

        home.pass(5_000);

        assertThat(newcomer.answer().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aGroupThatIsLoadedGoesOnInItsGeneration() {
        JoinAnswer settled = band.settled();

        GroupHome reloaded = home.reloaded();

        var again = new Band(reloaded);
        assertThat(again.state()).isEqualTo(GroupState.STABLE);
        assertThat(again.beat(in(settled))).isEqualTo(ErrorCode.NONE);
        assertThat(again.sync(settled).answer().assignment()).isEqualTo(bytes("A"));
        reloaded.pass(10_000);
        assertThat(again.state()).isEqualTo(GroupState.EMPTY);
    }

    @Test
    void aShardThatIsGivenUpTellsAllWhoWait() {
        Asked<JoinAnswer> joining = band.join("");

        home.machine().abandoned();

        assertThat(joining.answer().error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
        assertThat(home.figures().groups()).isZero();
    }
}
