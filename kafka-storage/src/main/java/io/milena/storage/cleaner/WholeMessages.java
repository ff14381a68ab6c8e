package io.milena.storage.cleaner;

import io.milena.record.compression.WorkAllowance;
import io.milena.record.compression.WorkRefused;

/**
 * What may be taken to uncompress one message of an old format, which is done whole. Batches of format 2 are
 * uncompressed piece by piece. Confined to one thread.
 */
final class WholeMessages implements WorkAllowance {

    private final long limitBytes;
    private long takenBytes;

    WholeMessages(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Another message comes. */
    WholeMessages restarted() {
        takenBytes = 0;
        return this;
    }

    @Override
    public void takeMemory(long bytes) {
        takenBytes += bytes;
        if (takenBytes > limitBytes) {
            throw new WorkRefused("takes more than " + limitBytes + " bytes of memory when it is uncompressed");
        }
    }

    @Override
    public void giveMemoryBack(long bytes) {
        takenBytes -= bytes;
    }

    @Override
    public void uncompressed(long bytes) {
        // However many come out, what they take is counted.
    }
}
