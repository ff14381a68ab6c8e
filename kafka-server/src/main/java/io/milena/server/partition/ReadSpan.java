package io.milena.server.partition;

/**
 * From where on a reader wants records, and what it believes of the partition.
 *
 * @param fetchOffset offset of the first record wanted
 * @param currentLeaderEpoch epoch of the leader that the reader believes in; -1 if it has no opinion
 * @param lastFetchedEpoch epoch of the last record that the reader has; -1 if it does not tell
 */
public record ReadSpan(long fetchOffset, int currentLeaderEpoch, int lastFetchedEpoch) {

    /** Stands for "not told". */
    public static final int NO_EPOCH = -1;
}
