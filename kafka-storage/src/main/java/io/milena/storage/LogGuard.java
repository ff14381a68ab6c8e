package io.milena.storage;

import io.milena.common.ShortSpin;
import io.milena.storage.files.PassingFault;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one log, and what happens when a call under it fails: the directory goes offline, and the caller is
 * told by a {@link StorageFailedException}. Thread-safe.
 *
 * <p>Whoever holds the lock may be waiting for the disk. So what others must know without waiting is kept beside it, as
 * it was after the last call: {@link #view}.
 */
final class LogGuard {

    /** Some milliseconds: enough to wake a thread, also on a busy machine. */
    private static final int MOST_YIELDS = 10_000;

    private final LogDir dir;
    private final LogFiles files;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile LogView view;

    LogGuard(LogDir dir, LogFiles files) {
        this.dir = dir;
        this.files = files;
        view = files.view();
    }

    /** The log after the last call. Takes no lock. */
    LogView view() {
        return view;
    }

    LogFiles files() {
        return files;
    }

    /** Runs under the lock; an I/O error takes the directory offline, unless it is a {@link PassingFault}. */
    <T extends @Nullable Object> T io(String what, IoCall<T> call) {
        lock.lock();
        return holding(what, call);
    }

    /** As {@link #io}, for what changes nothing: what fails for want of space or descriptors may be tried again. */
    <T extends @Nullable Object> T look(String what, IoCall<T> call) {
        return io(what, () -> {
            try {
                return call.run();
            } catch (IOException e) {
                throw PassingFault.unlessBroken(e);
            }
        });
    }

    /** Looks at files that nobody changes meanwhile, without the lock; fails as {@link #look} does. */
    <T extends @Nullable Object> T lookUnlocked(String what, IoCall<T> call) {
        checkUsable();
        try {
            return call.run();
        } catch (IOException e) {
            checkUsable();
            if (PassingFault.unlessBroken(e) instanceof PassingFault fault) {
                throw dir.shortOf(what + " of " + files.partition(), fault);
            }
            throw dir.fail(what + " of " + files.partition(), e);
        }
    }

    /** As {@link #io}, if the lock is free or soon will be; else null. */
    <T> @Nullable T tryIo(String what, IoCall<@Nullable T> call) {
        return ShortSpin.tryLock(lock) ? holding(what, call) : null;
    }

    private <T extends @Nullable Object> T holding(String what, IoCall<T> call) {
        try {
            checkUsable();
            return call.run();
        } catch (PassingFault e) {
            throw dir.shortOf(what + " of " + files.partition(), e);
        } catch (IOException e) {
            throw dir.fail(what + " of " + files.partition(), e);
        } finally {
            view = files.view();
            lock.unlock();
        }
    }

    /**
     * Between two portions of long work: whoever waits for the lock has it first. It is not fair by itself, and who
     * gives it back could take it again and again before the other one is awake. Waits no longer than that takes.
     */
    void letOthersFirst() {
        for (int i = 0; i < MOST_YIELDS && lock.hasQueuedThreads(); i++) {
            Thread.yield();
        }
    }

    /** As {@link #io}, for what returns nothing. */
    void ioAction(String what, IoAction action) {
        io(what, () -> {
            action.run();
            return true;
        });
    }

    /** Runs under the lock, whether the log can be used or not: for what touches no file. */
    <T> T locked(Supplier<T> call) {
        lock.lock();
        try {
            return call.get();
        } finally {
            lock.unlock();
        }
    }

    void lockedAction(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            view = files.view();
            lock.unlock();
        }
    }

    /** Takes no lock. */
    boolean isUsable() {
        return dir.isOnline() && !files.isClosed();
    }

    /** Takes no lock. */
    void checkUsable() {
        if (!isUsable()) {
            throw new StorageFailedException(files.partition() + " is closed or its directory offline: " + dir);
        }
    }

    /** A call that may fail. */
    @FunctionalInterface
    interface IoCall<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /** An action that may fail. */
    @FunctionalInterface
    interface IoAction {
        void run() throws IOException;
    }
}
