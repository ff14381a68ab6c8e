package io.milena.clients.producer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a producer: {@code buffer.memory} bytes for open batches, for sealed ones and for what is on its way,
 * reserved before it is taken.
 *
 * <p>Whoever has to wait is served in turn; large wishes are not overtaken by small ones. What a compressor works in is
 * not counted. Thread-safe.
 */
final class RecordPool {

    private final long totalBytes;
    private final ByteBufAllocator allocator;
    private final Runnable pressed;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Condition> waiters = new ArrayDeque<>();
    private final LongAdder waitedNanos = new LongAdder();
    private final LongAdder exhausted = new LongAdder();
    private volatile long freeBytes;
    private volatile int waiting;
    private boolean closed;

    /** @param pressed run whenever somebody begins to wait: what lingers has to go */
    RecordPool(long totalBytes, ByteBufAllocator allocator, Runnable pressed) {
        this.totalBytes = totalBytes;
        this.allocator = allocator;
        this.pressed = pressed;
        freeBytes = totalBytes;
    }

    /**
     * A buffer with room for {@code bytes}, of one reference. Waits for memory as long as it may.
     *
     * @throws IllegalArgumentException if the whole pool is smaller
     * @throws BufferExhaustedException if there is no memory after {@code maxWaitNanos}
     * @throws IllegalStateException if the pool was closed meanwhile
     */
    ByteBuf take(int bytes, long maxWaitNanos) throws InterruptedException {
        if (bytes > totalBytes) {
            throw new IllegalArgumentException(
                    "a batch of " + bytes + " bytes (expected: at most buffer.memory, " + totalBytes + ")");
        }
        // Only who has to wait can be interrupted: a thread that is about to end may send its last records.
        lock.lock();
        try {
            if (!waiters.isEmpty() || freeBytes < bytes || closed) {
                await(bytes, maxWaitNanos);
            }
            freeBytes -= bytes;
        } finally {
            wakeNext();
            lock.unlock();
        }
        return allocate(bytes);
    }

    private void await(int bytes, long maxWaitNanos) throws InterruptedException {
        Condition turn = lock.newCondition();
        waiters.addLast(turn);
        waiting = waiters.size();
        pressed.run();
        long left = maxWaitNanos;
        try {
            while (!closed && (waiters.peekFirst() != turn || freeBytes < bytes)) {
                if (left <= 0) {
                    exhausted.increment();
                    throw new BufferExhaustedException("no memory for a batch of " + bytes + " bytes within "
                            + TimeUnit.NANOSECONDS.toMillis(maxWaitNanos)
                            + " ms: all of buffer.memory waits to be sent (expected: brokers that keep up, or a larger"
                            + " buffer.memory, " + totalBytes + ")");
                }
                long before = left;
                left = turn.awaitNanos(left);
                waitedNanos.add(before - left);
            }
            if (closed) {
                throw new IllegalStateException("the producer was closed while a record waited for memory");
            }
        } finally {
            waiters.remove(turn);
            waiting = waiters.size();
        }
    }

    /** As {@link #take}, without waiting; null if there is no memory, or others wait for it. */
    @Nullable
    ByteBuf tryTake(int bytes) {
        lock.lock();
        try {
            if (!waiters.isEmpty() || freeBytes < bytes) {
                return null;
            }
            freeBytes -= bytes;
        } finally {
            lock.unlock();
        }
        return allocate(bytes);
    }

    /**
     * A buffer of {@code bytes} in the place of {@code old}, whose last reference goes and whose bytes were at least as
     * many: nobody gets between.
     */
    ByteBuf exchange(ByteBuf old, int bytes) {
        lock.lock();
        try {
            freeBytes -= bytes;
        } finally {
            lock.unlock();
        }
        old.release();
        return allocate(bytes);
    }

    /**
     * As {@link #take}, at once and although there may be no memory: for batches that are split, which must not wait
     * for themselves. The pool may be overdrawn by as much as the batch held, until that is given back.
     */
    ByteBuf takeBeyond(int bytes) {
        lock.lock();
        try {
            freeBytes -= bytes;
        } finally {
            lock.unlock();
        }
        return allocate(bytes);
    }

    private ByteBuf allocate(int bytes) {
        ByteBuf memory = null;
        try {
            memory = allocator.directBuffer(bytes, bytes);
            return new RecordBuffer(this, memory, bytes);
        } finally {
            if (memory == null) {
                gaveBack(bytes);
            }
        }
    }

    void gaveBack(int bytes) {
        lock.lock();
        try {
            freeBytes += bytes;
            wakeNext();
        } finally {
            lock.unlock();
        }
    }

    private void wakeNext() {
        Condition next = waiters.peekFirst();
        if (next != null && freeBytes > 0) {
            next.signal();
        }
    }

    /** Sends everyone away who waits, and who would. */
    void close() {
        lock.lock();
        try {
            closed = true;
            waiters.forEach(Condition::signal);
        } finally {
            lock.unlock();
        }
    }

    long totalBytes() {
        return totalBytes;
    }

    long freeBytes() {
        return freeBytes;
    }

    /** Threads that wait for memory. */
    int waiting() {
        return waiting;
    }

    /** For how long threads have waited, all of them together. */
    long waitedNanos() {
        return waitedNanos.sum();
    }

    /** How often a record found no memory in time. */
    long exhausted() {
        return exhausted.sum();
    }
}
