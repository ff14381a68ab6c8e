package io.milena.server.coordinator.group;

/**
 * How long a group that rebalances waits for its members (KIP-62; KIP-134 for one that had none).
 *
 * <p>One that has members waits until all have joined again, at most for its rebalance time-out. One that had none
 * waits for a short while, however many come, and for as long again whenever someone came in that time, so that a crowd
 * that starts together is not sorted out anew for each newcomer; in all, not longer than the rebalance time-out either.
 * Confined to the shard's thread.
 */
final class JoinPhase {

    private final boolean endsWhenAllJoined;
    private final int stepMs;
    private int delayMs;
    private int leftMs;
    private boolean someoneCame;

    private JoinPhase(boolean endsWhenAllJoined, int stepMs, int delayMs, int leftMs) {
        this.endsWhenAllJoined = endsWhenAllJoined;
        this.stepMs = stepMs;
        this.delayMs = delayMs;
        this.leftMs = leftMs;
    }

    /** Of a group that had no members. */
    static JoinPhase first(int initialDelayMs, int rebalanceTimeoutMs) {
        int stepMs = Math.max(0, initialDelayMs);
        return new JoinPhase(false, stepMs, stepMs, Math.max(0, rebalanceTimeoutMs - stepMs));
    }

    /** Of a group that had members. */
    static JoinPhase again(int rebalanceTimeoutMs) {
        return new JoinPhase(true, 0, rebalanceTimeoutMs, 0);
    }

    /** How long to wait from now. */
    int delayMs() {
        return delayMs;
    }

    boolean endsWhenAllJoined() {
        return endsWhenAllJoined;
    }

    /** There is one more, and there may come more. */
    void someoneCame() {
        someoneCame = true;
    }

    /** The delay is over: whether to wait once more, for the delay that there is then. */
    boolean goesOn() {
        if (!someoneCame || leftMs == 0) {
            return false;
        }
        someoneCame = false;
        delayMs = Math.min(stepMs, leftMs);
        leftMs -= delayMs;
        return true;
    }
}
