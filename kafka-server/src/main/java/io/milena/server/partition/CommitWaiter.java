package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;

/** A part of a produce request that waits until its records are committed, or forced to disk. */
public interface CommitWaiter {

    /**
     * The wait is over: {@link ErrorCode#NONE} when it ended well. Called at most once, from any thread,
     * with no lock held; must not block.
     */
    void committed(ErrorCode outcome);
}
