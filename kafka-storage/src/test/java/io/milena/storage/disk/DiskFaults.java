package io.milena.storage.disk;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * What goes wrong on a disk, and when: after so many calls the power goes out, or a single call fails; there is room
 * for so many bytes; no file can be opened. Guarded by its store's lock.
 */
final class DiskFaults {

    private static final int NEVER = -1;

    final RandomGenerator random;
    private int callsToPowerCut = NEVER;
    private int callsToFailure = NEVER;
    private String failure = "";
    private boolean isOut;
    long roomBytes = Long.MAX_VALUE;
    boolean opensAreRefused;
    boolean isPaused;
    int calls;
    /** Those that decide what a power cut leaves. */
    final Set<Integer> decisiveCalls = new HashSet<>();

    DiskFaults(RandomGenerator random) {
        this.random = random;
    }

    /** What becomes of a call. */
    enum Fate {
        DONE,
        FAILED,
        /** The power goes out before it did anything. */
        CUT_BEFORE,
        /** The power goes out when it is done, and nobody hears of that. */
        CUT_AFTER
    }

    void powerCutAfter(int moreCalls) {
        callsToPowerCut = moreCalls;
    }

    void failAfter(int moreCalls, String message) {
        callsToFailure = moreCalls;
        failure = message;
    }

    void nothing() {
        callsToPowerCut = NEVER;
        mend();
    }

    void mend() {
        callsToFailure = NEVER;
        roomBytes = Long.MAX_VALUE;
        opensAreRefused = false;
    }

    boolean isOut() {
        return isOut;
    }

    void powerIs(boolean on) {
        isOut = !on;
    }

    void nextIsDecisive() {
        if (!isPaused) {
            decisiveCalls.add(calls);
        }
    }

    /** The fate of the next call. */
    Fate next() {
        if (isOut) {
            throw new PowerCut();
        }
        if (isPaused) {
            return Fate.DONE;
        }
        calls++;
        if (callsToPowerCut != NEVER && callsToPowerCut-- == 0) {
            isOut = true;
            return random.nextBoolean() ? Fate.CUT_BEFORE : Fate.CUT_AFTER;
        }
        if (callsToFailure != NEVER && callsToFailure-- == 0) {
            return Fate.FAILED;
        }
        return Fate.DONE;
    }

    IOException failure(Object what) {
        return new IOException(failure.isEmpty() ? "Input/output error: " + what : failure);
    }
}
