package io.milena.storage;

/**
 * A transaction that was aborted: readers of committed records skip what its producer wrote from the first offset to
 * the marker.
 *
 * @param producerId whose transaction it was
 * @param firstOffset of its first record
 * @param lastOffset of the marker that ended it
 * @param lastStableOffset where the log was stable up to once it had ended: every transaction that began before that
 *     has an entry at or before this one, or was committed
 */
public record AbortedTransaction(long producerId, long firstOffset, long lastOffset, long lastStableOffset) {}
