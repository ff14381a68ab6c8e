package io.milena.storage.segment;

import io.milena.common.Invariant;
import io.milena.storage.AbortedTransaction;
import io.milena.storage.files.FileStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The aborted transactions whose markers lie in one segment: its {@code .txnindex} file ({@link
 * TransactionIndexFormat}), which is there only if there are any.
 *
 * <p>How to ask: {@link #all} gives every aborted transaction that <em>ended</em> in the segment; its records may lie
 * in segments before. Whoever needs those that touch a range of offsets, whichever segment they ended in, calls
 * {@link #collect} for the segment that holds the start of the range and for those after it, until it says that the
 * answer is complete, as {@code Log.abortedTransactions} does.
 *
 * <p>Growing: guarded by its log's lock. Sealed: thread-safe.
 */
public final class TransactionIndex {

    /** Nothing is reserved, and markers rise. */
    static final IndexFile.Shape SHAPE = new IndexFile.Shape(
            TransactionIndexFormat.ENTRY_BYTES,
            (block, entry) -> true,
            (block, entry) -> TransactionIndexFormat.read(block, entry).lastOffset()
                    > TransactionIndexFormat.read(block, entry - 1).lastOffset());

    private final IndexFile file;
    private volatile boolean exists;

    /** @param exists whether there is a file; if not, nobody need look */
    TransactionIndex(IndexFile file, boolean exists) {
        this.file = file;
        this.exists = exists;
    }

    boolean exists() {
        return exists;
    }

    boolean isGrowing() {
        return file.isGrowing();
    }

    public int entries() throws IOException {
        return exists ? file.entries() : 0;
    }

    public boolean isEmpty() throws IOException {
        return entries() == 0;
    }

    /** Whether it can be asked without the disk. */
    public boolean isInMemory() {
        return !exists || file.isInMemory();
    }

    /** Every aborted transaction that ended in the segment, in the order of their markers. */
    public List<AbortedTransaction> all() throws IOException {
        int count = entries();
        List<AbortedTransaction> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(entry(i));
        }
        return all;
    }

    /**
     * Adds to {@code found} those that ended here and have an offset in a range.
     *
     * @param from first offset of the range
     * @param upTo first offset after it
     * @return whether that is all: no later segment has another one
     */
    public boolean collect(long from, long upTo, List<AbortedTransaction> found) throws IOException {
        int count = entries();
        for (int i = firstEndingAtOrAfter(from, count); i < count; i++) {
            AbortedTransaction aborted = entry(i);
            if (aborted.firstOffset() < upTo) {
                found.add(aborted);
            }
            if (aborted.lastStableOffset() >= upTo) {
                return true;
            }
        }
        return false;
    }

    private int firstEndingAtOrAfter(long offset, int count) throws IOException {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entry(middle).lastOffset() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private AbortedTransaction entry(int index) throws IOException {
        return TransactionIndexFormat.read(file.block(index), file.slotOf(index));
    }

    /** Adds a transaction whose marker is the last batch of the segment so far. */
    public void add(AbortedTransaction aborted) throws IOException {
        int count = entries();
        Invariant.check(
                count == 0 || entry(count - 1).lastOffset() < aborted.lastOffset(),
                "markers in a transaction index rise",
                aborted.lastOffset(),
                count);
        exists = true;
        if (!file.isGrowing()) {
            file.keep(count);
        }
        TransactionIndexFormat.write(file.slot(), aborted);
        file.appended();
    }

    /** Drops those that ended at or after {@code offset}. */
    void truncateTo(long offset) throws IOException {
        int count = entries();
        int kept = firstEndingAtOrAfter(offset, count);
        if (kept < count) {
            file.keep(kept);
        }
    }

    /** Drops all, and whatever else is in the file. */
    void clear() throws IOException {
        file.keep(0);
        file.endGrowth();
    }

    /** What is in memory is written: from now on the index does not change. */
    void endGrowth() {
        file.endGrowth();
    }

    void flush() throws IOException {
        file.flush();
    }

    void force() throws IOException {
        file.force();
    }

    /**
     * Whether the file consists of whole entries of the known version, each after the one before, of transactions that
     * are possible, and end in the segment. There is no checksum: a wrong entry that is possible is believed.
     */
    boolean isSound(FileStore store, long baseOffset) throws IOException {
        if (!exists || !store.exists(file.path())) {
            return true;
        }
        if (store.sizeBytes(file.path()) % TransactionIndexFormat.ENTRY_BYTES != 0) {
            return false;
        }
        try {
            return areSound(baseOffset);
        } catch (DamagedIndex e) {
            return false;
        }
    }

    private boolean areSound(long baseOffset) throws IOException {
        int count = entries();
        long before = baseOffset - 1;
        for (int i = 0; i < count; i++) {
            AbortedTransaction each = entry(i);
            boolean isKnown = TransactionIndexFormat.isKnownVersion(file.block(i), file.slotOf(i));
            if (!isKnown || !isPossible(each, baseOffset) || each.lastOffset() <= before) {
                return false;
            }
            before = each.lastOffset();
        }
        return true;
    }

    /** The log is stable up to an older transaction that is open, or else up to the marker. */
    private static boolean isPossible(AbortedTransaction aborted, long baseOffset) {
        return aborted.producerId() >= 0
                && aborted.firstOffset() >= 0
                && aborted.firstOffset() < aborted.lastOffset()
                && aborted.lastOffset() - baseOffset <= Integer.MAX_VALUE
                && aborted.lastStableOffset() >= 0
                && aborted.lastStableOffset() <= aborted.lastOffset() + 1;
    }

    void rename(Path to) throws IOException {
        file.rename(to);
    }
}
