package io.milena.record;

import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_KNOWN_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_V0;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;
import static io.milena.record.RecordBatchFormat.NO_PRODUCER_ID;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchVerdict.Check;
import io.milena.record.BatchVerdict.Faulty;
import io.milena.record.BatchVerdict.Sound;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import org.jspecify.annotations.Nullable;

/**
 * Checks a batch of format 2 before it is believed: size, CRC, header, and what is inside.
 *
 * <p>A leader trusts its clients with nothing ({@link #fromClient}): one bad batch would poison the partition for every
 * consumer. A follower checks what the wire or a disk can break ({@link #fromLeader}). The outcome names the check and the
 * offset; the caller adds topic and partition. Confined to one thread, as is the {@link Decompressor} it borrows.
 */
public final class BatchCheck {

    private final Decompressor decompressor;
    private final RecordScan scan = new RecordScan();

    public BatchCheck(Decompressor decompressor) {
        this.decompressor = decompressor;
    }

    /** Fewest bytes of a batch or message of that magic. */
    static int minSizeBytes(byte magic) {
        if (magic >= MAGIC_V2) {
            return HEADER_BYTES;
        }
        return magic >= MAGIC_V0 ? LegacyMessageFormat.minEntryBytes(magic) : MAGIC_KNOWN_BYTES;
    }

    /**
     * A batch as a producer sent it.
     *
     * @param availableBytes bytes from the batch's index to the end of what was sent
     */
    public BatchVerdict fromClient(RecordBatch batch, int availableBytes, RecordValidation validation) {
        Faulty fault = wholeness(batch, availableBytes);
        if (fault == null) {
            fault = clientHeader(batch);
        }
        if (fault != null) {
            return fault;
        }
        return validation == RecordValidation.FULL ? records(batch) : claims(batch);
    }

    /**
     * A batch as a leader sent it to its follower, or as it lies on disk: whole, and not before the end of the log.
     *
     * @param logEndOffset the least base offset it may have
     */
    public static BatchVerdict fromLeader(RecordBatch batch, int availableBytes, long logEndOffset) {
        Faulty fault = wholeness(batch, availableBytes);
        if (fault == null && batch.baseOffset() < logEndOffset) {
            fault = faulty(
                    batch, Check.OFFSETS, ErrorCode.OFFSET_OUT_OF_RANGE, "the log ends at offset " + logEndOffset);
        }
        if (fault == null && batch.lastOffsetDelta() < 0) {
            fault = faulty(
                    batch, Check.OFFSETS, ErrorCode.CORRUPT_MESSAGE, "last offset delta " + batch.lastOffsetDelta());
        }
        return fault != null ? fault : claims(batch);
    }

    /** Size, magic and CRC, which also hold for the file that a recovery reads; null if all are right. */
    public static @Nullable Faulty wholeness(RecordBatch batch, int availableBytes) {
        if (availableBytes < MAGIC_KNOWN_BYTES) {
            return new Faulty(Check.SIZE, ErrorCode.CORRUPT_MESSAGE, -1, availableBytes + " bytes are not a batch");
        }
        int sizeBytes = batch.sizeBytes();
        byte magic = batch.magic();
        if (sizeBytes > availableBytes || sizeBytes < minSizeBytes(magic)) {
            return faulty(
                    batch,
                    Check.SIZE,
                    ErrorCode.CORRUPT_MESSAGE,
                    "size " + sizeBytes + " (expected: " + minSizeBytes(magic) + " to " + availableBytes + ")");
        }
        if (magic != MAGIC_V2) {
            return faulty(batch, Check.MAGIC, ErrorCode.INVALID_RECORD, "magic " + magic + " (expected: 2)");
        }
        int crc = Crc32c.of(batch);
        if (crc != batch.crc()) {
            return faulty(
                    batch,
                    Check.CRC,
                    ErrorCode.CORRUPT_MESSAGE,
                    "header says " + Integer.toHexString(batch.crc()) + ", the bytes have " + Integer.toHexString(crc));
        }
        return null;
    }

    private static @Nullable Faulty clientHeader(RecordBatch batch) {
        if (batch.baseOffset() != 0) {
            return invalid(batch, Check.OFFSETS, "base offset " + batch.baseOffset() + " from a client (expected: 0)");
        }
        int count = batch.recordCount();
        if (count < 1) {
            return invalid(batch, Check.COUNT, count + " records (expected: 1 or more)");
        }
        if (batch.lastOffsetDelta() != count - 1) {
            return invalid(
                    batch,
                    Check.OFFSETS,
                    "last offset delta " + batch.lastOffsetDelta() + " with " + count + " records");
        }
        if (!Codec.isKnown(batch.codecId())) {
            return faulty(batch, Check.CODEC, ErrorCode.INVALID_RECORD, "unknown codec " + batch.codecId());
        }
        if (batch.isControl()) {
            return invalid(batch, Check.CONTROL, "clients may not write control batches");
        }
        if (batch.hasDeleteHorizon()) {
            return invalid(batch, Check.DELETE_HORIZON, "clients may not set a delete horizon");
        }
        if (batch.timestampType() != TimestampType.CREATE_TIME) {
            return faulty(
                    batch,
                    Check.TIMESTAMP_TYPE,
                    ErrorCode.INVALID_TIMESTAMP,
                    "clients may not set the timestamp type to log append time");
        }
        return producer(batch);
    }

    private static @Nullable Faulty producer(RecordBatch batch) {
        if (batch.producerId() < NO_PRODUCER_ID) {
            return invalid(batch, Check.PRODUCER, "producer id " + batch.producerId());
        }
        if (!batch.hasProducerId()) {
            return batch.isTransactional()
                    ? invalid(batch, Check.PRODUCER, "transactional without a producer id")
                    : null;
        }
        if (batch.producerEpoch() < 0) {
            return invalid(batch, Check.PRODUCER, "producer epoch " + batch.producerEpoch());
        }
        if (batch.baseSequence() < 0) {
            return invalid(
                    batch, Check.PRODUCER, "sequence " + batch.baseSequence() + " of producer " + batch.producerId());
        }
        return null;
    }

    private BatchVerdict records(RecordBatch batch) {
        try {
            int payloadBytes = batch.sizeBytes() - HEADER_BYTES;
            scan.run(
                    decompressor.open(
                            batch.codec(),
                            Framing.STANDARD,
                            batch.buffer(),
                            batch.index() + HEADER_BYTES,
                            payloadBytes),
                    batch.recordCount(),
                    batch.baseTimestamp());
            return new Sound(
                    scan.minTimestamp(),
                    scan.maxTimestamp(),
                    batch.baseOffset() + scan.maxTimestampDelta(),
                    scan.firstKeyless());
        } catch (MalformedRecords e) {
            return faulty(batch, Check.RECORDS, e.code(), e.getMessage());
        }
    }

    private static Sound claims(RecordBatch batch) {
        return new Sound(batch.baseTimestamp(), batch.maxTimestamp(), batch.lastOffset(), -1);
    }

    private static Faulty invalid(RecordBatch batch, Check check, String why) {
        return faulty(batch, check, ErrorCode.INVALID_RECORD, why);
    }

    private static Faulty faulty(RecordBatch batch, Check check, ErrorCode code, @Nullable String why) {
        return new Faulty(check, code, batch.baseOffset(), String.valueOf(why));
    }
}
