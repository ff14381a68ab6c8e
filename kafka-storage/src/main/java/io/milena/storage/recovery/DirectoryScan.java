package io.milena.storage.recovery;

import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.PartitionMetadataFormat;
import io.milena.storage.epoch.EpochCheckpointFormat;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks through a partition's directory, finishes or undoes what a crash interrupted, and says which segments there
 * are.
 *
 * <p>Compaction replaces the segments X, Y, Z by one that begins where X did. A crash between two of its steps leaves,
 * and here is repaired:
 *
 * <pre>
 *   step of compaction                   on disk                            repaired by
 *   1 X.log.cleaned, X.index.cleaned ..  X Y Z, some X.*.cleaned            undone: .cleaned removed
 *     are written and forced
 *   2 X.*.cleaned become X.*.swap, the   X Y Z, X.*.cleaned and X.*.swap    undone: both removed
 *     log file last; directory forced
 *   3 the files of X, Y, Z become        X.*.swap, some of X Y Z            finished: what is left of X, Y and Z
 *     *.deleted; directory forced                                           removed, X.*.swap get their plain names
 *   4 X.*.swap become X.*, the log       X.log.swap, X.index ..             finished: the rest get their plain names
 *     file last; directory forced
 *   5 *.deleted are removed later        X.*, some *.deleted                finished: .deleted removed
 * </pre>
 *
 * <p>Apache Kafka renames the log file first in the steps 2 and 4. So where X.log.swap is and some X.*.cleaned too,
 * step 2 was not done, and all of X Y Z is there. It also splits a segment X whose offsets go too far into X and
 * several behind it, whose files become {@code .swap} before those of X do: so a {@code .swap} behind a
 * {@code .cleaned} is of the same step 2. No other is there: step 4 ends with a force before the next {@code .cleaned}
 * is made.
 *
 * <p>Which of X Y Z are removed at the end follows from the batches of X.log.swap. If nothing is left of Y and Z they
 * stay as they were, and are compacted again: what they hold is hidden by records that stand behind them.
 *
 * <p>Names survive a crash in any order. So in the steps 2 to 4 an index may be missing, or be that of the other
 * segment X: all of X are removed, and recovery builds them.
 *
 * <p>What ends in {@code .rebuilt} was about to replace a missing or damaged index. It is removed: the other is found
 * to be so again.
 *
 * <p>An index without a log file is removed: retention was about to. A crash in here changes nothing in what the next
 * start finds to do: what is removed was superfluous, and X.log.swap gets its plain name only when everything else is
 * done.
 */
final class DirectoryScan {

    private static final Logger log = LoggerFactory.getLogger(DirectoryScan.class);

    private static final Set<String> PARTITION_FILES =
            Set.of(EpochCheckpointFormat.FILE_NAME, PartitionMetadataFormat.FILE_NAME);

    private static final int MOST_NAMES_TOLD = 5;

    private final FileStore store;
    private final Path directory;

    private List<String> found = List.of();

    private TreeSet<Long> withOffsets = new TreeSet<>();
    private TreeSet<Long> withTimes = new TreeSet<>();
    /** Segments in which a transaction was aborted. */
    private TreeSet<Long> withAborted = new TreeSet<>();

    DirectoryScan(FileStore store, Path directory) {
        this.store = store;
        this.directory = directory;
    }

    /** Base offsets of the segments, rising. */
    TreeSet<Long> segments() throws IOException {
        List<String> names = store.list(directory);
        if (isAnyUnfinished(names)) {
            removeDeleted(names);
            undoUnfinished();
            finishSwaps();
            names = store.list(directory);
        }
        tellOfUnknown(names);
        found = names;
        TreeSet<Long> bases = bases(names, SegmentName.LOG);
        withOffsets = indexesOf(bases, SegmentName.OFFSET_INDEX);
        withTimes = indexesOf(bases, SegmentName.TIME_INDEX);
        withAborted = indexesOf(bases, SegmentName.TRANSACTION_INDEX);
        return bases;
    }

    private static boolean isAnyUnfinished(List<String> names) {
        for (String name : names) {
            for (String suffix : SegmentName.SUFFIXES) {
                if (name.endsWith(suffix)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Segments that have an index of this kind; one without a log file is removed. */
    private TreeSet<Long> indexesOf(TreeSet<Long> segments, String kind) throws IOException {
        TreeSet<Long> with = bases(found, kind);
        for (long base : with) {
            if (!segments.contains(base)) {
                store.delete(SegmentName.of(directory, base, kind));
            }
        }
        with.retainAll(segments);
        return with;
    }

    private void removeDeleted(List<String> names) throws IOException {
        for (String name : names) {
            if (name.endsWith(SegmentName.DELETED) || name.endsWith(SegmentName.REBUILT)) {
                store.delete(directory.resolve(name));
            }
        }
    }

    /** They may be somebody's, and take room: whoever looks after the disk should know. */
    private void tellOfUnknown(List<String> names) {
        List<String> unknown = new ArrayList<>(0);
        for (String name : names) {
            if (!isKnown(name)) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            log.warn(
                    "{} has {} files of unknown kinds, which are left alone: {}",
                    directory,
                    unknown.size(),
                    unknown.subList(0, Math.min(unknown.size(), MOST_NAMES_TOLD)));
        }
    }

    private static boolean isKnown(String name) {
        String plain = name.endsWith(CheckpointFile.TEMPORARY)
                ? name.substring(0, name.length() - CheckpointFile.TEMPORARY.length())
                : name;
        return PARTITION_FILES.contains(plain) || SegmentName.isOfSegment(plain);
    }

    /** Steps 1 and 2: all originals are there. The log file goes first. */
    private void undoUnfinished() throws IOException {
        List<String> names = store.list(directory);
        TreeSet<Long> unfinished = new TreeSet<>();
        for (String kind : SegmentName.KINDS) {
            unfinished.addAll(bases(names, kind + SegmentName.CLEANED));
        }
        if (unfinished.isEmpty()) {
            return;
        }
        for (String kind : SegmentName.KINDS) {
            for (long base : bases(names, kind + SegmentName.SWAP).tailSet(unfinished.first())) {
                store.delete(SegmentName.of(directory, base, kind + SegmentName.SWAP));
            }
        }
        for (long base : unfinished) {
            for (String kind : SegmentName.KINDS) {
                store.delete(SegmentName.of(directory, base, kind + SegmentName.CLEANED));
            }
        }
    }

    /** Names of all files that are there. After {@link #segments}. */
    List<String> names() {
        return found;
    }

    /** Whether the segment has an index of offsets and one of times. After {@link #segments}. */
    boolean hasIndexes(long base) {
        return withOffsets.contains(base) && withTimes.contains(base);
    }

    /** Whether the segment has an index of aborted transactions. After {@link #segments}. */
    boolean hasTransactionIndex(long base) {
        return withAborted.contains(base);
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

    /** Steps 3 and 4. */
    private void finishSwaps() throws IOException {
        List<String> names = store.list(directory);
        TreeSet<Long> swaps = bases(names, SegmentName.LOG + SegmentName.SWAP);
        for (long base : swaps) {
            long end = endOffset(SegmentName.of(directory, base, SegmentName.LOG + SegmentName.SWAP), base);
            for (long original : bases(names, SegmentName.LOG).subSet(base, end)) {
                removeSegment(original);
            }
            removeIndexes(base);
            store.forceDirectory(directory);
        }
        for (String kind : SegmentName.INDEX_KINDS) {
            for (long base : bases(store.list(directory), kind + SegmentName.SWAP)) {
                removeIndexes(base);
                store.forceDirectory(directory);
            }
        }
        for (long base : swaps) {
            store.rename(
                    SegmentName.of(directory, base, SegmentName.LOG + SegmentName.SWAP),
                    SegmentName.of(directory, base, SegmentName.LOG));
        }
        if (!swaps.isEmpty()) {
            store.forceDirectory(directory);
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

    /** Some may be missing, and some those of the other segment of this name: they are built anew. */
    private void removeIndexes(long base) throws IOException {
        for (String kind : SegmentName.INDEX_KINDS) {
            store.delete(SegmentName.of(directory, base, kind));
            store.delete(SegmentName.of(directory, base, kind + SegmentName.SWAP));
        }
    }

    private void removeSegment(long base) throws IOException {
        store.delete(SegmentName.of(directory, base, SegmentName.LOG));
        for (String kind : SegmentName.INDEX_KINDS) {
            store.delete(SegmentName.of(directory, base, kind));
        }
    }
}
