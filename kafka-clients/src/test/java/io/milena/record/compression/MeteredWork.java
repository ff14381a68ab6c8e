package io.milena.record.compression;

/** Notes what work takes, and refuses what goes over a limit. Confined to one thread. */
public final class MeteredWork implements WorkAllowance {

    private final long limitBytes;
    private long takenBytes;
    private long mostTakenBytes;
    private long uncompressedBytes;

    /** @param limitBytes most memory at one time */
    public MeteredWork(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    @Override
    public void takeMemory(long bytes) {
        if (takenBytes + bytes > limitBytes) {
            throw new WorkRefused(takenBytes + bytes + " bytes");
        }
        takenBytes += bytes;
        mostTakenBytes = Math.max(mostTakenBytes, takenBytes);
    }

    @Override
    public void giveMemoryBack(long bytes) {
        takenBytes -= bytes;
    }

    @Override
    public void uncompressed(long bytes) {
        uncompressedBytes += bytes;
    }

    /** What is taken at this moment. */
    public long takenBytes() {
        return takenBytes;
    }

    /** The most that was taken at one time. */
    public long mostTakenBytes() {
        return mostTakenBytes;
    }

    public long uncompressedBytes() {
        return uncompressedBytes;
    }
}
