package io.milena.storage.segment;

import io.milena.storage.files.FileStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The three indexes of one segment. A sealed segment makes them at first use and drops them when they were idle for a
 * while: most segments of a broker are never looked at.
 *
 * <p>Changes are guarded by the log's lock; look-ups are thread-safe.
 */
final class SegmentIndexes {

    /**
     * Where the files of a segment are.
     *
     * @param store the file system
     * @param cache of index blocks
     * @param baseOffset first offset of the segment
     * @param pathOf where the file of a kind is
     * @param isRemoved whether the segment belongs to its log no longer, so that its names may be another's
     */
    record Place(
            FileStore store,
            IndexBlockCache cache,
            long baseOffset,
            Function<String, Path> pathOf,
            BooleanSupplier isRemoved) {

        IndexFile file(String kind, IndexFile.Shape shape) {
            return new IndexFile(store, cache, pathOf.apply(kind), shape, isRemoved);
        }
    }

    private final OffsetIndex offsets;
    private final TimeIndex times;
    private final TransactionIndex transactions;
    private volatile boolean usedSinceIdleCheck = true;

    SegmentIndexes(Place place, boolean hasTransactions) {
        offsets = new OffsetIndex(place.file(SegmentName.OFFSET_INDEX, OffsetIndex.SHAPE), place.baseOffset());
        times = new TimeIndex(place.file(SegmentName.TIME_INDEX, TimeIndex.SHAPE), place.baseOffset());
        transactions = new TransactionIndex(
                place.file(SegmentName.TRANSACTION_INDEX, TransactionIndex.SHAPE), hasTransactions);
    }

    SegmentIndexes used() {
        if (!usedSinceIdleCheck) {
            usedSinceIdleCheck = true;
        }
        return this;
    }

    /** Whether nobody asked for them since the last call, and nothing of them is in memory alone. */
    boolean isIdle() {
        boolean idle = !usedSinceIdleCheck && !offsets.file().isGrowing() && !transactions.isGrowing();
        usedSinceIdleCheck = false;
        return idle;
    }

    OffsetIndex offsets() {
        return offsets;
    }

    TimeIndex times() {
        return times;
    }

    TransactionIndex transactions() {
        return transactions;
    }

    /** Makes all of them grow: they take entries from here on. The files of offsets and times are there then. */
    void unseal() throws IOException {
        offsets.unseal();
        times.unseal();
        transactions.entries();
    }

    /** From now on the files of offsets and of times are there. */
    void makeFiles() throws IOException {
        offsets.file().makeFile();
        times.file().makeFile();
    }

    /** Writes the last block of those that have no room for another entry; {@link #add} needs no disk then. */
    void makeRoom() throws IOException {
        offsets.file().makeRoom();
        times.file().makeRoom();
        times.last();
    }

    /** An entry for the batch that begins at {@code position}, where {@code newest} is the newest so far. */
    void add(long lastOffset, int position, TimeIndex.Entry newest) throws IOException {
        offsets.add(lastOffset, position);
        times.addIfNewer(newest.timestampMs(), newest.offset());
    }

    /** Writes them as they are at the end of the growth, which {@link #endGrowth} makes final. */
    void complete() throws IOException {
        offsets.file().complete();
        times.file().complete();
        transactions.flush();
    }

    void endGrowth() {
        offsets.file().endGrowth();
        times.file().endGrowth();
        transactions.endGrowth();
    }

    /** Writes what is in memory. */
    void flush() throws IOException {
        offsets.file().flush();
        times.file().flush();
        transactions.flush();
    }

    void force() throws IOException {
        offsets.file().force();
        times.file().force();
        transactions.force();
    }

    /**
     * Drops what they say of batches that end at or after {@code offset}. Where those of offsets or times are damaged,
     * they grow on from nothing; returns whether they are not.
     */
    boolean truncateTo(long offset) throws IOException {
        transactions.truncateTo(offset);
        try {
            offsets.truncateTo(offset);
            times.truncateTo(offset);
            return true;
        } catch (DamagedIndex e) {
            offsets.file().keep(0);
            times.file().keep(0);
            return false;
        }
    }

    /** Drops all, to be built anew. */
    void reset() throws IOException {
        offsets.file().keep(0);
        times.file().keep(0);
        transactions.clear();
    }

    /** The files have these names now, or will have when they are written. */
    void rename(Function<String, Path> to) throws IOException {
        offsets.file().rename(to.apply(SegmentName.OFFSET_INDEX));
        times.file().rename(to.apply(SegmentName.TIME_INDEX));
        transactions.rename(to.apply(SegmentName.TRANSACTION_INDEX));
    }

    /** Bytes of the larger sparse index, as it would be if it were written now. */
    long largestBytes() throws IOException {
        return Math.max(
                offsets.entries() * (long) OffsetIndexFormat.ENTRY_BYTES,
                times.entries() * (long) TimeIndexFormat.ENTRY_BYTES);
    }
}
