package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.Membership.JoinAnswer;
import io.milena.clients.consumer.Membership.Outcome;
import io.milena.common.errors.ErrorCode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of a member through a classic group, and what throws it back. */
class MembershipTest {

    private static Membership wanted() {
        var membership = new Membership();
        membership.wanted();
        return membership;
    }

    private static JoinAnswer follower(int generation) {
        return new JoinAnswer(generation, "me", "range", false, false, List.of());
    }

    private static Membership stable() {
        Membership membership = wanted();
        membership.prepared();
        membership.joined(follower(3));
        membership.synced(new byte[] {1});
        membership.completed();
        return membership;
    }

    @Test
    void followerGetsItsAssignmentAndIsStable() {
        Membership membership = stable();

        assertThat(membership.phase()).isEqualTo(MemberPhase.STABLE);
        assertThat(membership.ownedGeneration()).isEqualTo(3);
        assertThat(membership.isToPrepare()).isFalse();
    }

    @Test
    void leaderDecidesBeforeItSyncsUnlessItIsToldNotTo() {
        Membership leader = wanted();
        leader.prepared();
        leader.joined(new JoinAnswer(1, "me", "range", true, false, List.of()));
        assertThat(leader.phase()).isEqualTo(MemberPhase.ASSIGNING);

        Membership static1 = wanted();
        static1.prepared();
        static1.joined(new JoinAnswer(1, "me", "range", true, true, List.of()));
        assertThat(static1.phase()).isEqualTo(MemberPhase.SYNCING);
    }

    @Test
    void aMemberIdThatIsRequiredIsTakenAndTriedAtOnce() {
        Membership membership = wanted();
        membership.prepared();

        Outcome outcome = membership.joinRefused(ErrorCode.MEMBER_ID_REQUIRED, "given");

        assertThat(outcome).isEqualTo(Outcome.GO_ON);
        assertThat(membership.memberId()).isEqualTo("given");
        assertThat(membership.phase()).isEqualTo(MemberPhase.JOINING);
    }

    @Test
    void aRebalanceIsPreparedByTheApplicationAndLosesNothing() {
        Membership membership = stable();

        membership.heartbeatRefused(ErrorCode.REBALANCE_IN_PROGRESS);

        assertThat(membership.isToPrepare()).isTrue();
        assertThat(membership.isLost()).isFalse();
        assertThat(membership.isValid()).isTrue();
    }

    @Test
    void aCommitThatMetTheRebalanceItWaitsForAsksForNoOther() {
        Membership membership = stable();
        membership.heartbeatRefused(ErrorCode.REBALANCE_IN_PROGRESS);
        membership.prepared();

        membership.commitMetRebalance(3);
        membership.joined(follower(4));
        membership.commitMetRebalance(4);
        membership.synced(new byte[] {1});
        membership.completed();
        membership.commitMetRebalance(3);

        assertThat(membership.isToPrepare()).isFalse();
        membership.commitMetRebalance(4);
        assertThat(membership.isToPrepare()).isTrue();
    }

    @Test
    void aMemberThatIsNotKnownHasLostEverything() {
        Membership membership = stable();

        membership.heartbeatRefused(ErrorCode.UNKNOWN_MEMBER_ID);

        assertThat(membership.isLost()).isTrue();
        assertThat(membership.isValid()).isFalse();
        assertThat(membership.memberId()).isEmpty();
        assertThat(membership.isToPrepare()).isTrue();
    }

    @Test
    void anotherGenerationLosesEverythingButTheMemberId() {
        Membership membership = stable();

        membership.heartbeatRefused(ErrorCode.ILLEGAL_GENERATION);

        assertThat(membership.isLost()).isTrue();
        assertThat(membership.memberId()).isEqualTo("me");
    }

    @Test
    void aFencedInstanceHearsOfIt() {
        Membership membership = stable();

        assertThat(membership.heartbeatRefused(ErrorCode.FENCED_INSTANCE_ID)).isEqualTo(Outcome.TELL);
        assertThat(membership.isLost()).isTrue();
    }

    @Test
    void aRebalanceBeforeTheAssignmentJoinsAgainWithoutLoss() {
        Membership membership = stable();
        membership.rejoinAsked("test");
        membership.prepared();
        membership.joined(follower(4));

        membership.syncRefused(ErrorCode.REBALANCE_IN_PROGRESS);

        assertThat(membership.isToPrepare()).isTrue();
        assertThat(membership.isLost()).isFalse();
        assertThat(membership.ownedGeneration()).isEqualTo(3);
    }

    @Test
    void anAnswerThatComesTooLateChangesNothing() {
        Membership membership = stable();

        membership.joined(follower(9));
        membership.synced(new byte[] {2});

        assertThat(membership.generation()).isEqualTo(3);
        assertThat(membership.phase()).isEqualTo(MemberPhase.STABLE);
    }

    /** Whatever answers come in whatever order: no broken transition, and a lost generation is never valid. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyAnswersLeaveAMemberInOrder(long seed) {
        var random = new Random(seed);
        Membership membership = wanted();
        for (int i = 0; i < 2_000; i++) {
            step(membership, random);

            assertThat(membership.isValid())
                    .as("seed " + seed)
                    .isEqualTo(membership.generation() != Membership.NO_GENERATION);
            if (membership.phase().isHeartbeating()) {
                assertThat(membership.isValid()).as("seed " + seed).isTrue();
                assertThat(membership.isLost()).as("seed " + seed).isFalse();
            }
        }
    }

    private static void step(Membership membership, Random random) {
        ErrorCode[] all = ErrorCode.values();
        ErrorCode error = all[random.nextInt(all.length)];
        ErrorCode some = error == ErrorCode.NONE ? ErrorCode.REBALANCE_IN_PROGRESS : error;
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                if (membership.isToPrepare()) {
                    membership.prepared();
                }
            }
            case 2 -> membership.joined(follower(random.nextInt(100)));
            case 3 ->
                membership.joined(
                        new JoinAnswer(random.nextInt(100), "me", "range", true, random.nextBoolean(), List.of()));
            case 4 -> {
                if (membership.phase() == MemberPhase.ASSIGNING) {
                    membership.assigned();
                }
            }
            case 5 -> membership.synced(new byte[0]);
            case 6 -> {
                if (membership.phase() == MemberPhase.COMPLETING) {
                    membership.completed();
                }
            }
            case 7 -> membership.joinRefused(some, "given");
            case 8 -> membership.syncRefused(some);
            default -> {
                if (membership.phase().isHeartbeating()) {
                    membership.heartbeatRefused(some);
                }
            }
        }
    }
}
