package io.milena.storage;

import io.milena.record.BatchCursor;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.storage.Batches.Rec;
import io.milena.storage.LogModel.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch that a log has.
 *
 * @param kind null for a marker that compaction has emptied
 * @param first its first offset
 * @param last its last offset
 * @param sequence its first sequence
 * @param records that are in it, a marker's too
 */
record FoundBatch(@Nullable Kind kind, long first, long last, int sequence, List<Rec> records) {

    private static final int MOST_BYTES = 1 << 20;

    /** All of a log, in order. */
    static List<FoundBatch> in(Log log) throws IOException {
        List<FoundBatch> found = new ArrayList<>();
        var limits = new ReadLimits(MOST_BYTES, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK);
        LogRead read = log.read(log.offsets().logStartOffset(), limits);
        while (read instanceof LogSlice slice) {
            ByteBuffer bytes = ByteBuffer.allocate(slice.sizeBytes());
            slice.read(bytes, 0);
            slice.release();
            BatchCursor cursor = BatchCursor.over(Unpooled.wrappedBuffer(bytes.flip()));
            while (cursor.next()) {
                found.add(of(cursor.batch()));
            }
            read = log.read(found.get(found.size() - 1).last() + 1, limits);
        }
        if (!(read instanceof LogRead.Nothing)) {
            throw new IOException(log + ": " + read);
        }
        return found;
    }

    private static FoundBatch of(RecordBatch batch) throws IOException {
        ByteBuf whole = batch.buffer().slice(batch.index(), batch.sizeBytes());
        return new FoundBatch(
                kindOf(batch), batch.baseOffset(), batch.lastOffset(), batch.baseSequence(), Batches.records(whole));
    }

    private static @Nullable Kind kindOf(RecordBatch batch) {
        if (!batch.isControl()) {
            return batch.isTransactional() ? Kind.TRANSACTIONAL : Kind.PLAIN;
        }
        ControlMarker marker = ControlMarker.of(batch);
        if (marker == null) {
            return null;
        }
        return marker.type() == ControlMarker.Type.COMMIT ? Kind.COMMIT : Kind.ABORT;
    }
}
