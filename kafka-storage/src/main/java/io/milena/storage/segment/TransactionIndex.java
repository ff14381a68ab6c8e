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

    private final IndexFile file;
    private volatile boolean absent;

    TransactionIndex(FileStore store, IndexBlockCache cache, Path path) {
        this.file = new IndexFile(store, cache, path, TransactionIndexFormat.ENTRY_BYTES);
    }

    /** The directory was listed, and this file is not there: nobody need look again. */
    public void knownAbsent() {
        absent = true;
    }

    public int entries() throws IOException {
        return absent ? 0 : file.entries((block, entry) -> true);
    }

    public boolean isEmpty() throws IOException {
        return entries() == 0;
    }

    /** Whether it can be asked without the disk. */
    public boolean isInMemory() {
        return absent || file.isInMemory();
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
        absent = false;
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

    /** Writes what is in memory; from now on the index does not change. */
    void seal() throws IOException {
        file.flush();
        endGrowth();
    }

    /** The same, where everything is written. */
    void endGrowth() {
        file.endGrowth();
    }

    void flush() throws IOException {
        file.flush();
    }

    void force() throws IOException {
        file.force();
    }

    /** Whether the file consists of whole entries of the known version, each after the one before. */
    boolean isSound(FileStore store) throws IOException {
        if (absent || !store.exists(file.path())) {
            return true;
        }
        if (store.sizeBytes(file.path()) % TransactionIndexFormat.ENTRY_BYTES != 0) {
            return false;
        }
        int count = entries();
        return count == 0 || TransactionIndexFormat.isKnownVersion(file.block(count - 1), file.slotOf(count - 1));
    }

    /** From now on reads fail: the segment belongs to the log no longer. */
    void removed() {
        file.removed();
    }

    void rename(Path to) throws IOException {
        file.rename(to);
    }
}
