package io.milena.storage;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The lock of one log, and what happens when a call under it fails: the directory goes offline, and the caller is
 * told by a {@link StorageFailedException}. Thread-safe.
 */
final class LogGuard {

    private final LogDir dir;
    private final LogFiles files;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile LogView view;

    LogGuard(LogDir dir, LogFiles files) {
        this.dir = dir;
        this.files = files;
        view = files.view();
    }

    /** A call that may fail. */
    @FunctionalInterface
    interface IoCall<T> {
        T run() throws IOException;
    }

    /** An action that may fail. */
    @FunctionalInterface
    interface IoAction {
        void run() throws IOException;
    }

    /** The log after the last call. Takes no lock. */
    LogView view() {
        return view;
    }

    /** Runs under the lock; an I/O error takes the directory offline. */
    <T> T io(String what, IoCall<T> call) {
        lock.lock();
        try {
            checkUsable();
            return call.run();
        } catch (IOException e) {
            throw dir.fail(what + " of " + files.partition(), e);
        } finally {
            view = files.view();
            lock.unlock();
        }
    }

    void ioAction(String what, IoAction action) {
        io(what, () -> {
            action.run();
            return true;
        });
    }

    <T> T locked(Supplier<T> call) {
        lock.lock();
        try {
            return call.get();
        } finally {
            lock.unlock();
        }
    }

    void lockedAction(Runnable action) {
        locked(() -> {
            action.run();
            view = files.view();
            return true;
        });
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
}
