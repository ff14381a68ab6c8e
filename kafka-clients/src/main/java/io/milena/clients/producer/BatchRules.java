package io.milena.clients.producer;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;

/**
 * How large batches become. Immutable.
 *
 * @param batchBytes {@code batch.size}: what a batch is to take when it is sent
 * @param requestBytes {@code max.request.size}: what a record may take at most, and a request
 * @param compression of all batches that become smaller by it
 */
record BatchRules(int batchBytes, int requestBytes, Compression compression) {

    /** How many times {@code batch.size} a batch may hold before compression, however well it compresses. */
    private static final int MOST_GROWTH = 16;

    boolean isCompressed() {
        return compression.codec() != Codec.NONE;
    }

    /** Whether a batch that would come out as {@code estimatedBytes} takes no more. */
    boolean isFull(float estimatedBytes) {
        return estimatedBytes >= batchBytes;
    }

    /** The capacity that a batch of so many bytes grows to. */
    int capacityFor(int bytes) {
        int capacity = batchBytes;
        int larger = grown(capacity);
        while (capacity < bytes && larger > capacity) {
            capacity = larger;
            larger = grown(capacity);
        }
        return capacity;
    }

    /** The next capacity of a batch that has no room left; the same if it does not grow. */
    int grown(int capacity) {
        if (!isCompressed()) {
            return capacity;
        }
        long most = Math.max(capacity, (long) batchBytes * MOST_GROWTH);
        return (int) Math.min(Math.min(capacity * 2L, most), Integer.MAX_VALUE);
    }
}
