package io.milena.storage;

/**
 * How far a read may go: a high watermark, a last stable offset, or all there is.
 *
 * @param endOffset first offset that must not be read; no batch that holds it or a later one is returned
 */
public record ReadBound(long endOffset) {

    private static final ReadBound NONE = new ReadBound(Long.MAX_VALUE);

    /** Only offsets below {@code endOffset}. */
    public static ReadBound below(long endOffset) {
        return new ReadBound(endOffset);
    }

    /** To the end of the log, as a follower reads. */
    public static ReadBound logEnd() {
        return NONE;
    }
}
