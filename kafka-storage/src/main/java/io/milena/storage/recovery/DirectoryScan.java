package io.milena.storage.recovery;

import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Looks through a partition's directory, finishes or undoes what a crash interrupted, and says which segments there
 * are.
 *
 * <pre>
 *   *.deleted       removed: they belong to the log no longer
 *   *.cleaned       removed: a compaction that was not finished
 *   X.log.swap      completed: the originals in its range are removed, then its files get their plain names
 *   X.index ...     removed where X.log is missing
 * </pre>
 */
final class DirectoryScan {

    private static final List<String> INDEX_KINDS =
            List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX, SegmentName.TRANSACTION_INDEX);

    private final FileStore store;
    private final Path directory;

    DirectoryScan(FileStore store, Path directory) {
        this.store = store;
        this.directory = directory;
    }

    /** Base offsets of the segments, rising. */
    TreeSet<Long> segments() throws IOException {
        for (String name : store.list(directory)) {
            if (name.endsWith(SegmentName.DELETED) || name.endsWith(SegmentName.CLEANED)) {
                store.delete(directory.resolve(name));
            }
        }
        completeSwaps();
        List<String> names = store.list(directory);
        TreeSet<Long> bases = bases(names, SegmentName.LOG);
        for (String kind : INDEX_KINDS) {
            for (long orphan : bases(names, kind)) {
                if (!bases.contains(orphan)) {
                    store.delete(SegmentName.of(directory, orphan, kind));
                }
            }
        }
        return bases;
    }

    private static TreeSet<Long> bases(List<String> names, String kind) {
        TreeSet<Long> bases = new TreeSet<>();
        for (String name : names) {
            long base = SegmentName.baseOffset(name, kind);
            if (base >= 0) {
                bases.add(base);
            }
        }
        return bases;
    }

    private void completeSwaps() throws IOException {
        List<String> names = store.list(directory);
        for (long base : bases(names, SegmentName.LOG + SegmentName.SWAP)) {
            long end = endOffset(SegmentName.of(directory, base, SegmentName.LOG + SegmentName.SWAP), base);
            for (long original : bases(names, SegmentName.LOG).subSet(base, end)) {
                removeSegment(original);
            }
        }
        for (String name : names) {
            if (name.endsWith(SegmentName.SWAP)) {
                String plain = name.substring(0, name.length() - SegmentName.SWAP.length());
                store.rename(directory.resolve(name), directory.resolve(plain));
            }
        }
    }

    /** First offset after a swap segment; at least the one after its base, so that its namesake is replaced. */
    private long endOffset(Path swap, long base) throws IOException {
        long end = base + 1;
        try (StoreFile file = store.openToRead(swap)) {
            var scan = new BatchScan(file, 0, file.sizeBytes(), BatchScan.LONG_WINDOW);
            while (scan.next()) {
                end = Math.max(end, scan.batch().nextOffset());
            }
        }
        return end;
    }

    private void removeSegment(long base) throws IOException {
        List<String> kinds = new ArrayList<>(INDEX_KINDS);
        kinds.add(SegmentName.LOG);
        for (String kind : kinds) {
            store.delete(SegmentName.of(directory, base, kind));
        }
    }
}
