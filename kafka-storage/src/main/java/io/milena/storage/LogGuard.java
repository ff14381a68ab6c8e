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
    private volatile LogOffsets offsets;

    LogGuard(LogDir dir, LogFiles files) {
        this.dir = dir;
        this.files = files;
        offsets = files.offsets();
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

    /** The ends of the log after the last call. Takes no lock. */
    LogOffsets offsets() {
        return offsets;
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
            offsets = files.offsets();
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
            return true;
        });
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    boolean isUsable() {
        return dir.isOnline() && !locked(files::isClosed);
    }

    /** Holding the lock. */
    void checkUsable() {
        if (!dir.isOnline() || files.isClosed()) {
            throw new StorageFailedException(files.partition() + " is closed or its directory offline: " + dir);
        }
    }
}
