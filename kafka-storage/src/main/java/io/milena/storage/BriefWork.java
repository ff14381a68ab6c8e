package io.milena.storage;

import io.milena.record.compression.WorkAllowance;
import io.milena.record.compression.WorkRefused;

/**
 * What a thread with other duties may take for a batch that looks light, since few bytes can hide many. Confined to one
 * thread at a time.
 */
final class BriefWork implements WorkAllowance {

    /** Uncompressed bytes that can be looked through in a few milliseconds; what is usual holds far less. */
    static final int MOST_UNCOMPRESSED_BYTES = 4 << 20;

    /** Memory beside the batch and what is kept anyway. */
    static final int MOST_MEMORY_BYTES = 1 << 20;

    private long uncompressedBytes;
    private long takenBytes;

    /** Another batch comes. */
    BriefWork restarted() {
        uncompressedBytes = 0;
        takenBytes = 0;
        return this;
    }

    @Override
    public void takeMemory(long bytes) {
        takenBytes += bytes;
        if (takenBytes > MOST_MEMORY_BYTES) {
            throw new WorkRefused("a batch needs more than " + MOST_MEMORY_BYTES + " bytes beside it");
        }
    }

    @Override
    public void giveMemoryBack(long bytes) {
        takenBytes -= bytes;
    }

    @Override
    public void uncompressed(long bytes) {
        uncompressedBytes += bytes;
        if (uncompressedBytes > MOST_UNCOMPRESSED_BYTES) {
            throw new WorkRefused("a batch holds more than " + MOST_UNCOMPRESSED_BYTES + " bytes");
        }
    }
}
