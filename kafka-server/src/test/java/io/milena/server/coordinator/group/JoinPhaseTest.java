package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long a rebalance waits. */
class JoinPhaseTest {

    @Test
    void aGroupWithoutMembersWaitsOnceIfNobodyElseComes() {
        JoinPhase phase = JoinPhase.first(3_000, 10_000);

        assertThat(phase.delayMs()).isEqualTo(3_000);
        assertThat(phase.endsWhenAllJoined()).isFalse();
        assertThat(phase.goesOn()).isFalse();
    }

    @Test
    void eachWaitInWhichSomeoneComesIsFollowedByAnotherUpToTheRebalanceTimeout() {
        JoinPhase phase = JoinPhase.first(3_000, 10_000);
        int waitedMs = phase.delayMs();

        for (int i = 0; i < 3; i++) {
            phase.someoneCame();
            assertThat(phase.goesOn()).isTrue();
            waitedMs += phase.delayMs();
        }
        phase.someoneCame();

        assertThat(phase.goesOn()).isFalse();
        assertThat(waitedMs).isEqualTo(10_000);
    }

    @Test
    void aWaitLongerThanTheRebalanceTimeoutIsNotExtended() {
        JoinPhase phase = JoinPhase.first(3_000, 1_000);

        phase.someoneCame();

        assertThat(phase.goesOn()).isFalse();
    }

    @Test
    void aGroupWithMembersWaitsForThemForTheRebalanceTimeout() {
        JoinPhase phase = JoinPhase.again(7_000);

        phase.someoneCame();

        assertThat(phase.delayMs()).isEqualTo(7_000);
        assertThat(phase.endsWhenAllJoined()).isTrue();
        assertThat(phase.goesOn()).isFalse();
    }
}
