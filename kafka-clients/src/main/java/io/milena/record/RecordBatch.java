package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.BASE_OFFSET_AT;
import static io.milena.record.RecordBatchFormat.BASE_SEQUENCE_AT;
import static io.milena.record.RecordBatchFormat.BASE_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.CODEC_MASK;
import static io.milena.record.RecordBatchFormat.CONTROL_BIT;
import static io.milena.record.RecordBatchFormat.CRC_AT;
import static io.milena.record.RecordBatchFormat.DELETE_HORIZON_BIT;
import static io.milena.record.RecordBatchFormat.LAST_OFFSET_DELTA_AT;
import static io.milena.record.RecordBatchFormat.LEADER_EPOCH_AT;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.LOG_APPEND_TIME_BIT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAGIC_AT;
import static io.milena.record.RecordBatchFormat.MAGIC_V1;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;
import static io.milena.record.RecordBatchFormat.MAX_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.NO_LEADER_EPOCH;
import static io.milena.record.RecordBatchFormat.NO_PRODUCER_EPOCH;
import static io.milena.record.RecordBatchFormat.NO_PRODUCER_ID;
import static io.milena.record.RecordBatchFormat.NO_SEQUENCE;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;
import static io.milena.record.RecordBatchFormat.PRODUCER_EPOCH_AT;
import static io.milena.record.RecordBatchFormat.PRODUCER_ID_AT;
import static io.milena.record.RecordBatchFormat.RECORD_COUNT_AT;
import static io.milena.record.RecordBatchFormat.TRANSACTIONAL_BIT;

import io.milena.common.record.TimestampType;
import io.milena.record.compression.Codec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/**
 * A read-only view of the header of one record batch inside a buffer. It owns nothing, allocates nothing, and may be
 * aimed at one batch after the other.
 *
 * <p>Batches of every format answer. For a message of format 0 or 1, which is a batch of its own here, what the format
 * does not have is the named "none" value, and {@link #baseOffset} is the offset in its header, which for a compressed
 * one belongs to the last inner message.
 *
 * <p>Nothing is checked: {@link BatchCheck} does that first. {@link #sizeBytes} needs {@link
 * RecordBatchFormat#LOG_OVERHEAD} bytes in the buffer, {@link #magic} {@link RecordBatchFormat#MAGIC_KNOWN_BYTES}, all
 * else {@link RecordBatchFormat#HEADER_BYTES} (fewer in old formats). Confined to one thread.
 */
public final class RecordBatch {

    private ByteBuf buffer;
    private int index;

    private RecordBatch(ByteBuf buffer, int index) {
        this.buffer = buffer;
        this.index = index;
    }

    /** The batch that begins at absolute {@code index} of {@code buffer}. */
    public static RecordBatch at(ByteBuf buffer, int index) {
        return new RecordBatch(buffer, index);
    }

    /**
     * A view of the bytes that {@code header} holds from its position to its limit, whatever is read into them later.
     * For scans of files, which read one header after the other into one buffer.
     */
    public static RecordBatch over(ByteBuffer header) {
        return new RecordBatch(Unpooled.wrappedBuffer(header), 0);
    }

    /** Aims this view at another batch. */
    public RecordBatch moveTo(ByteBuf newBuffer, int newIndex) {
        buffer = newBuffer;
        index = newIndex;
        return this;
    }

    public ByteBuf buffer() {
        return buffer;
    }

    /** Where in {@link #buffer} the batch begins. */
    public int index() {
        return index;
    }

    public long baseOffset() {
        return buffer.getLong(index + BASE_OFFSET_AT);
    }

    /** The whole batch in bytes, header included, as its length field says; negative or absurd if that is corrupt. */
    public int sizeBytes() {
        return LOG_OVERHEAD + buffer.getInt(index + LENGTH_AT);
    }

    public byte magic() {
        return buffer.getByte(index + MAGIC_AT);
    }

    public boolean isLegacy() {
        return magic() < MAGIC_V2;
    }

    public int partitionLeaderEpoch() {
        return isLegacy() ? NO_LEADER_EPOCH : buffer.getInt(index + LEADER_EPOCH_AT);
    }

    /** The checksum in the header: CRC-32C, or CRC-32 in old formats. */
    public int crc() {
        return buffer.getInt(index + (isLegacy() ? LegacyMessageFormat.CRC_AT : CRC_AT));
    }

    public int attributes() {
        return isLegacy()
                ? buffer.getByte(index + LegacyMessageFormat.ATTRIBUTES_AT)
                : buffer.getShort(index + ATTRIBUTES_AT);
    }

    /** The number in the codec bits, which may be that of no codec. */
    public int codecId() {
        return attributes() & CODEC_MASK;
    }

    /** The codec; throws IllegalArgumentException if {@link #codecId} is unknown, which a checked batch never has. */
    public Codec codec() {
        return Codec.of(codecId());
    }

    public boolean isCompressed() {
        return codecId() != 0;
    }

    public TimestampType timestampType() {
        return magic() >= MAGIC_V1 && (attributes() & LOG_APPEND_TIME_BIT) != 0
                ? TimestampType.LOG_APPEND_TIME
                : TimestampType.CREATE_TIME;
    }

    public boolean isTransactional() {
        return !isLegacy() && (attributes() & TRANSACTIONAL_BIT) != 0;
    }

    public boolean isControl() {
        return !isLegacy() && (attributes() & CONTROL_BIT) != 0;
    }

    public boolean hasDeleteHorizon() {
        return !isLegacy() && (attributes() & DELETE_HORIZON_BIT) != 0;
    }

    public int lastOffsetDelta() {
        return isLegacy() ? 0 : buffer.getInt(index + LAST_OFFSET_DELTA_AT);
    }

    public long lastOffset() {
        return baseOffset() + lastOffsetDelta();
    }

    /** The first offset after this batch. */
    public long nextOffset() {
        return lastOffset() + 1;
    }

    /** What record timestamps are relative to; the delete horizon if {@link #hasDeleteHorizon}. */
    public long baseTimestamp() {
        return isLegacy() ? maxTimestamp() : buffer.getLong(index + BASE_TIMESTAMP_AT);
    }

    public long maxTimestamp() {
        byte magic = magic();
        if (magic >= MAGIC_V2) {
            return buffer.getLong(index + MAX_TIMESTAMP_AT);
        }
        return magic == MAGIC_V1 ? buffer.getLong(index + LegacyMessageFormat.TIMESTAMP_AT) : NO_TIMESTAMP;
    }

    public long producerId() {
        return isLegacy() ? NO_PRODUCER_ID : buffer.getLong(index + PRODUCER_ID_AT);
    }

    public boolean hasProducerId() {
        return producerId() > NO_PRODUCER_ID;
    }

    public short producerEpoch() {
        return isLegacy() ? NO_PRODUCER_EPOCH : buffer.getShort(index + PRODUCER_EPOCH_AT);
    }

    public int baseSequence() {
        return isLegacy() ? NO_SEQUENCE : buffer.getInt(index + BASE_SEQUENCE_AT);
    }

    /** Sequence of the last record, which wraps after 2147483647; -1 if the batch has none. */
    public int lastSequence() {
        int first = baseSequence();
        return first == NO_SEQUENCE ? NO_SEQUENCE : Sequences.after(first, lastOffsetDelta());
    }

    /** Records in the batch; -1 for a compressed message of an old format, whose count is inside. */
    public int recordCount() {
        if (isLegacy()) {
            return isCompressed() ? -1 : 1;
        }
        return buffer.getInt(index + RECORD_COUNT_AT);
    }

    @Override
    public String toString() {
        return "batch of magic " + magic() + " at offsets " + baseOffset() + ".." + lastOffset() + ", " + sizeBytes()
                + " bytes";
    }
}
