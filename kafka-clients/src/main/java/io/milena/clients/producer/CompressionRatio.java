package io.milena.clients.producer;

/**
 * How much smaller the records of one topic become, guessed from the batches before: a batch is full when it would come
 * out as large as {@code batch.size}.
 *
 * <p>The guess follows quickly to the worse and slowly to the better, because a batch that comes out too large costs
 * more than one that is sent too early. Written by whoever seals a batch, read by whoever appends: a guess needs no
 * lock, a lost one is made up for by the next.
 */
final class CompressionRatio {

    private static final float WORSE_STEP = 0.05f;
    private static final float BETTER_STEP = 0.005f;

    private volatile float guess = 1;

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
        float next = seen > last ? Math.max(last + WORSE_STEP, seen) : Math.max(last - BETTER_STEP, seen);
        guess = Math.min(next, 1.0f);
    }
}
