package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a member's time is over, and when it only seems so. */
class SessionTest {

    private static final long LIMIT_MS = 10_000;

    private static Session heardAt(long nowMs) {
        var session = new Session();
        session.heard(nowMs);
        session.timerSet(LIMIT_MS, nowMs);
        return session;
    }

    @Test
    void timeRunsFromTheLastSignOfLife() {
        Session session = heardAt(0);

        session.heard(4_000);

        assertThat(session.leftMs(LIMIT_MS, 10_000)).isEqualTo(4_000);
    }

    @Test
    void withoutAnyTheTimeIsOver() {
        assertThat(heardAt(0).leftMs(LIMIT_MS, 10_000)).isZero();
    }

    @Test
    void aClockThatJumpsAheadTakesNobodysTime() {
        Session session = heardAt(0);

        session.heard(9_000);

        assertThat(session.leftMs(LIMIT_MS, 3_600_000)).isEqualTo(LIMIT_MS);
    }

    @Test
    void aClockThatJumpsBackGivesOneMoreTimeAtMost() {
        Session session = heardAt(3_600_000);

        assertThat(session.leftMs(LIMIT_MS, 10_000)).isEqualTo(LIMIT_MS);
    }

    @Test
    void aTimerIsGoodForEveryDeadlineThatIsNotBeforeIt() {
        Session session = heardAt(0);

        assertThat(session.isLookedAtWithin(LIMIT_MS, 0)).isTrue();
        assertThat(session.isLookedAtWithin(6_000, 4_000)).isTrue();
        assertThat(session.isLookedAtWithin(5_999, 4_000)).isFalse();
    }

    @Test
    void aTimerThatIsGoneIsGoodForNothing() {
        Session session = heardAt(0);

        session.timerGone();

        assertThat(session.isLookedAtWithin(LIMIT_MS, 0)).isFalse();
        assertThat(new Session().isLookedAtWithin(LIMIT_MS, 0)).isFalse();
    }

    @Test
    void aTimerIsNotTrustedWhenTheClockHasJumped() {
        Session session = heardAt(3_600_000);

        assertThat(session.isLookedAtWithin(LIMIT_MS, 10_000)).isFalse();
        assertThat(session.isLookedAtWithin(LIMIT_MS, 7_200_000)).isFalse();
    }
}
