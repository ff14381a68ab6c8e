package io.milena.storage;

/**
 * A record found by its timestamp.
 *
 * @param offset of the record; -1 if none was found
 * @param timestampMs of the record; -1 if none was found
 * @param leaderEpoch in which it was written; -1 if unknown
 */
public record OffsetAtTime(long offset, long timestampMs, int leaderEpoch) {

    /** No record has such a timestamp. */
    public static final OffsetAtTime NONE = new OffsetAtTime(-1, -1, -1);

    public boolean isFound() {
        return offset >= 0;
    }
}
