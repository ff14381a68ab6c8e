package io.milena.record;

import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_KNOWN_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_V0;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchVerdict.Check;
import io.milena.record.BatchVerdict.Faulty;
import io.milena.record.BatchVerdict.Sound;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import org.jspecify.annotations.Nullable;

/**
 * Checks a batch before it is believed: size, CRC, header, and what is inside.
 *
 * <p>A leader trusts its clients with nothing ({@link #fromClient}): one bad batch would poison the partition for every
 * consumer. It wants format 2; what comes in older ones goes through {@link LegacyMessages} first. A follower checks
 * what the wire or a disk can break, in any format ({@link #fromLeader}). The outcome names the check and the offset;
 * the caller adds topic and partition. Confined to one thread, as is the {@link Decompressor} it borrows.
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
        if (fault == null && batch.isLegacy()) {
            fault = invalid(batch, Check.MAGIC, "magic " + batch.magic() + " (expected: 2)");
        }
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
            fault = corrupt(batch, Check.OFFSETS, "last offset delta " + batch.lastOffsetDelta());
        }
        return fault != null ? fault : claims(batch);
    }

    /**
     * Size, magic and CRC of a batch, or of a message of an old format: what the wire and a disk can break. Null if
     * all are right.
     */
    public static @Nullable Faulty wholeness(RecordBatch batch, int availableBytes) {
        if (availableBytes < MAGIC_KNOWN_BYTES) {
            return new Faulty(Check.SIZE, ErrorCode.CORRUPT_MESSAGE, -1, availableBytes + " bytes are not a batch");
        }
        byte magic = batch.magic();
        if (magic < MAGIC_V0 || magic > MAGIC_V2) {
            return corrupt(batch, Check.MAGIC, "magic " + magic + " (expected: 0 to 2)");
        }
        int sizeBytes = batch.sizeBytes();
        if (sizeBytes > availableBytes || sizeBytes < minSizeBytes(magic)) {
            return corrupt(
                    batch,
                    Check.SIZE,
                    "size " + sizeBytes + " (expected: " + minSizeBytes(magic) + " to " + availableBytes + ")");
        }
        int crc = magic == MAGIC_V2 ? Crc32c.of(batch) : LegacyMessages.crcOf(batch);
        if (crc != batch.crc()) {
            return corrupt(
                    batch,
                    Check.CRC,
                    "header says " + Integer.toHexString(batch.crc()) + ", the bytes have " + Integer.toHexString(crc));
        }
        return null;
    }

    private static @Nullable Faulty clientHeader(RecordBatch batch) {
        if (batch.baseOffset() != 0) {
            return invalid(
                    batch, Check.BASE_OFFSET, "base offset " + batch.baseOffset() + " from a client (expected: 0)");
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
            return invalid(batch, Check.CODEC, "unknown codec " + batch.codecId());
        }
        if (batch.isControl()) {
            return invalid(batch, Check.CONTROL, "clients may not write control batches");
        }
        if (batch.hasDeleteHorizon()) {
            return invalid(batch, Check.DELETE_HORIZON, "clients may not set a delete horizon");
        }
        return producer(batch);
    }

    private static @Nullable Faulty producer(RecordBatch batch) {
        if (batch.hasProducerId() && batch.baseSequence() < 0) {
            return invalid(
                    batch, Check.PRODUCER, "sequence " + batch.baseSequence() + " of producer " + batch.producerId());
        }
        return batch.isTransactional() && !batch.hasProducerId()
                ? invalid(batch, Check.PRODUCER, "transactional without a producer id")
                : null;
    }

    private BatchVerdict records(RecordBatch batch) {
        try {
            int payloadBytes = batch.sizeBytes() - HEADER_BYTES;
            scan.run(
                    decompressor.open(
                            batch.codec(), Framing.STRICT, batch.buffer(), batch.index() + HEADER_BYTES, payloadBytes),
                    batch.recordCount(),
                    batch.baseTimestamp());
            return new Sound(
                    scan.minTimestamp(),
                    scan.maxTimestamp(),
                    batch.baseOffset() + scan.maxTimestampDelta(),
                    scan.firstKeyless(),
                    scan.keyless());
        } catch (MalformedRecords e) {
            return faulty(batch, Check.RECORDS, e.code(), e.getMessage());
        }
    }

    private static Sound claims(RecordBatch batch) {
        return new Sound(batch.baseTimestamp(), batch.maxTimestamp(), batch.lastOffset(), -1, 0);
    }

    private static Faulty corrupt(RecordBatch batch, Check check, String why) {
        return faulty(batch, check, ErrorCode.CORRUPT_MESSAGE, why);
    }

    private static Faulty invalid(RecordBatch batch, Check check, String why) {
        return faulty(batch, check, ErrorCode.INVALID_RECORD, why);
    }

    private static Faulty faulty(RecordBatch batch, Check check, ErrorCode code, @Nullable String why) {
        return new Faulty(check, code, batch.baseOffset(), String.valueOf(why));
    }
}
