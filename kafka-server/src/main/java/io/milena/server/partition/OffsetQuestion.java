package io.milena.server.partition;

/**
 * A question for an offset.
 *
 * @param timestamp a time in milliseconds: the first record at or after it; or one of the marks below
 * @param currentLeaderEpoch epoch of the leader that the asker believes in; -1 if it has no opinion
 * @param isolation how far the asker may see
 */
public record OffsetQuestion(long timestamp, int currentLeaderEpoch, Isolation isolation) {

    /** The end of what can be read. */
    public static final long LATEST = -1;

    /** The start of the log. */
    public static final long EARLIEST = -2;

    /** The record with the greatest timestamp (KIP-734). */
    public static final long MAX_TIMESTAMP = -3;

    /** The start of the log on local disk, which is all there is (KIP-405). */
    public static final long EARLIEST_LOCAL = -4;

    /** The end of the log in remote storage, where there is nothing (KIP-1005). */
    public static final long LATEST_TIERED = -5;

    /** Whether the answer is looked for in files, and not known anyway. */
    public boolean takesDisk() {
        return timestamp >= 0 || timestamp == MAX_TIMESTAMP;
    }
}
