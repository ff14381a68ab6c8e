package io.milena.storage.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of index files that were used last, bounded in bytes over all logs of the broker. Thread-safe: a block
 * that is here is found without a lock; one that comes takes a lock, never during I/O.
 *
 * <p>Blocks go in the order in which they came, but for those that were asked for since their turn came last: so who
 * asks need not move anything.
 */
public final class IndexBlockCache {

    private final long maxBytes;
    private final ConcurrentMap<Key, Held> blocks = new ConcurrentHashMap<>();
    /** Each block that is here, once. Guarded by this. */
    private final Queue<Key> nextToGo = new ArrayDeque<>();

    private final AtomicLong nextFileId = new AtomicLong();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    /** Written under the lock. */
    private volatile long sizeBytes;

    public IndexBlockCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    long newFileId() {
        return nextFileId.getAndIncrement();
    }

    /** The block, read by absolute index only. */
    ByteBuffer get(long fileId, int block, Loader loader) throws IOException {
        var key = new Key(fileId, block);
        ByteBuffer cached = find(key);
        if (cached != null) {
            hits.increment();
            return cached;
        }
        misses.increment();
        ByteBuffer loaded = loader.load(block);
        put(key, loaded);
        return loaded;
    }

    private @Nullable ByteBuffer find(Key key) {
        Held held = blocks.get(key);
        if (held == null) {
            return null;
        }
        // Written only where it changes: threads that find the same block would take its cache line from each other.
        if (!held.isUsed) {
            held.isUsed = true;
        }
        return held.block;
    }

    /** A block that was just written. */
    void put(long fileId, int block, ByteBuffer bytes) {
        put(new Key(fileId, block), bytes);
    }

    private synchronized void put(Key key, ByteBuffer block) {
        Held before = blocks.put(key, new Held(block));
        long newSizeBytes = sizeBytes + block.capacity() - (before == null ? 0 : before.block.capacity());
        newSizeBytes -= free(newSizeBytes - maxBytes);
        if (before == null) {
            nextToGo.add(key);
        }
        sizeBytes = newSizeBytes;
    }

    /**
     * Those whose turn comes go, but for those that were asked for, which get another turn; only once, since others may
     * ask for them again meanwhile. Returns the bytes that they had.
     */
    private long free(long wantedBytes) {
        long freedBytes = 0;
        int spared = nextToGo.size();
        while (freedBytes < wantedBytes && !nextToGo.isEmpty()) {
            Key key = nextToGo.remove();
            Held held = Objects.requireNonNull(blocks.get(key));
            if (held.isUsed && spared > 0) {
                held.isUsed = false;
                nextToGo.add(key);
            } else {
                blocks.remove(key);
                freedBytes += held.block.capacity();
            }
            spared--;
        }
        return freedBytes;
    }

    /** Whether the block is in the cache. It may be gone a moment later. */
    boolean has(long fileId, int block) {
        return find(new Key(fileId, block)) != null;
    }

    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    /** Bytes of blocks that are held. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Names one block of one file; a file that is written anew gets a new id. */
    private record Key(long fileId, int block) {}

    /** Reads a block that is not in the cache. */
    @FunctionalInterface
    interface Loader {
        ByteBuffer load(int block) throws IOException;
    }

    /** A block that is here. */
    private static final class Held {

        private final ByteBuffer block;
        /** Since it came, or its turn to go came last. */
        private volatile boolean isUsed;

        Held(ByteBuffer block) {
            this.block = block;
        }
    }
}
