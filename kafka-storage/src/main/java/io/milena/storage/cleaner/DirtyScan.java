package io.milena.storage.cleaner;

import io.milena.record.ControlMarker;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.RecordView;
import io.milena.record.compression.WorkRefused;
import java.io.IOException;

/**
 * Goes through the dirty part of a log and notes the newest offset of each key, until the table is full. Keys of
 * aborted transactions do not count. Confined to one thread.
 */
final class DirtyScan {

    /** Says that all keys found their place. */
    static final long NOT_FULL = -1;

    private final CleanerTools tools;
    private final KeyOffsets newest;
    private final TransactionTracker transactions;
    private final long firstDirtyOffset;

    DirtyScan(CleanerTools tools, KeyOffsets newest, TransactionTracker transactions, long firstDirtyOffset) {
        this.tools = tools;
        this.newest = newest;
        this.transactions = transactions;
        this.firstDirtyOffset = firstDirtyOffset;
    }

    /** Notes the keys of one segment; returns the offset of the first record without a place, or {@link #NOT_FULL}. */
    long scan(BatchStream source) throws IOException, CleaningAborted, Uncleanable {
        while (source.next()) {
            RecordBatch batch = source.batch();
            if (batch.lastOffset() < firstDirtyOffset) {
                continue;
            }
            tools.decompresses(batch);
            try (RecordIterator records = open(batch)) {
                long full = batch.isControl() ? markerPassed(batch, records) : note(batch, records);
                if (full != NOT_FULL) {
                    return full;
                }
            } catch (MalformedRecords e) {
                throw new Uncleanable("the batch at offset " + batch.baseOffset() + " is malformed", e);
            } catch (WorkRefused e) {
                throw new Uncleanable("the message at offset " + batch.baseOffset() + " " + e.getMessage());
            }
        }
        return NOT_FULL;
    }

    private RecordIterator open(RecordBatch batch) throws MalformedRecords {
        return batch.isControl()
                ? RecordIterator.open(batch, tools.decompressor())
                : RecordIterator.openKeys(batch, tools.decompressor(), tools.allocator());
    }

    private long markerPassed(RecordBatch batch, RecordIterator records) throws MalformedRecords, Uncleanable {
        ControlMarker marker = records.next() ? ControlMarker.read(records.record()) : null;
        if (marker != null) {
            transactions.markerPassed(batch, marker.type());
        }
        return NOT_FULL;
    }

    private long note(RecordBatch batch, RecordIterator records) throws MalformedRecords {
        if (transactions.dataPassed(batch)) {
            return NOT_FULL;
        }
        while (records.next()) {
            RecordView record = records.record();
            if (record.offset() >= firstDirtyOffset && record.hasKey() && !newest.put(record)) {
                return record.offset();
            }
        }
        return NOT_FULL;
    }
}
