package io.milena.server.network;

/**
 * The bytes that one connection has received and still holds: requests that are not handled, and a part of one that is
 * not complete. Keeps the counters that all connections share up to date.
 *
 * <p>Confined to the connection's event loop, apart from {@link #progressNanos}.
 */
final class ReceivedBytes {

    /** An incomplete request that grew by less has made no progress: a client could stay with a byte now and then. */
    private static final int PROGRESS_BYTES = 4096;

    /** A part of a request that is larger waits for the rest until others have given their bytes back. */
    private static final int SMALL_PART_BYTES = 64 << 10;

    private final Connection connection;
    private final FrameDecoder decoder;
    private final MemoryBudget held;
    private final IncompleteFrames incomplete;
    private long requestBytes;
    private long countedHeldBytes;
    private long countedIncompleteBytes;
    private long totalBytes;
    private long totalAtProgress;
    private long lastReadNanos;
    private long readingChangedNanos;
    private volatile long progressNanos;

    ReceivedBytes(Connection connection, FrameDecoder decoder, ConnectionTerms terms, long nowNanos) {
        this.connection = connection;
        this.decoder = decoder;
        this.held = terms.held();
        this.incomplete = terms.incomplete();
        this.lastReadNanos = nowNanos;
        this.readingChangedNanos = nowNanos;
    }

    /** The decoder was fed {@code bytes} more. */
    void arrived(int bytes, long nowNanos) {
        totalBytes += bytes;
        lastReadNanos = nowNanos;
    }

    /** A request of {@code bytes} was taken from the decoder: if a part was missing, it is no more. */
    void requestBegan(int bytes) {
        requestBytes += bytes;
        countIncomplete(0);
    }

    /** A request has given up its {@code bytes}. */
    void requestReleased(int bytes) {
        requestBytes -= bytes;
    }

    /** Tells the shared counters what has changed since the last time. */
    void count() {
        long heldBytes = requestBytes + decoder.heldBytes();
        if (heldBytes != countedHeldBytes) {
            held.add(heldBytes - countedHeldBytes);
            countedHeldBytes = heldBytes;
        }
        noteProgress();
        countIncomplete(decoder.incompleteBytes());
    }

    private void noteProgress() {
        if (countedIncompleteBytes == 0 || totalBytes - totalAtProgress >= PROGRESS_BYTES) {
            totalAtProgress = totalBytes;
            progressNanos = lastReadNanos;
        }
    }

    private void countIncomplete(long bytes) {
        if (bytes != countedIncompleteBytes) {
            countedIncompleteBytes = bytes;
            incomplete.reserves(connection, bytes);
        }
    }

    /** Whether nothing more is to be read until others, or this connection, give bytes back. */
    boolean areOverBudget() {
        boolean areMany = countedHeldBytes > 0 || countedIncompleteBytes > SMALL_PART_BYTES;
        return areMany && held.isExhausted();
    }

    /** Reading ends or goes on: what the client could not send meanwhile was no silence of its own. */
    void readingChanged(long nowNanos) {
        readingChangedNanos = nowNanos;
    }

    /** Whether a part of a request has arrived, and not the rest. */
    boolean areIncomplete() {
        return decoder.incompleteBytes() > 0;
    }

    /** When bytes last arrived. */
    long lastReadNanos() {
        return lastReadNanos;
    }

    /** Since when the client could have sent something, and has not. */
    long silentSinceNanos() {
        return lastReadNanos - readingChangedNanos > 0 ? lastReadNanos : readingChangedNanos;
    }

    /** When the incomplete request began, or last grew by {@link #PROGRESS_BYTES}. From any thread. */
    long progressNanos() {
        return progressNanos;
    }
}
