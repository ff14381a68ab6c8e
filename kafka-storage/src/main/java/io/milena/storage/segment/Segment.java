package io.milena.storage.segment;

import io.milena.record.RecordBatch;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.PassingFault;
import io.milena.storage.files.StoreFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * <p>A crash leaves an active segment with a torn tail and an incomplete index; recovery cuts the one and rebuilds
 * the other.
 *
 * <p>Longer than 500 lines because growth, cuts and look-ups of one file and its indexes share all of their state.
 */
public final class Segment {

    private static final Logger log = LoggerFactory.getLogger(Segment.class);

    /** Of a segment whose first timestamp was never looked up. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final FileStore store;
    private final Path directory;
    private final long baseOffset;
    private final OffsetIndex offsets;
    private final TimeIndex times;
    private final TransactionIndex transactions;

    /** What stands behind the plain names of the files. */
    private volatile String suffix;

    private volatile @Nullable SharedFile file;
    private volatile boolean usedSinceIdleCheck;
    private boolean closed;
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
        this.directory = directory;
        this.baseOffset = baseOffset;
        this.suffix = suffix;
        this.offsets = new OffsetIndex(store, cache, path(SegmentName.OFFSET_INDEX), baseOffset);
        this.times = new TimeIndex(store, cache, path(SegmentName.TIME_INDEX), baseOffset);
        this.transactions = new TransactionIndex(store, cache, path(SegmentName.TRANSACTION_INDEX));
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

    public OffsetIndex offsetIndex() {
        return offsets;
    }

    public TimeIndex timeIndex() {
        return times;
    }

    /** The aborted transactions that ended in this segment. */
    public TransactionIndex transactionIndex() {
        return transactions;
    }

    Path logPath() {
        return path(SegmentName.LOG);
    }

    /** Where the file of this kind, one of {@link SegmentName}, is or would be. */
    public Path path(String kind) {
        return SegmentName.of(directory, baseOffset, kind + suffix);
    }

    /** Whether index files of this segment exist and are whole. Where one is not, recovery builds it. */
    public boolean hasIndexes() throws IOException {
        return store.exists(offsets.file().path()) && store.exists(times.file().path()) && transactions.isSound(store);
    }

    /** Makes the segment active: it takes appends from here on. */
    public void activate() throws IOException {
        shared();
        sizeBytes = store.sizeBytes(logPath());
        offsets.file()
                .unseal((block, entry) -> OffsetIndexFormat.position(block, entry) > 0
                        || OffsetIndexFormat.relativeOffset(block, entry) > 0);
        times.file()
                .unseal((block, entry) -> TimeIndexFormat.timestamp(block, entry) != 0
                        || TimeIndexFormat.relativeOffset(block, entry) > 0);
        transactions.entries();
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
            write(target, bytes, position);
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
            offsets.add(lastOffset, (int) position);
            times.addIfNewer(newestNow.timestampMs(), newestNow.offset());
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
                offsets.file().makeRoom();
                times.file().makeRoom();
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
            cutFile(target, position);
        }
    }

    private static void write(StoreFile file, ByteBuf bytes, long position) throws IOException {
        if (bytes.nioBufferCount() == 1) {
            file.write(bytes.nioBuffer(), position);
            return;
        }
        long at = position;
        for (ByteBuffer part : bytes.nioBuffers()) {
            int length = part.remaining();
            file.write(part, at);
            at += length;
        }
    }

    /** Whether an index has no room for another entry. */
    public boolean isIndexFull(int indexMaxBytes) throws IOException {
        return (offsets.entries() + 1) * (long) OffsetIndexFormat.ENTRY_BYTES > indexMaxBytes
                || (times.entries() + 1) * (long) TimeIndexFormat.ENTRY_BYTES > indexMaxBytes;
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

    /** Closes the file if nobody used it since the last call; its next use opens it again. */
    public synchronized void closeIfIdle() {
        SharedFile open = file;
        if (open != null && !usedSinceIdleCheck && !open.isInUse()) {
            file = null;
            open.release();
        }
        usedSinceIdleCheck = false;
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
        long from = Math.max(start, offsets.positionBefore(offset));
        var scan = new BatchScan(open, from, limit, BatchScan.SHORT_WINDOW);
        boolean found = scan.next();
        if (from > start && (found ? scan.batch().baseOffset() > offset : from < limit || limit == sizeBytes)) {
            log.warn("{} has an index that leads astray: it is looked through from byte {}", this, start);
            scan = new BatchScan(open, start, limit, BatchScan.LONG_WINDOW);
            found = scan.next();
        }
        for (; found; found = scan.next()) {
            if (scan.batch().lastOffset() >= offset) {
                return Located.at(scan);
            }
        }
        return null;
    }

    /** The greatest timestamp with its place; timestamp -1 if no record has one. */
    public TimeIndex.Entry newest() throws IOException {
        TimeIndex.Entry known = newest;
        if (known == null) {
            known = times.entries() == 0 && sizeBytes > 0 ? scanNewest() : times.last();
            newest = known;
        }
        return known;
    }

    /** The time index was never written, or the records have no timestamps. */
    private TimeIndex.Entry scanNewest() throws IOException {
        var found = new TimeIndex.Entry(-1, baseOffset);
        SharedFile held = retainFile();
        try {
            var scan = new BatchScan(held.file(), 0, sizeBytes, BatchScan.LONG_WINDOW);
            while (scan.next()) {
                if (scan.batch().maxTimestamp() > found.timestampMs()) {
                    found = new TimeIndex.Entry(
                            scan.batch().maxTimestamp(), scan.batch().lastOffset());
                }
            }
            return found;
        } finally {
            held.release();
        }
    }

    /**
     * The age of the segment for retention: its greatest timestamp, or if no record has one, when its file was last
     * written.
     */
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
        times.addIfNewer(last.timestampMs(), last.offset());
        offsets.file().complete();
        times.file().complete();
        transactions.flush();
    }

    /** After {@link #complete}: the indexes do not change any more. */
    public void endGrowth() {
        offsets.file().endGrowth();
        times.file().endGrowth();
        transactions.endGrowth();
    }

    /** A segment that was begun and is not wanted: its files, which are empty, go. */
    public void discard() throws IOException {
        close();
        for (String kind : List.of(SegmentName.LOG, SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
            store.delete(SegmentName.of(directory, baseOffset, kind));
        }
    }

    /** Writes what the indexes have in memory. */
    public void flushIndexes() throws IOException {
        offsets.file().flush();
        times.file().flush();
        transactions.flush();
    }

    /** Forces what was written to the indexes. The log file is forced through {@link #retainFile}. */
    public void forceIndexes() throws IOException {
        offsets.file().force();
        times.file().force();
        transactions.force();
    }

    /** Removes all batches that end at or after {@code offset}, and makes the segment active. */
    public void truncateTo(long offset) throws IOException {
        Located first = locate(shared().file(), offset, 0, sizeBytes);
        cutAt(first == null ? sizeBytes : first.position(), offset);
    }

    /** Cuts the file at {@code position}, where the batch with {@code offset} begins, and makes the segment active. */
    public void cutAt(long position, long offset) throws IOException {
        offsets.truncateTo(offset);
        times.truncateTo(offset);
        transactions.truncateTo(offset);
        if (position < store.sizeBytes(logPath())) {
            cutFile(shared().file(), position);
        }
        sizeBytes = position;
        bytesSinceIndexEntry = 0;
        firstTimestampMs = position == 0 ? UNKNOWN : firstTimestampMs;
        rescanNewest();
    }

    /**
     * Cuts a log file, and forces it: a crash must not bring back what was cut off behind what will be written in its
     * place.
     */
    public static void cutFile(StoreFile target, long position) throws IOException {
        target.truncate(position);
        target.force();
    }

    /** The time index may not know the batches behind its last entry: they are looked through. */
    private void rescanNewest() throws IOException {
        TimeIndex.Entry last = times.last();
        newest = last;
        long from = offsets.positionBefore(last.offset());
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
        offsets.file().keep(0);
        times.file().keep(0);
        transactions.clear();
        sizeBytes = 0;
        bytesSinceIndexEntry = 0;
        firstTimestampMs = UNKNOWN;
        newest = new TimeIndex.Entry(-1, baseOffset);
    }

    /** A batch that lies in the file, as recovery finds it, in order. */
    public void indexBatch(RecordBatch batch, long position, int indexIntervalBytes) throws IOException {
        TimeIndex.Entry newestNow = noteTimestamp(batch);
        if (bytesSinceIndexEntry > indexIntervalBytes) {
            offsets.add(batch.lastOffset(), (int) position);
            times.addIfNewer(newestNow.timestampMs(), newestNow.offset());
            bytesSinceIndexEntry = 0;
        }
        bytesSinceIndexEntry += batch.sizeBytes();
        sizeBytes = position + batch.sizeBytes();
    }

    /** Renames all files of the segment so that they no longer belong to the log; returns the new names. */
    public List<Path> renameToDeleted() throws IOException {
        offsets.file().removed();
        times.file().removed();
        transactions.removed();
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
        offsets.file().rename(SegmentName.of(directory, baseOffset, SegmentName.OFFSET_INDEX + newSuffix));
        times.file().rename(SegmentName.of(directory, baseOffset, SegmentName.TIME_INDEX + newSuffix));
        transactions.rename(SegmentName.of(directory, baseOffset, SegmentName.TRANSACTION_INDEX + newSuffix));
        store.rename(logPath(), SegmentName.of(directory, baseOffset, SegmentName.LOG + newSuffix));
        suffix = newSuffix;
    }

    /** Whether the files have their plain names. */
    public boolean isSettled() {
        return suffix.isEmpty();
    }

    /** When the log file was last written. */
    public long lastModifiedMs() throws IOException {
        return store.lastModifiedMs(logPath());
    }

    /** Bytes of the larger index, as it would be if it were written now. */
    public long indexBytes() throws IOException {
        return Math.max(
                offsets.entries() * (long) OffsetIndexFormat.ENTRY_BYTES,
                times.entries() * (long) TimeIndexFormat.ENTRY_BYTES);
    }

    @Override
    public String toString() {
        return logPath().toString();
    }
}
