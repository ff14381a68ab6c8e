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
}
