package io.milena.server.partition;

/**
 * The high watermark as a follower knows it: what its leader said, but never past the end of its own log.
 *
 * <p>Pure. Owned by {@link Partition}; every call holds that partition's lock.
 */
final class FollowerState {

    private long highWatermark;

    FollowerState(long highWatermark) {
        this.highWatermark = highWatermark;
    }

    long highWatermark() {
        return highWatermark;
    }

    /** A fetch brought this follower to {@code endOffset} and told the leader's high watermark. */
    boolean leaderSaid(long leaderHighWatermark, long endOffset) {
        long next = Math.min(leaderHighWatermark, endOffset);
        boolean moved = next > highWatermark;
        if (moved) {
            highWatermark = next;
        }
        return moved;
    }

    /** The log was cut and ends at {@code endOffset} now. */
    void truncated(long endOffset) {
        highWatermark = Math.min(highWatermark, endOffset);
    }
}
