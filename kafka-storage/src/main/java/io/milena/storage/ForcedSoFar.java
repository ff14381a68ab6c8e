package io.milena.storage;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of one log is forced to disk, and what became dirty since.
 *
 * <p>Pure. Changed under the log's lock; the figures may be read without it. A force takes a {@link Mark} of what is
 * written when it begins, and brings it back when it is done; forces may overlap, and the log may be cut meanwhile.
 */
final class ForcedSoFar {

    private volatile long endOffset;
    private volatile long inFile;
    private final AtomicLong awaitedOffset = new AtomicLong();
    private volatile long writtenRecords;
    private volatile long forcedRecords;
    private volatile long lastForceMs;
    private long names = 1;
    private long forcedNames;
    private long frontNames;
    private long cuts;
    private long ceiling = Long.MAX_VALUE;

    /** Everything below {@code endOffset} is known to be forced, and on file; of the names of the files nothing is. */
    ForcedSoFar(long endOffset, long nowMs) {
        this.endOffset = endOffset;
        this.inFile = endOffset;
        this.lastForceMs = nowMs;
    }

    /**
     * What was written when a force began.
     *
     * @param endOffset the end of the log
     * @param records how many were ever written
     * @param names how often files came and went
     * @param cuts how often the log was cut
     */
    record Mark(long endOffset, long records, long names, long cuts) {}

    /** Everything below is forced: the recovery point. */
    long endOffset() {
        return endOffset;
    }

    /** Records that are written and not forced. */
    long unforcedRecords() {
        return writtenRecords - forcedRecords;
    }

    /** When everything was forced last. */
    long lastForceMs() {
        return lastForceMs;
    }

    void wrote(int records) {
        writtenRecords += records;
    }

    /** A force was asked for that will cover everything below {@code offset}. Needs no lock. */
    void asked(long offset) {
        awaitedOffset.accumulateAndGet(offset, Math::max);
    }

    /** Whether a force was asked for that covers {@code offset}, and has not done so. */
    boolean isAwaited(long offset) {
        return endOffset < offset && offset <= awaitedOffset.get();
    }

    /** What the file of the recovery points says. Needs no lock. */
    long inFile() {
        return inFile;
    }

    /** The file of the recovery points says so. Needs no lock. */
    void writtenToFile(long offset) {
        inFile = offset;
    }

    /** A file came or went. */
    void namesChanged() {
        names++;
    }

    /** The oldest files went: until the directory is forced, a crash may bring them back. */
    void frontRemoved() {
        names++;
        frontNames = names;
    }

    /** Whether files before the first one may come back. */
    boolean isFrontDirty() {
        return frontNames > forcedNames;
    }

    /** Whether the directory of the log has to be forced too. */
    boolean areNamesDirty() {
        return names > forcedNames;
    }

    /** The log is about to be cut at {@code offset}: until {@link #cutEnded}, nothing counts as forced behind it. */
    void cutting(long offset) {
        ceiling = offset;
        endOffset = Math.min(endOffset, offset);
    }

    /** After {@link #cutting}: the cut is made, or could not be. */
    void cutEnded() {
        ceiling = Long.MAX_VALUE;
    }

    /** The log now ends at {@code offset}. What a force under way covers there is no longer what will be there. */
    void cutAt(long offset) {
        endOffset = Math.min(endOffset, offset);
        awaitedOffset.accumulateAndGet(offset, Math::min);
        cuts++;
    }

    Mark mark(long logEndOffset) {
        return new Mark(logEndOffset, writtenRecords, names, cuts);
    }

    /** All that was written at {@code mark} is forced, unless the log was cut since. */
    void forced(Mark mark, long nowMs) {
        forcedNames = Math.max(forcedNames, mark.names());
        lastForceMs = nowMs;
        if (mark.cuts() == cuts) {
            forcedRecords = Math.max(forcedRecords, mark.records());
            endOffset = Math.max(endOffset, Math.min(mark.endOffset(), ceiling));
        }
    }
}
