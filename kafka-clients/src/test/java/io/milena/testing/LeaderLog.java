package io.milena.testing;

import io.milena.common.errors.ErrorCode;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One partition as its leader keeps it, for one producer: checks epochs and sequences, keeps the values, remembers the
 * last five batches. Guarded by its owner.
 */
public final class LeaderLog {

    private static final int REMEMBERED = 5;

    private final List<String> values = new ArrayList<>();
    private final List<Remembered> remembered = new ArrayList<>();
    private short epoch = -1;
    private int next;

    /** Sequences and place of a batch that was appended. */
    private record Remembered(int first, int last, long baseOffset) {}

    /** What became of a batch; the offset is that of its first record, -1 for none. */
    public record Appended(ErrorCode error, long baseOffset) {}

    /** Appends it, unless its numbers forbid that; a batch that is in the log already stays where it is. */
    public Appended append(RecordBatch batch) {
        for (Remembered one : remembered) {
            if (batch.hasProducerId()
                    && batch.producerEpoch() == epoch
                    && one.first == batch.baseSequence()
                    && one.last == batch.lastSequence()) {
                return new Appended(ErrorCode.DUPLICATE_SEQUENCE_NUMBER, one.baseOffset);
            }
        }
        ErrorCode error = batch.hasProducerId() ? numbered(batch) : ErrorCode.NONE;
        if (error != ErrorCode.NONE) {
            return new Appended(error, -1);
        }
        long baseOffset = values.size();
        read(batch);
        return new Appended(ErrorCode.NONE, baseOffset);
    }

    private ErrorCode numbered(RecordBatch batch) {
        if (batch.producerEpoch() < epoch) {
            return ErrorCode.INVALID_PRODUCER_EPOCH;
        }
        // One that knows nothing of the producer cannot tell what has gone before.
        int known = batch.producerEpoch() > epoch ? 0 : next;
        int expected = epoch < 0 ? batch.baseSequence() : known;
        if (batch.baseSequence() != expected) {
            return ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER;
        }
        if (batch.producerEpoch() > epoch) {
            epoch = batch.producerEpoch();
            remembered.clear();
        }
        next = batch.lastSequence() + 1;
        remembered.add(new Remembered(batch.baseSequence(), batch.lastSequence(), values.size()));
        if (remembered.size() > REMEMBERED) {
            remembered.remove(0);
        }
        return ErrorCode.NONE;
    }

    private void read(RecordBatch batch) {
        try (var decompressor = new Decompressor(ByteBufAllocator.DEFAULT, Decompressor.DEFAULT_LIMIT_BYTES);
                RecordIterator records = RecordIterator.open(batch, decompressor)) {
            while (records.next()) {
                values.add(records.record().value().toString(StandardCharsets.UTF_8));
            }
        } catch (MalformedRecords e) {
            throw new AssertionError("the records of a batch that was sent cannot be read", e);
        }
    }

    /** In the order of offsets. */
    public List<String> values() {
        return values;
    }
}
