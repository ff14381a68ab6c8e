package io.milena.clients.consumer;

import io.milena.clients.consumer.FetchSettings.Isolation;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;

/**
 * One partition that the consumer reads: where it is, and what is being found out about it. Guarded by the consumer's
 * lock, but for what says otherwise.
 *
 * <pre>
 *   NEEDS_COMMITTED --committed--&gt; READY
 *   NEEDS_COMMITTED --none-------&gt; NEEDS_RESET --found--&gt; READY
 *   READY --out of range, truncated--&gt; NEEDS_RESET
 *   READY --new leader epoch--&gt; NEEDS_CHECK --agrees--&gt; READY
 *   any --seek--&gt; READY or NEEDS_RESET
 * </pre>
 */
final class AssignedPartition {

    /** No offset, no epoch, no broker. */
    static final int NONE = -1;

    /** What has to be found out before the partition can be fetched. */
    enum Phase {
        NEEDS_COMMITTED,
        NEEDS_RESET,
        NEEDS_CHECK,
        READY
    }

    private final TopicPartition id;
    private Phase phase = Phase.NEEDS_COMMITTED;
    private OffsetResetStrategy reset = OffsetResetStrategy.NONE;
    private long position = NONE;
    private int positionEpoch = NONE;
    private int checkedEpoch = NONE;
    private Uuid topicId = Uuid.ZERO;
    private long nextFetch = NONE;
    private int stamp;
    private boolean paused;
    private boolean revoking;
    private boolean inFlight;
    private boolean asking;
    private final Retry retry = new Retry();
    private int chunks;
    private long highWatermark = NONE;
    private long lastStableOffset = NONE;
    private long logStartOffset = NONE;
    private volatile int preferredReplica = NONE;
    private long preferredUntilNanos;

    AssignedPartition(TopicPartition id) {
        this.id = id;
    }

    TopicPartition id() {
        return id;
    }

    Phase phase() {
        return phase;
    }

    /** Where to begin, while a reset is needed. */
    OffsetResetStrategy reset() {
        return reset;
    }

    boolean hasPosition() {
        return phase == Phase.READY || phase == Phase.NEEDS_CHECK;
    }

    /** Offset of the next record for the application; {@link #NONE} if it is not known. */
    long position() {
        return position;
    }

    /** Leader epoch of the record before the position; {@link #NONE} if it is not known. */
    int positionEpoch() {
        return positionEpoch;
    }

    /** Where the next fetch begins: at the position, or behind what is fetched already. */
    long nextFetch() {
        return nextFetch;
    }

    /** Changes when what was fetched before must not be handed over. */
    int stamp() {
        return stamp;
    }

    /** The application or an answer said where to go on; whatever was fetched is dropped. */
    void moved(long newPosition, int newEpoch) {
        phase = Phase.READY;
        position = newPosition;
        positionEpoch = newEpoch;
        checkedEpoch = NONE;
        dropFetched();
    }

    /** There is no usable position: one has to be found. */
    void resetNeeded(OffsetResetStrategy strategy) {
        phase = Phase.NEEDS_RESET;
        reset = strategy;
        preferredReplica = NONE;
        dropFetched();
    }

    /** The partition has a leader in this epoch; a position that was read under an older one has to be checked. */
    void leaderEpochSeen(int leaderEpoch) {
        boolean isNew = leaderEpoch > checkedEpoch;
        if (isNew && phase == Phase.READY && positionEpoch != NONE && leaderEpoch > positionEpoch) {
            phase = Phase.NEEDS_CHECK;
            dropFetched();
        }
        checkedEpoch = Math.max(checkedEpoch, leaderEpoch);
        if (isNew) {
            preferredReplica = NONE;
        }
    }

    /**
     * The topic has this id; whether it is another topic than before. That has nothing to do with epochs of the old:
     * its own begin anew, however low, and what was read says nothing about its log.
     */
    boolean topicSeen(Uuid seen) {
        boolean isKnown = !seen.equals(Uuid.ZERO);
        boolean isOther = isKnown && !topicId.equals(Uuid.ZERO) && !topicId.equals(seen);
        topicId = isKnown ? seen : topicId;
        if (isOther) {
            agreed();
            positionEpoch = NONE;
            checkedEpoch = NONE;
            preferredReplica = NONE;
        }
        return isOther;
    }

    /** The leader's log still has what was read. */
    void agreed() {
        if (phase == Phase.NEEDS_CHECK) {
            phase = Phase.READY;
        }
    }

    /** The application has everything up to {@code offset}. */
    void consumed(long offset, int epoch) {
        position = offset;
        positionEpoch = epoch == NONE ? positionEpoch : epoch;
    }

    /** Records up to {@code offset} are here. */
    void fetchedUpTo(long offset) {
        nextFetch = offset;
        chunks++;
    }

    /** What was fetched from {@code offset} on, and not begun, is given up. */
    void fetchAgainFrom(long offset) {
        nextFetch = offset;
    }

    void chunkDone() {
        chunks--;
    }

    /** Pieces fetched and not handed over. */
    int chunks() {
        return chunks;
    }

    private void dropFetched() {
        stamp++;
        chunks = 0;
        nextFetch = position;
        asking = false;
        retry.succeeded();
    }

    boolean isPaused() {
        return paused;
    }

    void paused(boolean isPaused) {
        paused = isPaused;
    }

    /** Whether the partition is about to go, so that none of its records may be handed over. */
    void revoking(boolean isRevoking) {
        revoking = isRevoking;
    }

    boolean mayHandOver() {
        return phase == Phase.READY && !paused && !revoking;
    }

    boolean isInFlight() {
        return inFlight;
    }

    void inFlight(boolean isInFlight) {
        inFlight = isInFlight;
    }

    /**
     * Whether a question about this partition may leave now; from then on none may, until it is {@link #answered} or
     * {@link #failed}.
     */
    boolean mayAsk(long nowNanos) {
        return !asking && retry.waitNanos(nowNanos) == 0;
    }

    void asking() {
        asking = true;
    }

    /** The question has its answer; the next one may leave at once. */
    void answered() {
        asking = false;
        retry.succeeded();
    }

    /** The question came to nothing; it may be asked again later. */
    void failed(Retrying retrying) {
        asking = false;
        retry.failed(retrying);
    }

    /** For how long the next question has to wait; 0 if it may leave, or if one is away. */
    long waitNanos(long nowNanos) {
        return asking ? 0 : retry.waitNanos(nowNanos);
    }

    /** How many offsets the position is behind the last that may be read so; {@link #NONE} if that is not known. */
    long lag(Isolation isolation) {
        long end = isolation == Isolation.READ_COMMITTED ? lastStableOffset : highWatermark;
        return end == NONE || !hasPosition() ? NONE : Math.max(end - position, 0);
    }

    long logStartOffset() {
        return logStartOffset;
    }

    /** What a leader or follower said about its log; what is {@link #NONE} it did not say. */
    void logSeen(long newHighWatermark, long newLastStable, long newLogStart) {
        highWatermark = newHighWatermark == NONE ? highWatermark : newHighWatermark;
        lastStableOffset = newLastStable == NONE ? lastStableOffset : newLastStable;
        logStartOffset = newLogStart == NONE ? logStartOffset : newLogStart;
    }

    /** The broker to fetch from rather than from the leader; {@link #NONE} for the leader. */
    int preferredReplica(long nowNanos) {
        if (preferredReplica != NONE && nowNanos - preferredUntilNanos >= 0) {
            preferredReplica = NONE;
        }
        return preferredReplica;
    }

    /** As it was when a fetch was planned last, for whoever wants to know, without the lock. */
    int preferredReplica() {
        return preferredReplica;
    }

    void preferredReplica(int broker, long untilNanos) {
        preferredReplica = broker;
        preferredUntilNanos = untilNanos;
    }
}
