package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.BASE_OFFSET_AT;
import static io.milena.record.RecordBatchFormat.CRC_AT;
import static io.milena.record.RecordBatchFormat.LEADER_EPOCH_AT;
import static io.milena.record.RecordBatchFormat.LOG_APPEND_TIME_BIT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;
import static io.milena.record.RecordBatchFormat.MAX_TIMESTAMP_AT;

import io.milena.common.record.TimestampType;
import io.milena.record.compression.Codec;
import io.netty.buffer.ByteBuf;

/**
 * Writes the header of a batch of format 2, and changes what a leader changes as it appends it, in place. Offset and
 * epoch lie outside the CRC; the timestamp edits compute it again. The payload is never touched.
 */
public final class BatchEdits {

    private BatchEdits() {}

    /** Gives the batch its place in the log. */
    public static void assignOffset(RecordBatch batch, long baseOffset) {
        batch.buffer().setLong(batch.index() + BASE_OFFSET_AT, baseOffset);
    }

    public static void assignLeaderEpoch(RecordBatch batch, int leaderEpoch) {
        batch.buffer().setInt(batch.index() + LEADER_EPOCH_AT, leaderEpoch);
    }

    /** Makes {@code appendedAtMs} the timestamp of every record: type bit, max timestamp and CRC. */
    public static void stampLogAppendTime(RecordBatch batch, long appendedAtMs) {
        setAttributes(batch, batch.attributes() | LOG_APPEND_TIME_BIT);
        batch.buffer().setLong(batch.index() + MAX_TIMESTAMP_AT, appendedAtMs);
        sealCrc(batch);
    }

    /**
     * Corrects a create-time batch whose header gives a wrong max timestamp or type; nothing happens if all is right.
     */
    public static void correctMaxTimestamp(RecordBatch batch, long maxTimestamp) {
        boolean wrongType = batch.timestampType() != TimestampType.CREATE_TIME;
        if (!wrongType && batch.maxTimestamp() == maxTimestamp) {
            return;
        }
        setAttributes(batch, batch.attributes() & ~LOG_APPEND_TIME_BIT);
        batch.buffer().setLong(batch.index() + MAX_TIMESTAMP_AT, maxTimestamp);
        sealCrc(batch);
    }

    /** Writes the header of a batch that is all that {@code batch} holds, and whose records lie in their place. */
    static void writeHeader(ByteBuf batch, BatchTerms terms, Codec codec, RecordTally tally) {
        int end = batch.writerIndex();
        batch.writerIndex(0)
                .writeLong(terms.baseOffset())
                .writeInt(end - LOG_OVERHEAD)
                .writeInt(terms.leaderEpoch())
                .writeByte(MAGIC_V2)
                .writeInt(0)
                .writeShort(terms.flags() | codec.id())
                .writeInt(tally.lastOffsetDelta())
                .writeLong(tally.baseTimestamp())
                .writeLong(tally.maxTimestamp())
                .writeLong(terms.producerId())
                .writeShort(terms.producerEpoch())
                .writeInt(terms.baseSequence())
                .writeInt(tally.count())
                .writerIndex(end);
        sealCrc(RecordBatch.at(batch, 0));
    }

    /** Writes the CRC of the batch as it now is. */
    static void sealCrc(RecordBatch batch) {
        ByteBuf buffer = batch.buffer();
        buffer.setInt(batch.index() + CRC_AT, Crc32c.of(batch));
    }

    private static void setAttributes(RecordBatch batch, int attributes) {
        batch.buffer().setShort(batch.index() + ATTRIBUTES_AT, attributes);
    }
}
