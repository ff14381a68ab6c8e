package io.milena.clients.producer;

/**
 * How much smaller the records of one topic become, guessed from the batches before: a batch is full when it would come
 * out as large as {@code batch.size}.
 *
 * <p>The first batch gives the first guess. After that it follows at once to the worse and more slowly to the better,
 * because a batch that comes out too large costs more than one that is sent too early. Written by whoever seals a
 * batch, read by whoever appends: a guess needs no lock, a lost one is made up for by the next.
 */
final class CompressionRatio {

    private static final float WORSE_STEP = 0.05f;
    private static final float BETTER_PART = 0.125f;

    /** Nobody has compressed anything yet. */
    private static final float UNKNOWN = 1;

    private volatile float guess = UNKNOWN;

    /** Compressed bytes for each byte; 1 where nothing is compressed. */
    float guess() {
        return guess;
    }

    void observed(int uncompressedBytes, int compressedBytes) {
        if (uncompressedBytes <= 0) {
            return;
        }
        float seen = (float) compressedBytes / uncompressedBytes;
        float last = guess;
        float better = last == UNKNOWN ? seen : last - (last - seen) * BETTER_PART;
        guess = Math.min(UNKNOWN, seen > last ? Math.max(last + WORSE_STEP, seen) : better);
    }
}
