package io.milena.clients.consumer;

import io.milena.record.RecordBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the array of the last batch for the next one: batches are read one after the other. What is kept are two arrays
 * at most, one of them with a copy that nobody took, of at most {@link #MAX_KEPT_BYTES} each. Confined to the
 * application's thread.
 */
final class ScratchArrays {

    /** A larger array is the garbage collector's as soon as its batch is read. */
    static final int MAX_KEPT_BYTES = 4 << 20;

    private static final int LEAST_BYTES = 16 << 10;

    private final RecordBatch copy = RecordBatch.at(Unpooled.EMPTY_BUFFER, 0);
    private byte @Nullable [] kept;

    /** Where the last copy lies, if nobody has taken it. */
    private byte @Nullable [] copied;

    /** An array of {@code length} or more, with anything in it, which the caller gives back. The last copy is void. */
    byte[] take(int length) {
        byte[] untaken = copied;
        if (untaken != null) {
            copied = null;
            giveBack(untaken);
        }
        byte[] array = kept;
        if (array != null && array.length >= length) {
            kept = null;
            return array;
        }
        return new byte[Math.max(length, LEAST_BYTES)];
    }

    void giveBack(byte[] array) {
        byte[] before = kept;
        boolean isBetter = before == null || before.length < array.length;
        if (isBetter && array.length <= MAX_KEPT_BYTES) {
            kept = array;
        }
    }

    /**
     * A copy of the whole batch. What came over the network lies in pieces of direct memory that another thread has
     * just written: to read it once, and all its fields and its checksum from an array, costs a third less. A batch too
     * large for that array to be kept stays where it is, since nobody may ever want its records.
     *
     * @return the same view each time, good until the next array is taken from here; or {@code batch}
     */
    RecordBatch copyOf(RecordBatch batch) {
        if (batch.sizeBytes() > MAX_KEPT_BYTES) {
            return batch;
        }
        byte[] array = copied(batch);
        copied = array;
        ByteBuf before = copy.buffer();
        boolean isSame = before.hasArray() && before.array() == array;
        return copy.moveTo(isSame ? before : Unpooled.wrappedBuffer(array), 0);
    }

    /** The array that begins with {@code batch}, which may be the last {@link #copyOf}; the caller gives it back. */
    byte[] takeCopyOf(RecordBatch batch) {
        if (batch != copy) {
            return copied(batch);
        }
        byte[] array = Objects.requireNonNull(copied, "the copy is void");
        copied = null;
        return array;
    }

    private byte[] copied(RecordBatch batch) {
        int bytes = batch.sizeBytes();
        byte[] array = take(bytes);
        batch.buffer().getBytes(batch.index(), array, 0, bytes);
        return array;
    }
}
