package io.milena.server.partition;

import java.util.ArrayList;
import java.util.List;

/**
 * Producers whose records are in one partition's log and who wait for more: for the force to disk, for the commit, or
 * for one after the other.
 *
 * <p>Pure. Guarded by the partition's lock; who is done is handed out, to be told when the lock is free.
 */
final class ProduceWaits {

    private final CommitWaiters commits = new CommitWaiters();
    private final CommitWaiters forces = new CommitWaiters();
    private final CommitWaiters forcesBeforeCommits = new CommitWaiters();

    /** What a producer waits for. */
    enum Wait {
        COMMIT,
        FORCE,
        FORCE_THEN_COMMIT
    }

    /** {@code waiter}, whose records end at {@code endOffset}, waits. */
    void await(Wait what, long endOffset, CommitWaiter waiter) {
        of(what).await(endOffset, waiter);
    }

    private CommitWaiters of(Wait what) {
        return switch (what) {
            case COMMIT -> commits;
            case FORCE -> forces;
            case FORCE_THEN_COMMIT -> forcesBeforeCommits;
        };
    }

    /**
     * Everything below {@code endOffset} is forced. Takes out who waited for that alone; whoever waits for the commit
     * too does so from now on.
     */
    List<CommitWaiter> forcedUpTo(long endOffset) {
        forcesBeforeCommits.moveTo(commits, endOffset);
        return forces.reached(endOffset);
    }

    /** Everything below {@code highWatermark} is committed. Takes out who waited for that. */
    List<CommitWaiter> committedUpTo(long highWatermark) {
        return commits.reached(highWatermark);
    }

    /** Takes out everyone, because what they wait for will not come. */
    List<CommitWaiter> abandoned() {
        List<CommitWaiter> all = new ArrayList<>(commits.abandoned());
        all.addAll(forces.abandoned());
        all.addAll(forcesBeforeCommits.abandoned());
        return all;
    }

    /** {@code waiter} gave up; does nothing if it is not here. */
    void leave(long endOffset, CommitWaiter waiter) {
        commits.leave(endOffset, waiter);
        forces.leave(endOffset, waiter);
        forcesBeforeCommits.leave(endOffset, waiter);
    }

    int size() {
        return commits.size() + forces.size() + forcesBeforeCommits.size();
    }
}
