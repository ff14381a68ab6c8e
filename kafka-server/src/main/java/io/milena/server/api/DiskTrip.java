package io.milena.server.api;

import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads from disks on behalf of one request: each on threads of its own directory, joined when all are back or when
 * patience ends. What comes back later is given up, and what has not begun by then is not begun.
 *
 * <p>Started, ended and delivered on the connection's event loop. What the threads of the directories bring meets that
 * under a lock that is never held while a file is touched.
 *
 * @param <T> what a read brings
 */
final class DiskTrip<T> {

    private final Scheduler scheduler;
    private final Consumer<T> giveUp;
    private final Consumer<List<@Nullable T>> onBack;
    private final List<@Nullable T> back;
    private int missing;
    private boolean over;
    private boolean delivered;
    private Scheduler.@Nullable Timer timer;

    /**
     * @param size how many places there are for what comes back; those that nothing comes back for stay null
     * @param scheduler the loop
     * @param giveUp releases what nobody will have
     * @param onBack gets what came back, on the loop; called once, unless {@link #abandon} is
     */
    DiskTrip(int size, Scheduler scheduler, Consumer<T> giveUp, Consumer<List<@Nullable T>> onBack) {
        this.scheduler = scheduler;
        this.giveUp = giveUp;
        this.onBack = onBack;
        this.back = new ArrayList<>(Collections.nCopies(size, null));
    }

    /** Threads that may wait for one directory's disk. */
    @FunctionalInterface
    interface DiskThreads {
        /** Has {@code read} run soon; false, and never, if too many wait. */
        boolean tryExecute(Runnable read);
    }

    /** One read: for which place, whose threads it takes, and what it does there. */
    record Errand<T>(int index, DiskThreads threads, Supplier<T> read) {}

    /** Sets out. One that finds too many waiting before it comes back at once, with nothing. */
    void begin(List<Errand<T>> errands) {
        missing = errands.size();
        for (Errand<T> errand : errands) {
            if (!errand.threads().tryExecute(() -> run(errand))) {
                arrived(errand.index(), null);
            }
        }
    }

    private void run(Errand<T> errand) {
        T result = null;
        try {
            result = isOver() ? null : errand.read().get();
        } finally {
            arrived(errand.index(), result);
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    private void arrived(int index, @Nullable T result) {
        if (!isTaken(index, result) && result != null) {
            giveUp.accept(result);
        }
    }

    /** Whether the result has found its place; the last one has all delivered. */
    private boolean isTaken(int index, @Nullable T result) {
        synchronized (this) {
            if (over) {
                return false;
            }
            back.set(index, result);
            missing--;
            over = missing == 0;
            if (!over) {
                return true;
            }
        }
        scheduler.execute(this::deliver);
        return true;
    }

    /** After {@code patience} it goes on with what is back by then. */
    void endAfter(Duration patience) {
        timer = scheduler.after(patience, () -> {
            end();
            deliver();
        });
    }

    private void deliver() {
        if (isFirstEnd()) {
            onBack.accept(back);
        }
    }

    /** Nobody waits any more. */
    void abandon() {
        end();
        if (isFirstEnd()) {
            back.forEach(this::giveUpIfBack);
        }
    }

    private boolean isFirstEnd() {
        boolean first = !delivered;
        delivered = true;
        if (timer != null) {
            timer.cancel();
        }
        return first;
    }

    private void giveUpIfBack(@Nullable T result) {
        if (result != null) {
            giveUp.accept(result);
        }
    }

    private synchronized void end() {
        over = true;
    }
}
