package io.milena.server.coordinator.group;

/**
 * When a member was heard last, and when that is looked at next. A sign of life only moves the deadline; the one timer
 * of the member is set anew when it fires.
 *
 * <p>Deadlines are kept by a wall clock that may jump, timers run by one that does not. If the two disagree on how long
 * a timer took, the clock jumped or this thread stood still, and nobody is blamed for it. Confined to the shard's
 * thread.
 */
final class Session {

    /** No timer is ever this late while all is well. */
    private static final long JUMP_MS = 5_000L;

    private long heardMs;
    private long timerSetMs;
    private long timerDelayMs;
    private boolean isTimerSet;

    /** A sign of life. */
    void heard(long nowMs) {
        heardMs = nowMs;
    }

    /** It will be looked at after {@code delayMs}. */
    void timerSet(long delayMs, long nowMs) {
        timerSetMs = nowMs;
        timerDelayMs = delayMs;
        isTimerSet = true;
    }

    /** It fired, or was cancelled. */
    void timerGone() {
        isTimerSet = false;
    }

    /** Whether it is looked at in {@code limitMs} at the latest, as things stand. */
    boolean isLookedAtWithin(long limitMs, long nowMs) {
        long toGoMs = timerSetMs + timerDelayMs - nowMs;
        return isTimerSet && toGoMs >= 0 && toGoMs <= limitMs;
    }

    /** The timer fired: how long may the member still be silent? 0 if its time is over. */
    long leftMs(long limitMs, long nowMs) {
        long tookMs = nowMs - timerSetMs;
        boolean clockIsOdd = tookMs < 0 || tookMs > timerDelayMs + JUMP_MS || nowMs < heardMs;
        if (clockIsOdd) {
            heard(nowMs);
        }
        return Math.max(0L, heardMs + limitMs - nowMs);
    }
}
