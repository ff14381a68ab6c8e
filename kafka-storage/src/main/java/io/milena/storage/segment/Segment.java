package io.milena.storage.segment;

import io.milena.record.RecordBatch;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of batches in one {@code .log} file, with its two indexes. The last segment of a log is active and grows; the
 * others are sealed.
 *
 * <p>An active segment, and every change, is guarded by the log's lock. Of a sealed one the look-ups are thread-safe,
 * for whoever holds its file. A sealed segment opens its file at first use and closes it when it was idle for a
 * while.
 *
 * <p>A crash leaves an active segment with a torn tail and an incomplete index; recovery cuts the one and rebuilds
 * the other.
 */
public final class Segment {

    /** Of a segment whose first timestamp was never looked up. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private static final List<String> ALL_KINDS =
            List.of(SegmentName.LOG, SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX, SegmentName.TRANSACTION_INDEX);

    private final FileStore store;
    private final Path directory;
    private final long baseOffset;
    private final OffsetIndex offsets;
    private final TimeIndex times;

    private @Nullable SharedFile file;
    private boolean usedSinceIdleCheck;
    private volatile long sizeBytes;
    private long bytesSinceIndexEntry;
    private long firstTimestampMs = UNKNOWN;
    private long maxTimestampMs = UNKNOWN;
    private long maxTimestampOffset;

    /** A segment whose files may exist; opens nothing. */
    public Segment(FileStore store, IndexBlockCache cache, Path directory, long baseOffset) {
        this.store = store;
        this.directory = directory;
        this.baseOffset = baseOffset;
        this.offsets = new OffsetIndex(
                store, cache, SegmentName.of(directory, baseOffset, SegmentName.OFFSET_INDEX), baseOffset);
        this.times =
                new TimeIndex(store, cache, SegmentName.of(directory, baseOffset, SegmentName.TIME_INDEX), baseOffset);
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

    Path logPath() {
        return SegmentName.of(directory, baseOffset, SegmentName.LOG);
    }

    /** Whether index files of this segment exist. Where an index is missing, recovery builds it. */
    public boolean hasIndexes() {
        return store.exists(offsets.file().path()) && store.exists(times.file().path());
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
    }

    /**
     * Adds batches at the end, with one write.
     *
     * @param bytes whole batches; its indexes do not move
     * @param lastOffset last offset of them all
     * @param maxTimestampMs their greatest timestamp, -1 if none
     * @param indexIntervalBytes bytes between index entries
     */
    public void append(ByteBuf bytes, long lastOffset, long maxTimestampMs, int indexIntervalBytes) throws IOException {
        long position = sizeBytes;
        write(shared().file(), bytes, position);
        newestSoFar();
        if (firstTimestampMs == UNKNOWN && position == 0) {
            firstTimestampMs = RecordBatch.at(bytes, bytes.readerIndex()).maxTimestamp();
        }
        if (maxTimestampMs > this.maxTimestampMs) {
            this.maxTimestampMs = maxTimestampMs;
            maxTimestampOffset = lastOffset;
        }
        if (bytesSinceIndexEntry > indexIntervalBytes) {
            offsets.add(lastOffset, (int) position);
            times.addIfNewer(this.maxTimestampMs, maxTimestampOffset);
            bytesSinceIndexEntry = 0;
        }
        bytesSinceIndexEntry += bytes.readableBytes();
        sizeBytes = position + bytes.readableBytes();
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

    /** Takes a reference on the file. Holding the log's lock. */
    public SharedFile retainFile() throws IOException {
        return shared().retain();
    }

    private SharedFile shared() throws IOException {
        usedSinceIdleCheck = true;
        SharedFile open = file;
        if (open == null) {
            open = new SharedFile(store.open(logPath()));
            file = open;
        }
        return open;
    }

    /** Closes the file if nobody used it since the last call; its next use opens it again. */
    public void closeIfIdle() {
        SharedFile open = file;
        if (open != null && !usedSinceIdleCheck && !open.isInUse()) {
            close();
        }
        usedSinceIdleCheck = false;
    }

    /** Gives the file back; readers that hold it go on. */
    public void close() {
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
     * @param limit where to stop looking; a border between batches
     */
    public @Nullable Located locate(StoreFile open, long offset, long limit) throws IOException {
        var scan = new BatchScan(open, offsets.positionBefore(offset), limit, BatchScan.SHORT_WINDOW);
        while (scan.next()) {
            if (scan.batch().lastOffset() >= offset) {
                return Located.at(scan);
            }
        }
        return null;
    }

    /** The greatest timestamp with its place; timestamp -1 if no record has one. */
    public TimeIndex.Entry newest() throws IOException {
        newestSoFar();
        return new TimeIndex.Entry(maxTimestampMs, maxTimestampOffset);
    }

    private void newestSoFar() throws IOException {
        if (maxTimestampMs == UNKNOWN) {
            TimeIndex.Entry last = times.last();
            maxTimestampOffset = last.offset();
            maxTimestampMs = last.timestampMs();
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
        TimeIndex.Entry newest = newest();
        times.addIfNewer(newest.timestampMs(), newest.offset());
        offsets.file().seal();
        times.file().seal();
    }

    /** Writes what the indexes have in memory. */
    public void flushIndexes() throws IOException {
        offsets.file().flush();
        times.file().flush();
    }

    /** Forces what was written to the indexes. The log file is forced through {@link #retainFile}. */
    public void forceIndexes() throws IOException {
        offsets.file().force();
        times.file().force();
    }

    /** Removes all batches that end at or after {@code offset}, and makes the segment active. */
    public void truncateTo(long offset) throws IOException {
        Located first = locate(shared().file(), offset, sizeBytes);
        cutAt(first == null ? sizeBytes : first.position(), offset);
    }

    /** Cuts the file at {@code position}, where the batch with {@code offset} begins, and makes the segment active. */
    public void cutAt(long position, long offset) throws IOException {
        offsets.truncateTo(offset);
        times.truncateTo(offset);
        if (position < store.sizeBytes(logPath())) {
            shared().file().truncate(position);
        }
        sizeBytes = position;
        bytesSinceIndexEntry = 0;
        firstTimestampMs = position == 0 ? UNKNOWN : firstTimestampMs;
        rescanNewest();
    }

    /** The time index may not know the batches behind its last entry: they are looked through. */
    private void rescanNewest() throws IOException {
        TimeIndex.Entry last = times.last();
        maxTimestampMs = last.timestampMs();
        maxTimestampOffset = last.offset();
        long from = offsets.positionBefore(last.offset());
        var scan = new BatchScan(shared().file(), from, sizeBytes, BatchScan.LONG_WINDOW);
        while (scan.next()) {
            noteTimestamp(scan.batch());
        }
    }

    private void noteTimestamp(RecordBatch batch) {
        if (batch.maxTimestamp() > maxTimestampMs) {
            maxTimestampMs = batch.maxTimestamp();
            maxTimestampOffset = batch.lastOffset();
        }
    }

    /** Drops both indexes; {@link #indexBatch} for each batch builds them anew. */
    public void resetIndexes() throws IOException {
        offsets.file().keep(0);
        times.file().keep(0);
        sizeBytes = 0;
        bytesSinceIndexEntry = 0;
        firstTimestampMs = UNKNOWN;
        maxTimestampMs = -1;
        maxTimestampOffset = baseOffset;
    }

    /** A batch that lies in the file, as recovery finds it, in order. */
    public void indexBatch(RecordBatch batch, long position, int indexIntervalBytes) throws IOException {
        noteTimestamp(batch);
        if (bytesSinceIndexEntry > indexIntervalBytes) {
            offsets.add(batch.lastOffset(), (int) position);
            times.addIfNewer(maxTimestampMs, maxTimestampOffset);
            bytesSinceIndexEntry = 0;
        }
        bytesSinceIndexEntry += batch.sizeBytes();
        sizeBytes = position + batch.sizeBytes();
    }

    /** Renames all files of the segment so that they no longer belong to the log; returns the new names. */
    public List<Path> renameToDeleted() throws IOException {
        List<Path> renamed = new ArrayList<>();
        for (String kind : ALL_KINDS) {
            Path from = SegmentName.of(directory, baseOffset, kind);
            Path to = SegmentName.of(directory, baseOffset, kind + SegmentName.DELETED);
            if (store.exists(from)) {
                store.rename(from, to);
                renamed.add(to);
            }
        }
        return renamed;
    }

    @Override
    public String toString() {
        return logPath().toString();
    }
}
