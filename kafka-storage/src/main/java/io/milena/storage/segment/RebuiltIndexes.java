package io.milena.storage.segment;

import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.util.List;

/**
 * Indexes of a segment that are built anew, because one of the old ones is missing or wrong, where the next start would
 * not build them: it takes index files that have their own names to be whole.
 *
 * <p>So these have names that end in {@code .rebuilt} until they are written and forced, and then replace the old ones.
 * Whenever a crash comes, each file is the old one or the new one; the next start removes what ends in {@code
 * .rebuilt}, and finds the index that was missing or wrong to be so again. Confined to one thread, but where said
 * otherwise.
 */
public final class RebuiltIndexes {

    private final Segment segment;
    private final Segment rebuilt;

    /** Without entries so far. */
    public RebuiltIndexes(Segment segment) throws IOException {
        this.segment = segment;
        this.rebuilt = segment.beside(SegmentName.REBUILT);
    }

    /** The finished ones of offsets and times of a sealed segment. Needs no lock, and may take long. */
    public static RebuiltIndexes ofSealed(Segment segment, int indexIntervalBytes) throws IOException {
        var made = new RebuiltIndexes(segment);
        try (StoreFile own = segment.store().openToRead(segment.logPath())) {
            var scan = new BatchScan(own, 0, segment.sizeBytes(), BatchScan.LONG_WINDOW);
            while (scan.next()) {
                made.rebuilt.indexBatch(scan.batch(), scan.position(), indexIntervalBytes);
            }
            made.finish();
            return made;
        } catch (IOException e) {
            made.discard();
            throw e;
        }
    }

    /** What takes the entries for the batches of the segment; it has none itself. */
    public Segment taker() {
        return rebuilt;
    }

    /** Writes and forces them; then they can replace the old ones. */
    public void finish() throws IOException {
        rebuilt.seal();
        rebuilt.forceIndexes();
    }

    /** Those of offsets and times replace the old ones. The caller holds the lock of the log; readers go on. */
    public void replaceSparse() throws IOException {
        renameSparse();
        segment.sparseIndexesReplaced(rebuilt);
    }

    /**
     * All replace the old ones, and the segment ends with the last batch that has been taken. That of aborted
     * transactions goes first, since nobody would miss it.
     */
    public void replaceAll() throws IOException {
        String kind = SegmentName.TRANSACTION_INDEX;
        FileStore store = segment.store();
        if (rebuilt.transactionIndex().isEmpty()) {
            store.delete(segment.path(kind));
        } else {
            store.rename(rebuilt.path(kind), segment.path(kind));
        }
        store.forceDirectory(segment.directory());
        renameSparse();
        segment.allIndexesReplaced(rebuilt);
    }

    private void renameSparse() throws IOException {
        for (String kind : List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
            segment.store().rename(rebuilt.path(kind), segment.path(kind));
        }
    }

    /** Nobody wants them any more. */
    public void discard() throws IOException {
        rebuilt.discard();
    }

    @Override
    public String toString() {
        return "indexes of " + segment + " that are built anew";
    }
}
