package io.milena.server.partition;

import io.milena.common.BrokerId;
import io.milena.common.Invariant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the leader of one partition knows about its replicas, and the high watermark that follows from it.
 *
 * <p>Pure: opens nothing, reads no clock. Owned by {@link Partition}; every call holds that partition's lock.
 *
 * <p>The high watermark is the smallest log end offset over the <em>maximal</em> in-sync set: the committed set plus
 * any addition proposed to the controller and not yet answered (KIP-497). Counting only the committed set could
 * acknowledge past a member that the controller has already let in, and may elect. A removal counts only once it is
 * confirmed. The high watermark never moves back while this leader lives, and it is never used for truncation
 * (KIP-101).
 */
final class LeaderState {

    private static final long UNKNOWN_OFFSET = -1;
    private static final long NEVER_MS = 0;

    private final BrokerId self;
    private final long epochStartOffset;
    private final SortedMap<BrokerId, Follower> followers = new TreeMap<>();
    private final SortedSet<BrokerId> inSync = new TreeSet<>();
    private final SortedSet<BrokerId> maximalInSync = new TreeSet<>();
    private @Nullable SortedSet<BrokerId> proposed;
    private long endOffset;
    private long highWatermark;

    /** How far one follower has come. */
    private static final class Follower {
        private long endOffset = UNKNOWN_OFFSET;
        private long caughtUpAtMs = NEVER_MS;
        private long fetchedAtMs = NEVER_MS;
        private long leaderEndWhenFetched = UNKNOWN_OFFSET;
    }

    /**
     * A leader that begins.
     *
     * @param self this broker
     * @param inSync the committed in-sync set
     * @param epochStartOffset end of this log when the leader's epoch began
     * @param highWatermark the last one known, at most {@code epochStartOffset}
     */
    LeaderState(BrokerId self, Collection<BrokerId> inSync, long epochStartOffset, long highWatermark) {
        Invariant.check(
                highWatermark <= epochStartOffset,
                "high watermark within the log when leading begins",
                highWatermark,
                epochStartOffset);
        this.self = self;
        this.epochStartOffset = epochStartOffset;
        this.endOffset = epochStartOffset;
        this.highWatermark = highWatermark;
        inSyncCommitted(inSync);
    }

    long highWatermark() {
        return highWatermark;
    }

    /** Where this leader's own log ends, as far as it counts. */
    long endOffset() {
        return endOffset;
    }

    /** The committed in-sync set. */
    SortedSet<BrokerId> inSync() {
        return Collections.unmodifiableSortedSet(inSync);
    }

    /** This leader's own log, as far as it counts, ends here (exclusive). Returns whether the high watermark moved. */
    boolean leaderReached(long newEndOffset) {
        Invariant.check(newEndOffset >= endOffset, "log end of a leader", newEndOffset, endOffset);
        endOffset = newEndOffset;
        return advance();
    }

    /**
     * A follower asked for records from {@code fetchOffset} on, so its log ends there. Returns whether the high
     * watermark moved.
     *
     * <p>It counts as caught up at this moment if it has all there is, and at the moment of its fetch before if it now
     * has all there was then: a follower is not behind only because records keep coming.
     */
    boolean followerReached(BrokerId replica, long fetchOffset, long nowMs) {
        Follower follower = followers.computeIfAbsent(replica, id -> new Follower());
        if (fetchOffset >= endOffset) {
            follower.caughtUpAtMs = Math.max(follower.caughtUpAtMs, nowMs);
        } else if (follower.leaderEndWhenFetched >= 0 && fetchOffset >= follower.leaderEndWhenFetched) {
            follower.caughtUpAtMs = Math.max(follower.caughtUpAtMs, follower.fetchedAtMs);
        }
        follower.endOffset = fetchOffset;
        follower.leaderEndWhenFetched = endOffset;
        follower.fetchedAtMs = nowMs;
        return advance();
    }

    /** Whether {@code replica} may be proposed: at or past the high watermark and the start of this leader's epoch. */
    boolean mayJoin(BrokerId replica) {
        Follower follower = followers.get(replica);
        return follower != null
                && proposed == null
                && !inSync.contains(replica)
                && follower.endOffset >= highWatermark
                && follower.endOffset >= epochStartOffset;
    }

    /**
     * In-sync followers that have not been caught up for longer than {@code maxLagMs}; none while a proposal is open.
     */
    List<BrokerId> laggards(long nowMs, long maxLagMs) {
        List<BrokerId> behind = new ArrayList<>();
        for (BrokerId replica : inSync) {
            if (proposed == null && !replica.equals(self) && isBehind(followers.get(replica), nowMs, maxLagMs)) {
                behind.add(replica);
            }
        }
        return behind;
    }

    private boolean isBehind(@Nullable Follower follower, long nowMs, long maxLagMs) {
        if (follower == null) {
            return true;
        }
        boolean complete = follower.endOffset >= endOffset;
        return !complete && nowMs - follower.caughtUpAtMs > maxLagMs;
    }

    /** Whoever is in sync gets the full lag time from now on, because this leader has only begun to listen. */
    void listeningSince(long nowMs) {
        for (BrokerId replica : inSync) {
            if (!replica.equals(self)) {
                Follower follower = followers.computeIfAbsent(replica, id -> new Follower());
                follower.caughtUpAtMs = Math.max(follower.caughtUpAtMs, nowMs);
            }
        }
    }

    /** The controller was asked to let {@code replica} in; from now on it counts. Returns the set that was proposed. */
    SortedSet<BrokerId> additionProposed(BrokerId replica) {
        Invariant.check(proposed == null, "one open proposal at a time");
        SortedSet<BrokerId> wanted = new TreeSet<>(inSync);
        wanted.add(replica);
        maximalInSync.add(replica);
        proposed = wanted;
        return wanted;
    }

    /**
     * The controller was asked to drop {@code replicas}; they count until it has. Returns the set that was proposed.
     */
    SortedSet<BrokerId> removalProposed(Collection<BrokerId> replicas) {
        Invariant.check(proposed == null, "one open proposal at a time");
        SortedSet<BrokerId> wanted = new TreeSet<>(inSync);
        wanted.removeAll(replicas);
        proposed = wanted;
        return wanted;
    }

    /**
     * The controller refused the open proposal for good, so the committed set stands. (While the answer is unknown the
     * proposal stays open: the controller may have taken it.)
     */
    boolean proposalRefused() {
        return inSyncCommitted(List.copyOf(inSync));
    }

    /** The controller answered: this is the set now. Returns whether the high watermark moved. */
    boolean inSyncCommitted(Collection<BrokerId> committed) {
        proposed = null;
        inSync.clear();
        inSync.addAll(committed);
        maximalInSync.clear();
        maximalInSync.addAll(committed);
        return advance();
    }

    private boolean advance() {
        long slowest = endOffset;
        for (BrokerId replica : maximalInSync) {
            if (!replica.equals(self)) {
                Follower follower = followers.get(replica);
                slowest = Math.min(slowest, follower == null ? UNKNOWN_OFFSET : follower.endOffset);
            }
        }
        if (slowest <= highWatermark) {
            return false;
        }
        highWatermark = slowest;
        return true;
    }
}
