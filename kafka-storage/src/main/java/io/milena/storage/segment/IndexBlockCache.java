package io.milena.storage.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of index files that were used last, bounded in bytes over all logs of the broker. Thread-safe: in
 * stripes, each with a lock that is never held during I/O.
 */
public final class IndexBlockCache {

    private static final int STRIPES = 16;

    private final Stripe[] stripes = new Stripe[STRIPES];
    private final AtomicLong nextFileId = new AtomicLong();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    public IndexBlockCache(long maxBytes) {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe(maxBytes / STRIPES);
        }
    }

    long newFileId() {
        return nextFileId.getAndIncrement();
    }

    /** The block, read by absolute index only. */
    ByteBuffer get(long fileId, int block, Loader loader) throws IOException {
        var key = new Key(fileId, block);
        Stripe stripe = stripes[key.hashCode() & (STRIPES - 1)];
        ByteBuffer cached = stripe.get(key);
        if (cached != null) {
            hits.increment();
            return cached;
        }
        misses.increment();
        ByteBuffer loaded = loader.load(block);
        stripe.put(key, loaded);
        return loaded;
    }

    /** A block that was just written. */
    void put(long fileId, int block, ByteBuffer bytes) {
        var key = new Key(fileId, block);
        stripes[key.hashCode() & (STRIPES - 1)].put(key, bytes);
    }

    /** Whether the block is in the cache. It may be gone a moment later. */
    boolean has(long fileId, int block) {
        var key = new Key(fileId, block);
        return stripes[key.hashCode() & (STRIPES - 1)].get(key) != null;
    }

    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    /** Bytes of blocks that are held. */
    public long sizeBytes() {
        long total = 0;
        for (Stripe stripe : stripes) {
            total += stripe.sizeBytes();
        }
        return total;
    }

    /** Names one block of one file; a file that is written anew gets a new id. */
    private record Key(long fileId, int block) {}

    /** Reads a block that is not in the cache. */
    @FunctionalInterface
    interface Loader {
        ByteBuffer load(int block) throws IOException;
    }

    /** A part of the cache, least recently used block first. */
    private static final class Stripe {

        private final long maxBytes;
        private final Map<Key, ByteBuffer> blocks = new LinkedHashMap<>(16, 0.75f, true);
        private long bytes;

        Stripe(long maxBytes) {
            this.maxBytes = maxBytes;
        }

        synchronized @Nullable ByteBuffer get(Key key) {
            return blocks.get(key);
        }

        synchronized void put(Key key, ByteBuffer block) {
            ByteBuffer before = blocks.put(key, block);
            bytes += block.capacity() - (before == null ? 0 : before.capacity());
            Iterator<ByteBuffer> oldest = blocks.values().iterator();
            while (bytes > maxBytes && oldest.hasNext()) {
                bytes -= oldest.next().capacity();
                oldest.remove();
            }
        }

        synchronized long sizeBytes() {
            return bytes;
        }
    }
}
