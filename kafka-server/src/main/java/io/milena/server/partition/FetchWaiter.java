package io.milena.server.partition;

/** A fetch that waits for more to read. It may wait in many partitions at once. */
public interface FetchWaiter {

    /**
     * There may be more to read, or the partition has changed its role. Called from any thread, any number of times,
     * also shortly after the waiter has left; must not block and must not call back into the partition.
     */
    void wake();
}
