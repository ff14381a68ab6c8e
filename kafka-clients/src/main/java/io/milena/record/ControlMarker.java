package io.milena.record;

import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record that ends a transaction in a partition (KIP-98): alone in its control batch, never compressed.
 *
 * <pre>
 *   key    int16 version 0 | int16 type: 0 abort, 1 commit
 *   value  int16 version 0 | int32 coordinator epoch
 * </pre>
 *
 * <p>Types above 1 belong to other protocols and are ignored by readers.
 */
public record ControlMarker(Type type, int coordinatorEpoch) {

    /** How the transaction ended. */
    public enum Type {
        ABORT,
        COMMIT
    }

    private static final short VERSION = 0;
    private static final int KEY_BYTES = 2 * Short.BYTES;
    private static final int VALUE_BYTES = Short.BYTES + Integer.BYTES;
    private static final int BATCH_BYTES = 78;

    /** The marker in the first record of a control batch; null if it is of a type that a reader ignores. */
    public static @Nullable ControlMarker read(RecordView record) throws MalformedRecords {
        ByteBuf key = record.key();
        if (key == null || key.readableBytes() < KEY_BYTES || key.getShort(0) < VERSION) {
            throw MalformedRecords.invalid("a control record without a type");
        }
        int type = key.getShort(Short.BYTES);
        if (type != Type.ABORT.ordinal() && type != Type.COMMIT.ordinal()) {
            return null;
        }
        ByteBuf value = record.value();
        if (value == null || value.readableBytes() < VALUE_BYTES || value.getShort(0) < VERSION) {
            throw MalformedRecords.invalid("an end-of-transaction marker without a coordinator epoch");
        }
        return new ControlMarker(Type.values()[type], value.getInt(Short.BYTES));
    }

    /**
     * The marker in a control batch that lies whole in its buffer; null if compaction has emptied the batch, or if it
     * holds nothing that a reader heeds.
     */
    public static @Nullable ControlMarker of(RecordBatch batch) {
        if (batch.recordCount() == 0 || batch.isCompressed()) {
            return null;
        }
        var reader = new RecordReader(
                batch.buffer(), batch.index() + RecordBatchFormat.HEADER_BYTES, batch.index() + batch.sizeBytes());
        try {
            reader.readInt();
            reader.readByte();
            reader.readLong();
            reader.readInt();
            int keyBytes = reader.readInt();
            int keyAt = reader.skip(keyBytes);
            int valueBytes = reader.readInt();
            int valueAt = reader.skip(valueBytes);
            boolean complete = keyBytes >= KEY_BYTES && valueBytes >= VALUE_BYTES;
            return complete ? of(batch.buffer(), keyAt, valueAt) : null;
        } catch (MalformedRecords e) {
            return null;
        }
    }

    private static @Nullable ControlMarker of(ByteBuf buffer, int keyAt, int valueAt) {
        int type = buffer.getShort(keyAt + Short.BYTES);
        return type == Type.ABORT.ordinal() || type == Type.COMMIT.ordinal()
                ? new ControlMarker(Type.values()[type], buffer.getInt(valueAt + Short.BYTES))
                : null;
    }

    /** The control batch with this marker, from the producer whose transaction it ends. The caller owns the buffer. */
    public ByteBuf toBatch(ByteBufAllocator allocator, long producerId, short producerEpoch, long timestamp) {
        BatchTerms terms = BatchTerms.PLAIN
                .withProducer(producerId, producerEpoch, RecordBatchFormat.NO_SEQUENCE)
                .transactional()
                .control();
        byte[] key = ByteBuffer.allocate(KEY_BYTES)
                .putShort(VERSION)
                .putShort((short) type.ordinal())
                .array();
        byte[] value = ByteBuffer.allocate(VALUE_BYTES)
                .putShort(VERSION)
                .putInt(coordinatorEpoch)
                .array();
        try (var builder = new RecordBatchBuilder(allocator, Compression.NONE, terms, BATCH_BYTES);
                var compressor = new Compressor(allocator)) {
            builder.append(timestamp, key, value, List.of());
            return builder.seal(compressor);
        }
    }
}
