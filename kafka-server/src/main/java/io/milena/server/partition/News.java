package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;
import io.milena.server.partition.InSyncProposals.Proposal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a change of a partition, to be told when its lock is free. Immutable.
 *
 * @param forced producers who waited for a force that has succeeded
 * @param done producers whose wait for the commit is over
 * @param outcome what {@code done} are told
 * @param highWatermarkMoved whether consumers can read more
 * @param proposal the in-sync set that the controller is asked for; null if it need not be
 */
record News(
        List<CommitWaiter> forced,
        List<CommitWaiter> done,
        ErrorCode outcome,
        boolean highWatermarkMoved,
        @Nullable Proposal proposal) {

    static final News NONE = new News(List.of(), List.of(), ErrorCode.NONE, false, null);

    /** Consumers can read more; no producer waits for that here. */
    static final News HIGH_WATERMARK_MOVED = new News(List.of(), List.of(), ErrorCode.NONE, true, null);

    /** Producers hear that what they wait for will not come. */
    static News abandoned(List<CommitWaiter> waiters, ErrorCode why) {
        return new News(List.of(), waiters, why, false, null);
    }

    /** Tells the producers. Called without the lock. */
    void tellProducers() {
        forced.forEach(waiter -> waiter.committed(ErrorCode.NONE));
        done.forEach(waiter -> waiter.committed(outcome));
    }

    News with(Proposal wanted) {
        return new News(forced, done, outcome, highWatermarkMoved, wanted);
    }

    News withForced(List<CommitWaiter> waiters) {
        return new News(waiters, done, outcome, highWatermarkMoved, proposal);
    }
}
