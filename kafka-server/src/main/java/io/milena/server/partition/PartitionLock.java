package io.milena.server.partition;

import io.milena.common.ShortSpin;
import io.milena.record.compression.WorkAllowance;
import io.milena.storage.DirectoryLane;
import io.milena.storage.Log;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one partition. Whoever appends holds it while the disk takes the records, so an event loop never waits
 * for it: what it has to do under the lock is done by the lane of the log where the lock is taken for longer than a
 * moment. Thread-safe.
 */
final class PartitionLock {

    private final ReentrantLock lock = new ReentrantLock();
    private final Supplier<@Nullable Log> log;
    private final Consumer<News> spread;

    /**
     * @param log the log of this moment; null if it is offline
     * @param spread tells the news of an action when the lock is free
     */
    PartitionLock(Supplier<@Nullable Log> log, Consumer<News> spread) {
        this.log = log;
        this.spread = spread;
    }

    /** Whether the caller now holds the lock; always, if it waits. */
    boolean lock(Patience patience) {
        if (patience == Patience.TRY) {
            return ShortSpin.tryLock(lock);
        }
        lock.lock();
        return true;
    }

    void unlock() {
        lock.unlock();
    }

    /** Does {@code action} under the lock, which is waited for, and tells its news. */
    void hold(Supplier<News> action) {
        lock.lock();
        unlockAfter(action);
    }

    /** As {@link #hold}, for an event loop: at once, or else on the lane. */
    void holdOnceFree(Supplier<News> action) {
        if (ShortSpin.tryLock(lock)) {
            unlockAfter(action);
        } else {
            onLane(() -> hold(action));
        }
    }

    private void unlockAfter(Supplier<News> action) {
        News news;
        try {
            news = action.get();
        } finally {
            lock.unlock();
        }
        spread.accept(news);
    }

    /** Runs {@code task} where it may wait for the disk. Without a log nobody holds the lock for long: at once then. */
    void onLane(Runnable task) {
        Log open = log.get();
        if (open == null) {
            task.run();
        } else {
            open.lane().execute(task);
        }
    }

    /** As {@link #onLane}, for work whose memory is bounded. */
    void onLaneMeasured(DirectoryLane.MeasuredTask task) {
        Log open = log.get();
        if (open == null) {
            task.run(WorkAllowance.UNBOUNDED);
        } else {
            open.lane().executeMeasured(task);
        }
    }

    /** Whether someone waits for what an append needs. */
    enum Patience {
        WAIT,
        TRY
    }
}
