package io.milena.storage;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads that wait for the disk of one log directory, on behalf of those who must not, such as event loops.
 *
 * <p>They take up only some of the directory's threads, so that appends and forces find others, and only so many wait:
 * where a disk stalls, readers come back again and again. Thread-safe; nobody waits here.
 */
public final class DirectoryReads {

    private static final Logger log = LoggerFactory.getLogger(DirectoryReads.class);

    static final int MOST_AT_ONCE = 4;
    static final int MOST_WAITING = 10_000;

    private final Executor threads;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int atWork;

    DirectoryReads(Executor threads) {
        this.threads = threads;
    }

    /** Runs {@code read} as soon as there is a thread; false, and never, if too many wait. */
    public boolean tryExecute(Runnable read) {
        synchronized (waiting) {
            if (atWork == MOST_AT_ONCE) {
                return waiting.size() < MOST_WAITING && waiting.add(read);
            }
            atWork++;
        }
        threads.execute(() -> runFrom(read));
        return true;
    }

    private void runFrom(Runnable first) {
        Runnable read = first;
        while (read != null) {
            try {
                read.run();
            } catch (RuntimeException | Error e) {
                // Whatever it was, the thread that it had must come free again.
                log.error("a read failed", e);
            }
            read = next();
        }
    }

    private @Nullable Runnable next() {
        synchronized (waiting) {
            Runnable next = waiting.poll();
            if (next == null) {
                atWork--;
            }
            return next;
        }
    }

    /** Reads that wait for a thread. */
    int waiting() {
        synchronized (waiting) {
            return waiting.size();
        }
    }
}
