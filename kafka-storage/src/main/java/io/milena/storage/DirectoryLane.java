package io.milena.storage;

import io.milena.record.compression.WorkAllowance;
import io.milena.record.compression.WorkRefused;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the threads of a log directory for one that must not wait for its disk, such as an event loop.
 *
 * <p>Each log has a lane. Tasks of one lane run in the order in which they came, one at a time; those of different
 * lanes run side by side, as far as the directory has threads. A task that throws is reported and does not keep the
 * next ones from their turn. Thread-safe; nobody waits here.
 */
public final class DirectoryLane implements Executor {

    private static final Logger log = LoggerFactory.getLogger(DirectoryLane.class);

    /** So many tasks of one lane run before the other lanes get their turn at the thread. */
    private static final int MOST_IN_A_ROW = 64;

    private final String name;
    private final Executor threads;
    private final HeavyAppends heavy;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final Runnable drain = this::drain;
    private boolean running;
    private Rest rest = Rest.NONE;

    DirectoryLane(String name, Executor threads, HeavyAppends heavy) {
        this.name = name;
        this.threads = threads;
        this.heavy = heavy;
    }

    /** Runs {@code task} after all that were given to this lane before. */
    @Override
    public void execute(Runnable task) {
        synchronized (waiting) {
            waiting.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        goOn();
    }

    /**
     * Where the system has no thread, what waits is begun with the next task that comes. The first of it may have been
     * given room after a rest: it gives that back to others, and asks anew when its turn comes.
     */
    private void goOn() {
        boolean isGiven = false;
        try {
            threads.execute(drain);
            isGiven = true;
        } finally {
            if (!isGiven) {
                giveRoomBack();
                synchronized (waiting) {
                    running = false;
                }
            }
        }
    }

    /** While nobody can begin what waits. */
    private void giveRoomBack() {
        Runnable first;
        synchronized (waiting) {
            first = waiting.peek();
        }
        if (first instanceof Measured measured) {
            measured.claim.end();
        }
    }

    /**
     * Runs {@code task} after all that were given to this lane before, and the next ones after it. While there is no
     * room for a heavy one the lane rests, and leaves its thread to others.
     */
    public void executeMeasured(MeasuredTask task) {
        execute(new Measured(task, heavy.claim()));
    }

    /** Runs {@code task} as soon as the directory has a thread, in no order with others: for reads. */
    public void executeAside(Runnable task) {
        threads.execute(() -> guard(task));
    }

    private void drain() {
        for (int i = 0; i < MOST_IN_A_ROW; i++) {
            Runnable task = next();
            if (task == null) {
                return;
            }
            guard(task);
            if (tryRest()) {
                return;
            }
        }
        goOn();
    }

    private void askForRest() {
        synchronized (waiting) {
            rest = Rest.ASKED;
        }
    }

    /**
     * Begins the rest that the task in hand has asked for, unless it is over already. Returns whether the thread is to
     * leave the lane.
     */
    private boolean tryRest() {
        synchronized (waiting) {
            boolean begins = rest == Rest.ASKED;
            rest = begins ? Rest.LASTS : Rest.NONE;
            return begins;
        }
    }

    /** From any thread, also before the task that began the rest has returned. */
    private void endRest(Runnable first) {
        synchronized (waiting) {
            waiting.addFirst(first);
            boolean isAlone = rest == Rest.LASTS;
            rest = isAlone ? Rest.NONE : Rest.OVER;
            if (!isAlone) {
                return;
            }
        }
        guard(this::goOn);
    }

    private @Nullable Runnable next() {
        synchronized (waiting) {
            Runnable task = waiting.poll();
            running = task != null;
            return task;
        }
    }

    private void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            // Also want of direct memory, which is an error and passes: a lane that ended with it would keep all
            // waiting.
            log.error("a task of {} failed", this, e);
        }
    }

    @Override
    public String toString() {
        return "lane of " + name;
    }

    /** Whether the lane does nothing for a while though tasks wait. */
    private enum Rest {
        NONE,
        /** The task in hand has asked for it. */
        ASKED,
        /** As {@link #ASKED}, and the rest is over already. */
        OVER,
        /** No thread is here. */
        LASTS
    }

    /**
     * Work that is bounded. It may be begun several times: it lets {@link WorkRefused} pass, has changed nothing then,
     * and comes again when there is more room for it.
     */
    @FunctionalInterface
    public interface MeasuredTask {

        void run(WorkAllowance allowance);
    }

    /** A task with its part of what there is for heavy ones. */
    private final class Measured implements Runnable {

        private final MeasuredTask task;
        private final HeavyAppends.Claim claim;

        private Measured(MeasuredTask task, HeavyAppends.Claim claim) {
            this.task = task;
            this.claim = claim;
        }

        @Override
        public void run() {
            boolean isOver = true;
            try {
                task.run(claim);
            } catch (WorkRefused tooLittle) {
                isOver = false;
                askForRest();
                claim.await(() -> endRest(this));
            } finally {
                if (isOver) {
                    claim.end();
                }
            }
        }
    }
}
