package io.milena.storage.segment;

import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Looks for something in one segment. What an index says is only a place to begin: it is checked against the batch
 * that is found there, and where it is not so, all batches are looked through and the index is doubted. Confined to one
 * look-up.
 */
record SegmentSearch(Segment segment, SegmentIndexes indexes) {

    /**
     * Where the first batch is that ends at or after {@code offset}, or null if all end before it.
     *
     * @param open the segment's file
     * @param start where a batch begins at or before the one looked for; 0 if nothing is known
     * @param limit where to stop looking; a border between batches
     */
    @Nullable
    Located locate(StoreFile open, long offset, long start, long limit) throws IOException {
        IndexPlace place = placeBefore(offset);
        if (place != null && place.position() >= start && place.lastOffset() < offset && place.batchBytes() > 0) {
            long behind = place.position() + (long) place.batchBytes();
            var scan = new BatchScan(open, behind, limit, BatchScan.SHORT_WINDOW);
            return firstThatEnds(scan, scan.next(), offset);
        }
        long from = place == null ? start : Math.max(start, place.position());
        var scan = new BatchScan(open, from, limit, BatchScan.SHORT_WINDOW);
        boolean found = scan.next();
        boolean isAsIndexed = found ? beginsBy(scan.batch(), offset) : mayEndAt(from, limit);
        if (from > start && !isAsIndexed) {
            segment.doubt("no batch before offset " + offset + " begins at byte " + from);
            scan = new BatchScan(open, start, limit, BatchScan.LONG_WINDOW);
            found = scan.next();
        } else if (found && place != null && from == place.position()) {
            note(scan.batch(), place);
        }
        return firstThatEnds(scan, found, offset);
    }

    private static void note(RecordBatch batch, IndexPlace place) {
        if (batch.lastOffset() <= place.lastOffset()) {
            place.noteBatch(batch.sizeBytes());
        }
    }

    private static @Nullable Located firstThatEnds(BatchScan scan, boolean isAtBatch, long offset) throws IOException {
        for (boolean found = isAtBatch; found; found = scan.next()) {
            if (scan.batch().lastOffset() >= offset) {
                return Located.at(scan);
            }
        }
        return null;
    }

    private @Nullable IndexPlace placeBefore(long offset) throws IOException {
        try {
            return indexes.offsets().before(offset);
        } catch (DamagedIndex e) {
            segment.doubt(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** A position at or before the batch that holds {@code offset}, as far as the index knows. */
    long positionBefore(long offset) throws IOException {
        try {
            return indexes.offsets().positionBefore(offset);
        } catch (DamagedIndex e) {
            segment.doubt(String.valueOf(e.getMessage()));
            return 0;
        }
    }

    /** Whether this can be a batch of the segment that begins at or before {@code offset}. */
    private boolean beginsBy(RecordBatch batch, long offset) {
        return batch.magic() >= 0
                && batch.magic() <= RecordBatchFormat.MAGIC_V2
                && batch.baseOffset() >= segment.baseOffset()
                && batch.baseOffset() <= offset;
    }

    /** Whether no batch need begin at {@code position}: the look-up ends there, and the segment goes on. */
    private boolean mayEndAt(long position, long limit) {
        return position >= limit && limit < segment.sizeBytes();
    }

    /** An offset before which no batch lies that begins behind {@code position}, close to it; -1 if none is known. */
    long offsetFrom(long position) throws IOException {
        try {
            return indexes.offsets().offsetFrom(position);
        } catch (DamagedIndex e) {
            segment.doubt(String.valueOf(e.getMessage()));
            return -1;
        }
    }

    /**
     * An offset up to which all records are older than {@code timestampMs}, as the index says, if the batch that it
     * names has the timestamp that it names.
     *
     * @param open the segment's file
     */
    long offsetBefore(StoreFile open, long timestampMs) throws IOException {
        TimeIndex.Entry entry = entryBefore(timestampMs);
        boolean isTrue = entry.timestampMs() < 0 || confirmed(entry, open) != null;
        return isTrue ? entry.offset() : segment.baseOffset();
    }

    private TimeIndex.Entry entryBefore(long timestampMs) throws IOException {
        try {
            return indexes.times().before(timestampMs);
        } catch (DamagedIndex e) {
            segment.doubt(String.valueOf(e.getMessage()));
            return none(segment);
        }
    }

    /** Where the batch lies that {@code entry} names; null, and the index is doubted, if it has not that timestamp. */
    private @Nullable Located confirmed(TimeIndex.Entry entry, StoreFile open) throws IOException {
        Located at = locate(open, entry.offset(), 0, segment.sizeBytes());
        if (at != null) {
            var scan = new BatchScan(open, at.position(), segment.sizeBytes(), BatchScan.SHORT_WINDOW);
            if (scan.next() && scan.batch().maxTimestamp() == entry.timestampMs()) {
                return at;
            }
        }
        segment.doubt("the batch with offset " + entry.offset() + " has not timestamp " + entry.timestampMs());
        return null;
    }

    /** The newest of a segment in which no record has a timestamp: -1, at its base offset. */
    static TimeIndex.Entry none(Segment segment) {
        return new TimeIndex.Entry(-1, segment.baseOffset());
    }

    /** The last entry of the time index, if the one of offsets goes no further; else what lies behind counts too. */
    TimeIndex.Entry newest() throws IOException {
        try {
            TimeIndex.Entry last = indexes.times().last();
            boolean isLast = last.timestampMs() >= 0
                    && last.offset() >= indexes.offsets().lastOffset();
            return isLast ? last : newestFrom(last);
        } catch (DamagedIndex e) {
            segment.doubt(String.valueOf(e.getMessage()));
            return newestFrom(none(segment));
        }
    }

    /** The newest of the batches from that of {@code known} on; of all, if that is not there. */
    TimeIndex.Entry newestFrom(TimeIndex.Entry known) throws IOException {
        try (StoreFile own = segment.store().openToRead(segment.logPath())) {
            Located at = known.timestampMs() < 0 ? null : confirmed(known, own);
            long start = at == null ? 0 : at.position();
            return newestOf(new BatchScan(own, start, segment.sizeBytes(), BatchScan.LONG_WINDOW));
        }
    }

    private TimeIndex.Entry newestOf(BatchScan scan) throws IOException {
        TimeIndex.Entry newestSoFar = none(segment);
        while (scan.next()) {
            if (scan.batch().maxTimestamp() > newestSoFar.timestampMs()) {
                newestSoFar = new TimeIndex.Entry(
                        scan.batch().maxTimestamp(), scan.batch().lastOffset());
            }
        }
        return newestSoFar;
    }
}
