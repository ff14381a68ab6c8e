package io.milena.transport;

/** As much direct memory as a test says. Confined to its thread. */
final class FakeDirectMemory implements DirectMemory {

    private final long limitBytes;
    private long usedBytes;

    FakeDirectMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** From now on so much is used. */
    void used(long bytes) {
        usedBytes = bytes;
    }

    @Override
    public long limitBytes() {
        return limitBytes;
    }

    @Override
    public long usedBytes() {
        return usedBytes;
    }
}
