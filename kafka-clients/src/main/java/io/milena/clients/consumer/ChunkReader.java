package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.RecordDeserializationException;
import io.milena.common.errors.RecordDeserializationException.DeserializationExceptionOrigin;
import io.milena.common.errors.RecordDeserializationException.RawRecord;
import io.milena.common.header.Headers;
import io.milena.common.record.TimestampType;
import io.milena.record.BatchCheck;
import io.milena.record.BatchCursor;
import io.milena.record.BatchVerdict;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.record.compression.Decompressor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns the batches of one chunk into records, one by one as they are wanted. Confined to the application's thread;
 * owns the chunk.
 *
 * <p>Left out: records before the position, control batches, and those of aborted transactions. The position passes
 * them all the same, and the ends of batches that compaction has emptied. Whatever cannot be read is told each time
 * anew, until the application seeks past it.
 */
final class ChunkReader<K, V> implements AutoCloseable {

    private final FetchedChunk chunk;
    private final RecordDecoder<K, V> decoder;
    private final TopicPartition id;
    private final String topic;
    private final int partition;
    private final BatchCursor cursor;
    private final @Nullable AbortedTransactions aborted;
    private @Nullable BatchRecords records;
    private boolean held;
    private boolean done;
    private int epochInBatch = AssignedPartition.NONE;
    private Optional<Integer> batchEpoch = Optional.empty();
    private TimestampType timestampType = TimestampType.CREATE_TIME;
    private long position;
    private int positionEpoch = AssignedPartition.NONE;
    private long batchEnd;
    private @Nullable KafkaException fault;
    private long bytes;

    /**
     * @param position the first offset that is wanted
     */
    ChunkReader(FetchedChunk chunk, RecordDecoder<K, V> decoder, long position) {
        this.chunk = chunk;
        this.decoder = decoder;
        this.position = position;
        this.id = chunk.partition().id();
        this.topic = id.topic();
        this.partition = id.partition();
        this.cursor = BatchCursor.over(chunk.records());
        this.aborted = chunk.aborted() == null ? null : new AbortedTransactions(chunk.aborted());
    }

    /**
     * What a reader needs to make records.
     *
     * @param checksCrcs whether batches are held against their checksums
     */
    record RecordDecoder<K, V>(
            FieldDecoder<K> keys,
            FieldDecoder<V> values,
            Decompressor decompressor,
            ScratchArrays arrays,
            boolean checksCrcs) {

        /** The batch where it is read best: one whose records must be uncompressed stays where it is. */
        RecordBatch readable(RecordBatch batch) {
            return batch.isLegacy() || batch.isCompressed() ? batch : arrays.copyOf(batch);
        }

        BatchRecords open(RecordBatch batch) throws MalformedRecords {
            return batch.isLegacy() ? new OldRecords(batch, decompressor) : HeapRecords.of(batch, decompressor, arrays);
        }
    }

    FetchedChunk chunk() {
        return chunk;
    }

    /** The offset after the last record that was handed over or left out. */
    long position() {
        return position;
    }

    /** Leader epoch of the batch before the position; {@link AssignedPartition#NONE} if it is not known. */
    int positionEpoch() {
        return positionEpoch;
    }

    /**
     * Puts up to {@code max} records behind those in {@code into}; how many. Fewer only at the end of the chunk, or
     * before a record that cannot be read, which is told by the next call.
     *
     * @throws KafkaException what cannot be read, if that is first
     */
    int read(List<ConsumerRecord<K, V>> into, int max) {
        int count = 0;
        while (count < max) {
            KafkaException bad = fault;
            if (bad != null) {
                return orThrow(count, bad);
            }
            try {
                if (!toNextRecord()) {
                    return count;
                }
                into.add(decoded());
                count++;
            } catch (MalformedRecords e) {
                fault = unreadable(e.getMessage(), e);
            } catch (RecordDeserializationException e) {
                return orThrow(count, e);
            }
        }
        return count;
    }

    private static int orThrow(int count, KafkaException bad) {
        if (count == 0) {
            throw bad;
        }
        return count;
    }

    /** Bytes of the records handed over since this was asked last. */
    long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /** Whether nothing is left to hand over. */
    boolean isAtEnd() {
        return done;
    }

    private boolean toNextRecord() throws MalformedRecords {
        if (held) {
            return true;
        }
        while (true) {
            BatchRecords open = records;
            if (open == null) {
                if (!openNextBatch()) {
                    done = true;
                    return false;
                }
                continue;
            }
            if (!open.next()) {
                closeBatch();
            } else if (open.offset() >= position) {
                held = true;
                return true;
            }
        }
    }

    /** Opens the next batch that has records for the application; false at the end. */
    private boolean openNextBatch() throws MalformedRecords {
        while (cursor.next()) {
            RecordBatch received = cursor.batch();
            if (received.nextOffset() <= position) {
                if (aborted != null) {
                    aborted.isAborted(received);
                }
                continue;
            }
            RecordBatch batch = decoder.readable(received);
            check(batch);
            batchEnd = batch.nextOffset();
            epochInBatch = batch.partitionLeaderEpoch();
            batchEpoch = Positions.epoch(epochInBatch);
            boolean isLeftOut = aborted != null && aborted.isAborted(batch) || batch.isControl();
            if (isLeftOut) {
                passed();
                continue;
            }
            timestampType = batch.magic() == RecordBatchFormat.MAGIC_V0
                    ? TimestampType.NO_TIMESTAMP_TYPE
                    : batch.timestampType();
            records = decoder.open(batch);
            return true;
        }
        if (cursor.remainingBytes() > 0 && !cursor.isCutShort()) {
            throw MalformedRecords.invalid(cursor.remainingBytes() + " bytes are not a batch");
        }
        if (cursor.remainingBytes() > 0
                && cursor.remainingBytes() == chunk.records().readableBytes()) {
            throw MalformedRecords.invalid("the broker sent only the beginning of a batch, " + cursor.remainingBytes()
                    + " bytes; max.partition.fetch.bytes may be too small");
        }
        return false;
    }

    private void check(RecordBatch batch) throws MalformedRecords {
        if (decoder.checksCrcs()) {
            BatchVerdict.Faulty faulty = BatchCheck.wholeness(batch, batch.sizeBytes());
            if (faulty != null) {
                throw new MalformedRecords(faulty.code(), faulty.toString());
            }
        }
    }

    private void closeBatch() {
        BatchRecords open = records;
        if (open != null) {
            open.close();
            records = null;
            passed();
        }
    }

    /** The batch is behind: also what compaction has taken from its end. */
    private void passed() {
        position = Math.max(position, batchEnd);
        positionEpoch = batchEpoch.isPresent() ? epochInBatch : positionEpoch;
    }

    private ConsumerRecord<K, V> decoded() {
        BatchRecords open = records;
        if (open == null) {
            throw new IllegalStateException("no batch is open");
        }
        Headers headers = open.headers();
        K key = field(decoder.keys(), headers, open, DeserializationExceptionOrigin.KEY);
        V value = field(decoder.values(), headers, open, DeserializationExceptionOrigin.VALUE);
        var record = new ConsumerRecord<>(
                topic,
                partition,
                open.offset(),
                open.timestamp(),
                timestampType,
                Math.max(open.keyLength(), ConsumerRecord.NULL_SIZE),
                Math.max(open.valueLength(), ConsumerRecord.NULL_SIZE),
                key,
                value,
                headers,
                batchEpoch);
        held = false;
        bytes += Math.max(open.keyLength(), 0) + Math.max(open.valueLength(), 0);
        position = open.offset() + 1;
        positionEpoch = batchEpoch.isPresent() ? epochInBatch : positionEpoch;
        return record;
    }

    // What a deserializer throws is code of the application: whatever it is, it must say which record it was.
    private <T> @Nullable T field(
            FieldDecoder<T> fields, Headers headers, BatchRecords record, DeserializationExceptionOrigin origin) {
        boolean isKey = origin == DeserializationExceptionOrigin.KEY;
        try {
            return isKey
                    ? fields.decode(topic, headers, record.array(), record.keyAt(), record.keyLength())
                    : fields.decode(topic, headers, record.array(), record.valueAt(), record.valueLength());
        } catch (RuntimeException e) {
            throw new RecordDeserializationException(
                    origin,
                    raw(record, headers),
                    "the " + (isKey ? "key" : "value") + " of the record at offset " + record.offset() + " of " + id
                            + " cannot be deserialized. Seek past it to go on",
                    e);
        }
    }

    private RawRecord raw(BatchRecords record, Headers headers) {
        return new RawRecord(
                id,
                record.offset(),
                record.timestamp(),
                timestampType,
                copy(record.array(), record.keyAt(), record.keyLength()),
                copy(record.array(), record.valueAt(), record.valueLength()),
                headers);
    }

    private static @Nullable ByteBuffer copy(byte[] array, int at, int length) {
        return length < 0 ? null : ByteBuffer.wrap(Arrays.copyOfRange(array, at, at + length));
    }

    private KafkaException unreadable(@Nullable String why, Throwable cause) {
        return new KafkaException(
                "the records of " + id + " at offset " + position + " cannot be read: " + why
                        + ". Seek past them to go on",
                cause);
    }

    @Override
    public void close() {
        BatchRecords open = records;
        if (open != null) {
            records = null;
            open.close();
        }
        chunk.records().release();
    }
}
