package io.milena.storage;

/**
 * Where a leader epoch ends in a log (KIP-279).
 *
 * @param epoch greatest known epoch not above the one asked for
 * @param endOffset first offset after it
 */
public record EpochEndOffset(int epoch, long endOffset) {

    public static final int UNKNOWN_EPOCH = -1;
    public static final long UNKNOWN_OFFSET = -1;

    /** The log knows nothing of the epoch. */
    public static final EpochEndOffset UNKNOWN = new EpochEndOffset(UNKNOWN_EPOCH, UNKNOWN_OFFSET);
}
