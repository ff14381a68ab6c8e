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
 *
 * <p>Two things spare work where memory is what a producer waits for, batch after batch. Some memory of the usual size
 * is kept for the next batch. And who finds the pool empty goes on with the first memory that comes back only if that
 * is a good part of the pool; else it gathers for a moment what comes back next, instead of being woken for each batch.
 */
final class RecordPool {

    /** Which part of the pool is kept, and which is gathered. */
    private static final int PART = 16;

    private static final long GATHERING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final long totalBytes;
    private final ByteBufAllocator allocator;
    private final Runnable pressed;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Condition> waiters = new ArrayDeque<>();
    private final KeptMemory kept;
    private final LongAdder waitedNanos = new LongAdder();
    private final LongAdder exhausted = new LongAdder();
    private volatile long freeBytes;
    private volatile int waiting;
    private boolean ranDry;
    private boolean gathers;
    private boolean closed;

    /**
     * @param usualBytes what most wishes are
     * @param pressed run whenever somebody begins to wait: what lingers has to go
     */
    RecordPool(long totalBytes, int usualBytes, ByteBufAllocator allocator, Runnable pressed) {
        this.totalBytes = totalBytes;
        kept = new KeptMemory(usualBytes, totalBytes / PART);
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
        ByteBuf memory;
        // Only who has to wait can be interrupted: a thread that is about to end may send its last records.
        lock.lock();
        try {
            if (!waiters.isEmpty() || freeBytes < bytes || closed) {
                await(bytes, maxWaitNanos);
            }
            memory = reserve(bytes);
        } finally {
            wakeNext();
            lock.unlock();
        }
        return buffer(bytes, memory);
    }

    private void await(int bytes, long maxWaitNanos) throws InterruptedException {
        Condition turn = lock.newCondition();
        waiters.addLast(turn);
        waiting = waiters.size();
        ranDry |= freeBytes < bytes;
        pressed.run();
        try {
            long left = awaitTurn(turn, bytes, maxWaitNanos);
            if (ranDry && isScarce() && left > 0) {
                ranDry = false;
                awaitTurn(turn, bytes, gather(turn, left));
            }
        } finally {
            waiters.remove(turn);
            waiting = waiters.size();
        }
    }

    private long awaitTurn(Condition turn, int bytes, long maxWaitNanos) throws InterruptedException {
        long left = maxWaitNanos;
        while (!closed && (waiters.peekFirst() != turn || freeBytes < bytes)) {
            if (left <= 0) {
                exhausted.increment();
                throw new BufferExhaustedException("no memory for a batch of " + bytes + " bytes within "
                        + TimeUnit.NANOSECONDS.toMillis(maxWaitNanos)
                        + " ms: all of buffer.memory waits to be sent (expected: brokers that keep up, or a larger"
                        + " buffer.memory, " + totalBytes + ")");
            }
            left = wait(turn, left);
        }
        if (closed) {
            throw new IllegalStateException("the producer was closed while a record waited for memory");
        }
        return left;
    }

    private boolean isScarce() {
        return freeBytes < totalBytes / PART;
    }

    /** Waits for a moment, or until memory is not scarce; what is left of {@code nanos}. */
    private long gather(Condition turn, long nanos) throws InterruptedException {
        long moment = Math.min(nanos, GATHERING_NANOS);
        gathers = true;
        try {
            return nanos - moment + wait(turn, moment);
        } finally {
            gathers = false;
        }
    }

    private long wait(Condition turn, long nanos) throws InterruptedException {
        long left = turn.awaitNanos(nanos);
        waitedNanos.add(nanos - left);
        return left;
    }

    /** As {@link #take}, without waiting; null if there is no memory, or others wait for it. */
    @Nullable
    ByteBuf tryTake(int bytes) {
        ByteBuf memory;
        lock.lock();
        try {
            if (!waiters.isEmpty() || freeBytes < bytes) {
                return null;
            }
            memory = reserve(bytes);
        } finally {
            lock.unlock();
        }
        return buffer(bytes, memory);
    }

    /**
     * A buffer of {@code bytes} in the place of {@code old}, whose last reference goes and whose bytes were at least as
     * many: nobody gets between. Where the system has no memory, {@code old} is as it was.
     */
    ByteBuf exchange(ByteBuf old, int bytes) {
        ByteBuf memory = takeBeyond(bytes);
        old.release();
        return memory;
    }

    /**
     * As {@link #take}, at once and although there may be no memory: for batches that are split, which must not wait
     * for themselves. The pool may be overdrawn by as much as the batch held, until that is given back.
     */
    ByteBuf takeBeyond(int bytes) {
        return buffer(bytes, reserveBeyond(bytes));
    }

    private @Nullable ByteBuf reserveBeyond(int bytes) {
        lock.lock();
        try {
            return reserve(bytes);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable ByteBuf reserve(int bytes) {
        freeBytes -= bytes;
        ByteBuf memory = kept.take(bytes);
        kept.shrinkTo(freeBytes);
        return memory;
    }

    private ByteBuf buffer(int bytes, @Nullable ByteBuf keptMemory) {
        ByteBuf memory = keptMemory;
        try {
            if (memory == null) {
                memory = allocator.directBuffer(bytes, bytes);
            }
            return new RecordBuffer(this, memory, bytes);
        } finally {
            if (memory == null) {
                unreserve(bytes);
            }
        }
    }

    private void unreserve(int bytes) {
        lock.lock();
        try {
            becameFree(bytes);
        } finally {
            lock.unlock();
        }
    }

    /** The {@code memory} of a buffer comes back, of which {@code bytes} were reserved. */
    void gaveBack(ByteBuf memory, int bytes) {
        lock.lock();
        try {
            if (!closed && kept.keep(memory, bytes)) {
                becameFree(bytes);
                return;
            }
        } finally {
            lock.unlock();
        }
        memory.release();
        unreserve(bytes);
    }

    private void becameFree(int bytes) {
        freeBytes += bytes;
        wakeNext();
    }

    private void wakeNext() {
        Condition next = waiters.peekFirst();
        if (next != null && freeBytes > 0 && !(gathers && isScarce())) {
            next.signal();
        }
    }

    /** Sends everyone away who waits, and who would. */
    void close() {
        lock.lock();
        try {
            closed = true;
            kept.shrinkTo(0);
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
