package io.milena.storage.segment;

import io.milena.record.RecordBatch;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.PassingFault;
import io.milena.storage.files.StoreFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of batches in one {@code .log} file, with its indexes. The last segment of a log is active and grows; the
 * others are sealed.
 *
 * <p>Every change is guarded by the log's lock; look-ups are thread-safe, for whoever holds the file. A sealed segment
 * opens its file at first use and closes it when it was idle for a while; that has a small lock of its own, which
 * {@link #tryRetainFile} does not take.
 *
 * <p>All its files are there before its first batch. A crash leaves an active segment with a torn tail, and indexes
 * that lack their last entries; recovery cuts the one and builds the others anew.
 *
 * <p>Longer than 500 lines because growth, cuts and look-ups of one file and its indexes share all of their state.
 */
public final class Segment {

    private static final Logger log = LoggerFactory.getLogger(Segment.class);

    private static final AtomicReferenceFieldUpdater<Segment, SegmentIndexes> INDEXES =
            AtomicReferenceFieldUpdater.newUpdater(Segment.class, SegmentIndexes.class, "indexes");

    /** Of a segment whose first timestamp was never looked up. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final FileStore store;
    private final IndexBlockCache cache;
    private final Path directory;
    private final long baseOffset;

    /** What stands behind the plain names of the files. */
    private volatile String suffix;

    private volatile @Nullable SharedFile file;
    /** Made at need; null while nobody asks. */
    private volatile @Nullable SegmentIndexes indexes;
    /** While the indexes are not made: whether there may be one of aborted transactions. */
    private volatile boolean hasTransactions = true;
    /** The segment belongs to the log no longer; another may have taken the names of the files. */
    private volatile boolean removed;
    /** An index was found to be damaged: what it says is checked, and it has to be built anew. */
    private volatile boolean doubtful;

    private volatile boolean usedSinceIdleCheck;
    private volatile boolean closed;
    private volatile long sizeBytes;
    private long bytesSinceIndexEntry;
    private long firstTimestampMs = UNKNOWN;
    /** The greatest timestamp with its place; null if it was never looked up. */
    private volatile TimeIndex.@Nullable Entry newest;

    /** A segment whose files may exist; opens nothing. */
    public Segment(FileStore store, IndexBlockCache cache, Path directory, long baseOffset) {
        this(store, cache, directory, baseOffset, "");
    }

    private Segment(FileStore store, IndexBlockCache cache, Path directory, long baseOffset, String suffix) {
        this.store = store;
        this.cache = cache;
        this.directory = directory;
        this.baseOffset = baseOffset;
        this.suffix = suffix;
    }

    /** An empty segment that compaction fills beside those that it is to replace. */
    public static Segment cleaned(FileStore store, IndexBlockCache cache, Path directory, long baseOffset)
            throws IOException {
        var segment = new Segment(store, cache, directory, baseOffset, SegmentName.CLEANED);
        segment.shared().file().truncate(0);
        segment.resetIndexes();
        return segment;
    }

    /** A sealed segment as found on disk: asks only for the size of its file. */
    public static Segment sealed(FileStore store, IndexBlockCache cache, Path directory, long baseOffset)
            throws IOException {
        var segment = new Segment(store, cache, directory, baseOffset);
        segment.sizeBytes = store.sizeBytes(segment.logPath());
        return segment;
    }

    public long baseOffset() {
        return baseOffset;
    }

    public long sizeBytes() {
        return sizeBytes;
    }

    FileStore store() {
        return store;
    }

    Path directory() {
        return directory;
    }

    private SegmentIndexes indexes() {
        SegmentIndexes made = indexes;
        return made == null ? makeIndexes() : made.used();
    }

    /** Takes no lock: who reads from memory must not wait for one who opens a file. */
    private SegmentIndexes makeIndexes() {
        var place = new SegmentIndexes.Place(store, cache, baseOffset, this::path, () -> removed);
        var made = new SegmentIndexes(place, hasTransactions);
        SegmentIndexes current = INDEXES.compareAndSet(this, null, made) ? made : indexes;
        return current == null ? made : current;
    }

    /** The aborted transactions that ended in this segment. */
    public TransactionIndex transactionIndex() {
        return indexes().transactions();
    }

    /** The directory was listed, and there is no index of aborted transactions: nobody need look again. */
    public void knownWithoutAborted() {
        hasTransactions = false;
    }

    Path logPath() {
        return path(SegmentName.LOG);
    }

    /** Where the file of this kind, one of {@link SegmentName}, is or would be. */
    public Path path(String kind) {
        return SegmentName.of(directory, baseOffset, kind + suffix);
    }

    /**
     * Whether the index of aborted transactions is sound. Where it is not, recovery builds it. The others are not read
     * at a start: what they say is checked when they are asked.
     */
    public boolean isTransactionIndexSound() throws IOException {
        return !hasTransactions || transactionIndex().isSound(store, baseOffset);
    }

    /** Whether the ends of the indexes, where they grow on, are in order. */
    public boolean haveIndexesSoundEnds() throws IOException {
        try {
            indexes().offsets().lastOffset();
            indexes().times().last();
            return true;
        } catch (DamagedIndex e) {
            return false;
        }
    }

    /** Whether an index was found to be damaged, and has to be built anew. */
    public boolean isDoubtful() {
        return doubtful;
    }

    /** Told once. Names that are just being changed are no damage, nor is what a cut does to those who look on. */
    void doubt(String why) {
        if (!doubtful && !removed && !closed && suffix.isEmpty()) {
            doubtful = true;
            log.warn(
                    "{} has a damaged index, which is built anew soon; until then its batches are looked through: {}",
                    this,
                    why);
        }
    }

    /** Makes the segment active: its files are there, and it takes appends from here on. */
    public void activate() throws IOException {
        shared();
        sizeBytes = store.sizeBytes(logPath());
        reactivate();
        indexes().makeFiles();
    }

    /** As {@link #activate}, for a segment whose files were found on disk; they are opened when somebody needs them. */
    public void reactivate() throws IOException {
        indexes().unseal();
        newest();
    }

    /**
     * Adds batches at the end, with one write. Where a {@link PassingFault} is thrown, nothing was added.
     *
     * @param bytes whole batches; its indexes do not move
     * @param lastOffset last offset of them all
     * @param maxTimestampMs their greatest timestamp, -1 if none
     * @param indexIntervalBytes bytes between index entries
     */
    public void append(ByteBuf bytes, long lastOffset, long maxTimestampMs, int indexIntervalBytes) throws IOException {
        long position = sizeBytes;
        boolean isEntryDue = bytesSinceIndexEntry > indexIntervalBytes;
        StoreFile target = prepare(isEntryDue);
        TimeIndex.Entry newestNow = newest();
        try {
            target.writeAll(bytes, position);
        } catch (IOException e) {
            throw cutBack(target, position, e);
        } catch (RuntimeException | Error e) {
            cutTo(target, position);
            throw e;
        }
        if (firstTimestampMs == UNKNOWN && position == 0) {
            firstTimestampMs = RecordBatch.at(bytes, bytes.readerIndex()).maxTimestamp();
        }
        if (maxTimestampMs > newestNow.timestampMs()) {
            newestNow = new TimeIndex.Entry(maxTimestampMs, lastOffset);
            newest = newestNow;
        }
        if (isEntryDue) {
            indexes().add(lastOffset, (int) position, newestNow);
            bytesSinceIndexEntry = 0;
        }
        bytesSinceIndexEntry += bytes.readableBytes();
        sizeBytes = position + bytes.readableBytes();
    }

    /** Whatever may fail before anything is changed: afterwards only the write itself can. */
    private StoreFile prepare(boolean isEntryDue) throws IOException {
        try {
            newest();
            if (isEntryDue) {
                indexes().makeRoom();
            }
            return shared().file();
        } catch (IOException e) {
            throw PassingFault.unlessBroken(e);
        }
    }

    /** Nothing of what found no room stays behind the end of the segment; no crash brings it back either. */
    private static IOException cutBack(StoreFile target, long position, IOException fault) throws IOException {
        IOException told = PassingFault.unlessBroken(fault);
        if (told instanceof PassingFault) {
            cutTo(target, position);
        }
        return told;
    }

    private static void cutTo(StoreFile target, long position) throws IOException {
        if (target.sizeBytes() > position) {
            target.cut(position);
        }
    }

    /** Whether an index has no room for another entry; that of times keeps room for the one that sealing adds. */
    public boolean isIndexFull(int indexMaxBytes) throws IOException {
        SegmentIndexes now = indexes();
        return (now.offsets().entries() + 1) * (long) OffsetIndexFormat.ENTRY_BYTES > indexMaxBytes
                || (now.times().entries() + 2) * (long) TimeIndexFormat.ENTRY_BYTES > indexMaxBytes;
    }

    /**
     * Takes a reference on the file, which is opened at need.
     *
     * @throws NoSuchFileException if the segment does not belong to its log any more
     */
    public SharedFile retainFile() throws IOException {
        SharedFile open = tryRetainFile();
        return open == null ? openAndRetain() : open;
    }

    /** Takes a reference on the file if it is open, else returns null. Never waits. */
    public @Nullable SharedFile tryRetainFile() {
        if (!usedSinceIdleCheck) {
            usedSinceIdleCheck = true;
        }
        SharedFile open = file;
        return open != null && open.tryRetain() ? open : null;
    }

    private synchronized SharedFile openAndRetain() throws IOException {
        return shared().retain();
    }

    private SharedFile shared() throws IOException {
        SharedFile open = file;
        return open == null ? open() : open;
    }

    private synchronized SharedFile open() throws IOException {
        SharedFile open = file;
        if (open == null) {
            if (closed) {
                throw new NoSuchFileException(logPath().toString());
            }
            open = new SharedFile(store.open(logPath()));
            file = open;
        }
        return open;
    }

    /**
     * Closes the file if nobody used it since the last call, and drops the indexes if nobody asked for them; the next
     * use makes them again.
     */
    public synchronized void closeIfIdle() {
        SegmentIndexes made = indexes;
        if (made != null && made.isIdle()) {
            hasTransactions = made.transactions().exists();
            indexes = null;
        }
        if (!usedSinceIdleCheck) {
            closeUnused();
        }
        usedSinceIdleCheck = false;
    }

    /** Closes the file if nobody holds it; its next use opens it again. */
    public synchronized void closeUnused() {
        SharedFile open = file;
        if (open != null && !open.isInUse()) {
            file = null;
            open.release();
        }
    }

    /**
     * Gives the file back for good; readers that hold it go on. Before its files are renamed or removed, so that nobody
     * opens, and thereby makes, one of that name.
     */
    public synchronized void close() {
        closed = true;
        SharedFile open = file;
        file = null;
        if (open != null) {
            open.release();
        }
    }

    /**
     * Where the first batch is that ends at or after {@code offset}, or null if all end before it.
     *
     * @param open the segment's file
     * @param start where a batch begins at or before the one looked for; 0 if nothing is known
     * @param limit where to stop looking; a border between batches
     */
    public @Nullable Located locate(StoreFile open, long offset, long start, long limit) throws IOException {
        return search().locate(open, offset, start, limit);
    }

    /** Where the last batch begins that the index knows; 0 if it knows none. */
    public long lastIndexedPosition() throws IOException {
        return search().positionBefore(Long.MAX_VALUE);
    }

    /** An offset before which no batch lies that begins behind {@code position}, close to it; -1 if none is known. */
    public long offsetFrom(long position) throws IOException {
        return search().offsetFrom(position);
    }

    /**
     * An offset up to which all records are older than {@code timestampMs}.
     *
     * @param open the segment's file
     */
    public long offsetBefore(StoreFile open, long timestampMs) throws IOException {
        return search().offsetBefore(open, timestampMs);
    }

    private SegmentSearch search() {
        return new SegmentSearch(this, indexes());
    }

    /** The greatest timestamp with its place; timestamp -1 if no record has one. */
    public TimeIndex.Entry newest() throws IOException {
        TimeIndex.Entry known = newest;
        if (known == null) {
            known = sizeBytes == 0 ? SegmentSearch.none(this) : search().newest();
            newest = known;
        }
        return known;
    }

    /**
     * Makes sure that no batch is newer than {@link #newest} says, before that decides over the life of a sealed
     * segment: a time index that has lost its end would have it deleted too early.
     */
    public void confirmNewest() throws IOException {
        TimeIndex.Entry known = newest();
        if (sizeBytes > 0 && known.timestampMs() >= 0) {
            newest = search().newestFrom(known);
        }
    }

    /** The age of the segment for retention: its greatest timestamp, or if it has none, when its file was written. */
    public long newestMs() throws IOException {
        long newest = newest().timestampMs();
        return newest >= 0 ? newest : store.lastModifiedMs(logPath());
    }

    /** Greatest timestamp of the first batch; -1 if the segment is empty or the batch has none. */
    public long firstTimestampMs() throws IOException {
        if (firstTimestampMs == UNKNOWN && sizeBytes > 0) {
            var scan = new BatchScan(shared().file(), 0, sizeBytes, BatchScan.SHORT_WINDOW);
            firstTimestampMs = scan.next() ? scan.batch().maxTimestamp() : -1;
        }
        return firstTimestampMs == UNKNOWN ? -1 : firstTimestampMs;
    }

    /** Ends the growth: the last time index entry is added, and both indexes are written. The file stays as it is. */
    public void seal() throws IOException {
        complete();
        endGrowth();
    }

    /** Writes the indexes as they are at the end of the growth, which {@link #endGrowth} makes final. */
    public void complete() throws IOException {
        TimeIndex.Entry last = newest();
        indexes().times().addIfNewer(last.timestampMs(), last.offset());
        indexes().complete();
    }

    /** After {@link #complete}: the indexes do not change any more. */
    public void endGrowth() {
        indexes().endGrowth();
    }

    /** A segment that was begun and is not wanted: its files go. */
    public void discard() throws IOException {
        close();
        for (String kind : SegmentName.KINDS) {
            store.delete(path(kind));
        }
    }

    /** Writes what the indexes have in memory. */
    public void flushIndexes() throws IOException {
        indexes().flush();
    }

    /** Forces what was written to the indexes. The log file is forced through {@link #retainFile}. */
    public void forceIndexes() throws IOException {
        indexes().force();
    }

    /** Removes all batches that end at or after {@code offset}, and makes the segment active. */
    public void truncateTo(long offset) throws IOException {
        Located first = locate(shared().file(), offset, 0, sizeBytes);
        cutAt(first == null ? sizeBytes : first.position(), offset);
    }

    /** Cuts the file at {@code position}, where the batch with {@code offset} begins, and makes the segment active. */
    public void cutAt(long position, long offset) throws IOException {
        if (!indexes().truncateTo(offset)) {
            doubt("what it says of the batches before offset " + offset + " cannot be");
        }
        if (position < store.sizeBytes(logPath())) {
            shared().file().cut(position);
        }
        sizeBytes = position;
        bytesSinceIndexEntry = 0;
        firstTimestampMs = position == 0 ? UNKNOWN : firstTimestampMs;
        rescanNewest();
    }

    /** The time index may not know the batches behind its last entry: they are looked through. */
    private void rescanNewest() throws IOException {
        TimeIndex.Entry last = indexes().times().last();
        newest = last;
        long from = search().positionBefore(last.offset());
        var scan = new BatchScan(shared().file(), from, sizeBytes, BatchScan.LONG_WINDOW);
        while (scan.next()) {
            noteTimestamp(scan.batch());
        }
    }

    private TimeIndex.Entry noteTimestamp(RecordBatch batch) throws IOException {
        TimeIndex.Entry known = newest();
        if (batch.maxTimestamp() <= known.timestampMs()) {
            return known;
        }
        var newer = new TimeIndex.Entry(batch.maxTimestamp(), batch.lastOffset());
        newest = newer;
        return newer;
    }

    /** Drops the indexes; {@link #indexBatch} for each batch builds them anew. */
    public void resetIndexes() throws IOException {
        indexes().reset();
        doubtful = false;
        sizeBytes = 0;
        bytesSinceIndexEntry = 0;
        firstTimestampMs = UNKNOWN;
        newest = new TimeIndex.Entry(-1, baseOffset);
    }

    /** A batch that lies in the file, as recovery finds it, in order. */
    public void indexBatch(RecordBatch batch, long position, int indexIntervalBytes) throws IOException {
        TimeIndex.Entry newestNow = noteTimestamp(batch);
        if (bytesSinceIndexEntry > indexIntervalBytes) {
            indexes().add(batch.lastOffset(), (int) position, newestNow);
            bytesSinceIndexEntry = 0;
        }
        bytesSinceIndexEntry += batch.sizeBytes();
        sizeBytes = position + batch.sizeBytes();
    }

    /** An empty one with the same name but for this suffix. */
    Segment beside(String newSuffix) throws IOException {
        var made = new Segment(store, cache, directory, baseOffset, newSuffix);
        made.resetIndexes();
        return made;
    }

    /** The files of offsets and times are those of {@code rebuilt} now; readers of the old ones go on with them. */
    synchronized void sparseIndexesReplaced(Segment rebuilt) throws IOException {
        hasTransactions = transactionIndex().exists();
        indexes = null;
        newest = rebuilt.newest();
        doubtful = false;
    }

    /** All index files are those of {@code rebuilt} now, with whose last batch this segment ends. */
    synchronized void allIndexesReplaced(Segment rebuilt) throws IOException {
        sparseIndexesReplaced(rebuilt);
        hasTransactions = !rebuilt.transactionIndex().isEmpty();
        sizeBytes = rebuilt.sizeBytes;
        firstTimestampMs = rebuilt.firstTimestampMs;
    }

    /** Renames all files of the segment so that they no longer belong to the log; returns the new names. */
    public List<Path> renameToDeleted() throws IOException {
        removed = true;
        List<Path> renamed = new ArrayList<>();
        for (String kind : SegmentName.KINDS) {
            Path from = path(kind);
            Path to = SegmentName.of(directory, baseOffset, kind + SegmentName.DELETED);
            if (store.exists(from)) {
                store.rename(from, to);
                renamed.add(to);
            }
        }
        return renamed;
    }

    /**
     * Gives the files of a segment that compaction wrote the next suffix of their way: {@code .swap}, then none. The
     * log file goes last, so whoever finds it under its new name knows that the others are there.
     */
    public void rename(String newSuffix) throws IOException {
        indexes().rename(kind -> SegmentName.of(directory, baseOffset, kind + newSuffix));
        store.rename(logPath(), SegmentName.of(directory, baseOffset, SegmentName.LOG + newSuffix));
        suffix = newSuffix;
    }

    /** When the log file was last written. */
    public long lastModifiedMs() throws IOException {
        return store.lastModifiedMs(logPath());
    }

    /** Bytes of the larger index, as it would be if it were written now. */
    public long indexBytes() throws IOException {
        return indexes().largestBytes();
    }

    @Override
    public String toString() {
        return logPath().toString();
    }
}
