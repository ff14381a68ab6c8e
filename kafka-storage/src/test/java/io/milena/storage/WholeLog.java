package io.milena.storage;

import io.milena.record.BatchCursor;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.Batches.Rec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a log as consumers do, slice after slice, also over batches that compaction has emptied. */
final class WholeLog {

    private final Log log;
    private final int maxBytes;

    WholeLog(Log log, int maxBytes) {
        this.log = log;
        this.maxBytes = maxBytes;
    }

    /** Every record from {@code from} on, markers too. */
    List<Rec> records(long from) throws IOException {
        return read(from, ReadBound.logEnd());
    }

    /** The records of data that a reader of committed records sees. */
    List<Rec> committed(long from, long lastStableOffset) throws IOException {
        return read(from, ReadBound.committedBelow(lastStableOffset));
    }

    /** First offset after the first batch of a slice, which is released; {@code otherwise} if it cannot be read. */
    static long endOf(LogSlice slice, long otherwise) {
        ByteBuffer header = ByteBuffer.allocate(RecordBatchFormat.HEADER_BYTES);
        try {
            slice.read(header, 0);
        } catch (IOException e) {
            return otherwise;
        } finally {
            slice.release();
        }
        return RecordBatch.at(Unpooled.wrappedBuffer(header.flip()), 0).nextOffset();
    }

    private List<Rec> read(long from, ReadBound bound) throws IOException {
        List<Rec> all = new ArrayList<>();
        var limits = new ReadLimits(maxBytes, bound, FirstBatch.WHOLE, Source.DISK);
        long next = from;
        LogRead read = log.read(next, limits);
        while (read instanceof LogSlice slice) {
            long end = addFrom(slice, next, bound.aborted() == ReadBound.Aborted.NAMED, all);
            if (end <= next) {
                throw new IOException("no progress behind offset " + next);
            }
            next = end;
            read = log.read(next, limits);
        }
        if (!(read instanceof LogRead.Nothing)) {
            throw new IOException("reading from " + next + ": " + read);
        }
        return all;
    }

    private static long addFrom(LogSlice slice, long from, boolean isCommitted, List<Rec> into) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(slice.sizeBytes());
        slice.read(bytes, 0);
        List<AbortedTransaction> aborted = slice.abortedTransactions();
        slice.release();
        Set<Long> abortedNow = new HashSet<>();
        long end = from;
        BatchCursor cursor = BatchCursor.over(Unpooled.wrappedBuffer(bytes.flip()));
        while (cursor.next()) {
            RecordBatch batch = cursor.batch();
            long last = batch.lastOffset();
            aborted.stream()
                    .filter(each -> each.firstOffset() <= last && each.lastOffset() >= last)
                    .forEach(each -> abortedNow.add(each.producerId()));
            boolean isHidden = isCommitted
                    && (batch.isControl() || batch.isTransactional() && abortedNow.contains(batch.producerId()));
            if (!isHidden) {
                ByteBuf whole = batch.buffer().slice(batch.index(), batch.sizeBytes());
                Batches.records(whole).stream()
                        .filter(rec -> rec.offset() >= from)
                        .forEach(into::add);
            }
            ControlMarker marker = batch.isControl() ? ControlMarker.of(batch) : null;
            if (marker != null && marker.type() == ControlMarker.Type.ABORT) {
                abortedNow.remove(batch.producerId());
            }
            end = batch.nextOffset();
        }
        return end;
    }
}
