package io.milena.storage;

/**
 * How far a read may go: a high watermark, a last stable offset, or all there is.
 *
 * @param endOffset first offset that must not be read; no batch that holds it or a later one is returned
 * @param aborted whether the reader wants to know which transactions were aborted
 */
public record ReadBound(long endOffset, Aborted aborted) {

    /** Whether a reader wants to know which transactions were aborted. */
    public enum Aborted {
        /** It does: {@link LogSlice#abortedTransactions} are looked up. */
        NAMED,
        /** It does not. */
        NOT_NAMED
    }

    private static final ReadBound NONE = new ReadBound(Long.MAX_VALUE, Aborted.NOT_NAMED);

    /** Only offsets below {@code endOffset}. */
    public static ReadBound below(long endOffset) {
        return new ReadBound(endOffset, Aborted.NOT_NAMED);
    }

    /** Only offsets below {@code lastStableOffset}, and with the transactions among them that were aborted. */
    public static ReadBound committedBelow(long lastStableOffset) {
        return new ReadBound(lastStableOffset, Aborted.NAMED);
    }

    /** To the end of the log, as a follower reads. */
    public static ReadBound logEnd() {
        return NONE;
    }
}
