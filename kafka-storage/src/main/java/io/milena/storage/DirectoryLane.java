package io.milena.storage;

import java.util.ArrayDeque;
import java.util.Queue;
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
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final Runnable drain = this::drain;
    private boolean running;

    DirectoryLane(String name, Executor threads) {
        this.name = name;
        this.threads = threads;
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
        threads.execute(drain);
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
        }
        threads.execute(drain);
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
}
