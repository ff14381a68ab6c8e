package io.milena.storage;

import io.milena.common.record.TimestampType;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.TimestampSearch;
import io.milena.storage.files.StoreFile;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.Located;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;

/**
 * Finds records by timestamp. Timestamps come from clients and need not rise: only the greatest one of a segment, and
 * of what lies before an index entry, is relied upon. Confined to one look-up.
 */
final class TimeFinder {

    private final List<Segment> segments;
    private final BatchTools tools;
    private final long logStartOffset;
    private final BooleanSupplier isCurrent;

    /**
     * @param view where is looked
     * @param isCurrent whether what the files hold still goes with the view; if not, the answer will not count
     */
    TimeFinder(LogView view, BatchTools tools, BooleanSupplier isCurrent) {
        this.segments = view.segments();
        this.tools = tools;
        this.logStartOffset = view.offsets().logStartOffset();
        this.isCurrent = isCurrent;
    }

    /** The first record whose timestamp is at or after {@code timestampMs}. */
    OffsetAtTime firstAtOrAfter(long timestampMs) throws IOException {
        for (Segment segment : segments) {
            if (segment.newest().timestampMs() < timestampMs) {
                continue;
            }
            OffsetAtTime found = firstInSegment(segment, timestampMs, timestamp -> timestamp >= timestampMs);
            if (found.isFound()) {
                return found;
            }
        }
        return OffsetAtTime.NONE;
    }

    /** The first of the records with the greatest timestamp. */
    OffsetAtTime newest() throws IOException {
        Segment best = null;
        long bestMs = -1;
        for (Segment segment : segments) {
            long newestMs = newestMs(segment);
            if (newestMs > bestMs) {
                bestMs = newestMs;
                best = segment;
            }
        }
        if (best == null) {
            return OffsetAtTime.NONE;
        }
        long wanted = bestMs;
        return firstInSegment(best, wanted, timestamp -> timestamp == wanted);
    }

    /**
     * The greatest timestamp of the records that can be read; where the log starts within the segment, it is looked
     * for.
     */
    private long newestMs(Segment segment) throws IOException {
        if (logStartOffset <= segment.baseOffset()) {
            return segment.newest().timestampMs();
        }
        var newest = new LongAccumulator(Math::max, -1);
        walk(segment, file -> logStartOffset, (scan, file) -> {
            RecordBatch header = scan.batch();
            if (header.baseOffset() >= logStartOffset) {
                newest.accumulate(header.maxTimestamp());
            } else if (header.lastOffset() >= logStartOffset) {
                inPayload(scan, file, timestamp -> {
                    newest.accumulate(timestamp);
                    return false;
                });
            }
            return OffsetAtTime.NONE;
        });
        return newest.get();
    }

    /** The first record that is wanted; all that are older than {@code timestampMs} are not. */
    private OffsetAtTime firstInSegment(Segment segment, long timestampMs, LongPredicate wanted) throws IOException {
        return walk(
                segment,
                file -> Math.max(segment.offsetBefore(file, timestampMs), logStartOffset),
                (scan, file) -> inBatch(scan, file, wanted));
    }

    /** Goes through the batches from some offset on until one has what is looked for. */
    private OffsetAtTime walk(Segment segment, FirstOffset from, BatchQuestion question) throws IOException {
        SharedFile file = segment.retainFile();
        try {
            Located first = segment.locate(file.file(), from.in(file.file()), 0, segment.sizeBytes());
            long start = first == null ? segment.sizeBytes() : first.position();
            var scan = new BatchScan(file.file(), start, segment.sizeBytes(), BatchScan.LONG_WINDOW);
            while (scan.next() && isCurrent.getAsBoolean()) {
                OffsetAtTime found = question.ask(scan, file);
                if (found.isFound()) {
                    return found;
                }
            }
            return OffsetAtTime.NONE;
        } finally {
            file.release();
        }
    }

    private OffsetAtTime inBatch(BatchScan scan, SharedFile file, LongPredicate wanted) throws IOException {
        RecordBatch header = scan.batch();
        boolean candidate = header.lastOffset() >= logStartOffset && wanted.test(header.maxTimestamp());
        if (!candidate || header.isControl() && header.recordCount() == 0) {
            return OffsetAtTime.NONE;
        }
        if (header.timestampType() == TimestampType.LOG_APPEND_TIME && !header.isLegacy()) {
            return found(Math.max(header.baseOffset(), logStartOffset), header.maxTimestamp(), header);
        }
        return inPayload(scan, file, wanted);
    }

    private OffsetAtTime inPayload(BatchScan scan, SharedFile file, LongPredicate wanted) throws IOException {
        RecordBatch header = scan.batch();
        ByteBuf bytes = tools.allocator().buffer(header.sizeBytes());
        try {
            ByteBuffer target = bytes.nioBuffer(0, header.sizeBytes());
            bytes.writerIndex(file.file().read(target, scan.position()));
            RecordBatch batch = RecordBatch.at(bytes, 0);
            if (bytes.readableBytes() < header.sizeBytes() || batch.sizeBytes() != header.sizeBytes()) {
                throw new IOException("the batch at byte " + scan.position() + " went away while it was looked into");
            }
            return inRecords(batch, wanted);
        } finally {
            bytes.release();
        }
    }

    /**
     * In a batch that cannot be read, which only trusting validation lets in, the batch itself is the answer; also in
     * one of an old format that holds more than there is memory for.
     */
    private OffsetAtTime inRecords(RecordBatch batch, LongPredicate wanted) {
        try {
            return batch.isLegacy() ? inMessages(batch, wanted) : inBatchOf2(batch, wanted);
        } catch (MalformedRecords e) {
            return found(Math.max(batch.baseOffset(), logStartOffset), batch.maxTimestamp(), batch);
        }
    }

    private OffsetAtTime inBatchOf2(RecordBatch batch, LongPredicate wanted) throws MalformedRecords {
        TimestampSearch search = tools.timestamps();
        return search.find(batch, logStartOffset, wanted)
                ? found(search.offset(), search.timestamp(), batch)
                : OffsetAtTime.NONE;
    }

    private OffsetAtTime inMessages(RecordBatch batch, LongPredicate wanted) throws MalformedRecords {
        try (RecordIterator records = RecordIterator.open(batch, tools.wholeSets())) {
            while (records.next()) {
                long timestamp = records.record().timestamp();
                long offset = records.record().offset();
                if (offset >= logStartOffset && wanted.test(timestamp)) {
                    return found(offset, timestamp, batch);
                }
            }
            return OffsetAtTime.NONE;
        }
    }

    /** The epoch is the batch's own: what the log knows of epochs may begin later, where old formats are mixed in. */
    private static OffsetAtTime found(long offset, long timestampMs, RecordBatch batch) {
        return new OffsetAtTime(offset, timestampMs, batch.partitionLeaderEpoch());
    }

    /** Where to begin in a segment, whose file is given. */
    @FunctionalInterface
    private interface FirstOffset {
        long in(StoreFile file) throws IOException;
    }

    /** Whether a batch has what is looked for. */
    @FunctionalInterface
    private interface BatchQuestion {
        OffsetAtTime ask(BatchScan scan, SharedFile file) throws IOException;
    }
}
