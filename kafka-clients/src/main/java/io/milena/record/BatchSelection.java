package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.BASE_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.DELETE_HORIZON_BIT;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAX_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;
import static io.milena.record.RecordBatchFormat.RECORD_COUNT_AT;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The records of one batch that stay, and the batch written anew with only these. Made by {@link BatchFilter}; confined
 * to its thread. Holds the uncompressed records until it is closed.
 */
public final class BatchSelection implements AutoCloseable {

    private static final int FIRST_RUNS = 8;

    private final BatchFilter filter;
    private final RecordBatch batch;
    private final RecordIterator records;
    private ByteBuf source;
    /** Begin and end of each run of neighbours that stay, in {@link #source}. */
    private int[] runs = new int[2 * FIRST_RUNS];

    private int runEnds;
    private int kept;
    private int total;
    private int keptBytes;
    private long lastKeptOffset;
    private long maxTimestamp = NO_TIMESTAMP;
    private boolean tombstones;

    BatchSelection(BatchFilter filter, RecordBatch batch, RecordIterator records) {
        this.filter = filter;
        this.batch = batch;
        this.records = records;
        source = batch.buffer();
    }

    void note(RecordView record, boolean keeps) {
        total++;
        if (!keeps) {
            return;
        }
        source = record.buffer();
        kept++;
        keptBytes += record.endAt() - record.startAt();
        lastKeptOffset = record.offset();
        maxTimestamp = Math.max(maxTimestamp, record.timestamp());
        tombstones |= !record.hasValue();
        if (runEnds > 0 && runs[runEnds - 1] == record.startAt()) {
            runs[runEnds - 1] = record.endAt();
            return;
        }
        if (runEnds == runs.length) {
            runs = Arrays.copyOf(runs, runEnds * 2);
        }
        runs[runEnds++] = record.startAt();
        runs[runEnds++] = record.endAt();
    }

    /** Records that stay. */
    public int kept() {
        return kept;
    }

    /** Records there were. */
    public int total() {
        return total;
    }

    public boolean isWhole() {
        return kept == total;
    }

    /** Whether a record without a value is among those that stay. */
    public boolean hasTombstones() {
        return tombstones;
    }

    /**
     * Appends the batch to {@code out} with the records that stay, under its codec. At least one has to
     * stay; else there is {@link BatchFilter#writeEmpty}.
     */
    public void write(Function<Codec, Compression> compression, ByteBuf out) {
        if (batch.isLegacy()) {
            writeLegacy(compression, out);
            return;
        }
        int start = out.writerIndex();
        out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
        if (!batch.isCompressed()) {
            copyRuns(out);
        } else {
            ByteBuf plain = plain(keptBytes);
            try {
                copyRuns(plain);
                compress(compression, Framing.STANDARD, plain, out);
            } finally {
                plain.release();
            }
        }
        writeHeader(out, start, batch.baseTimestamp(), batch.attributes());
    }

    /**
     * As {@link #write}, for a batch of format 2 that gets a delete horizon (KIP-534): until then its tombstones, or
     * its end-of-transaction marker, stay. Timestamps of records are relative to the horizon from now on.
     */
    public void writeWithHorizon(long horizonMs, Function<Codec, Compression> compression, ByteBuf out) {
        int start = out.writerIndex();
        out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
        ByteBuf plain = plain(keptBytes + kept * (Varints.MAX_LONG_BYTES + 1));
        try {
            for (int i = 0; i < runEnds; i += 2) {
                rebase(runs[i], runs[i + 1], batch.baseTimestamp() - horizonMs, plain);
            }
            if (!batch.isCompressed()) {
                out.writeBytes(plain);
            } else {
                compress(compression, Framing.STANDARD, plain, out);
            }
        } finally {
            plain.release();
        }
        writeHeader(out, start, horizonMs, batch.attributes() | DELETE_HORIZON_BIT);
    }

    @Override
    public void close() {
        records.close();
    }

    private ByteBuf plain(int bytes) {
        return filter.allocator.directBuffer(Math.max(bytes, 1));
    }

    private void copyRuns(ByteBuf plain) {
        for (int i = 0; i < runEnds; i += 2) {
            plain.writeBytes(source, runs[i], runs[i + 1] - runs[i]);
        }
    }

    /** Copies records, which were sound, with {@code shiftMs} added to their timestamp deltas. */
    private void rebase(int from, int to, long shiftMs, ByteBuf plain) {
        try {
            var reader = new RecordReader(source, from, to);
            while (reader.remaining() > 0) {
                int length = reader.readInt();
                int end = reader.at() + length;
                int attributes = reader.readByte();
                long delta = reader.readLong() + shiftMs;
                int restBytes = end - reader.at();
                Varints.writeInt(plain, 1 + Varints.sizeOfLong(delta) + restBytes);
                plain.writeByte(attributes);
                Varints.writeLong(plain, delta);
                plain.writeBytes(source, reader.skip(restBytes), restBytes);
            }
        } catch (MalformedRecords e) {
            throw new IllegalStateException("records were sound when they were selected", e);
        }
    }

    private void compress(Function<Codec, Compression> compression, Framing framing, ByteBuf plain, ByteBuf out) {
        filter.compressor.compress(compression.apply(batch.codec()), framing, plain, out);
    }

    private void writeHeader(ByteBuf out, int start, long baseTimestamp, int attributes) {
        out.setInt(start + LENGTH_AT, out.writerIndex() - start - LOG_OVERHEAD)
                .setShort(start + ATTRIBUTES_AT, attributes)
                .setLong(start + BASE_TIMESTAMP_AT, baseTimestamp)
                .setLong(start + MAX_TIMESTAMP_AT, newest())
                .setInt(start + RECORD_COUNT_AT, kept);
        BatchEdits.sealCrc(RecordBatch.at(out, start));
    }

    private long newest() {
        boolean appendTime = batch.timestampType() == TimestampType.LOG_APPEND_TIME;
        return appendTime ? batch.maxTimestamp() : maxTimestamp;
    }

    private void writeLegacy(Function<Codec, Compression> compression, ByteBuf out) {
        if (!batch.isCompressed()) {
            copyRuns(out);
            return;
        }
        ByteBuf plain = plain(keptBytes);
        try {
            copyRuns(plain);
            wrap(compression, plain, out);
        } finally {
            plain.release();
        }
    }

    private void wrap(Function<Codec, Compression> compression, ByteBuf plain, ByteBuf out) {
        ByteBuf compressed = plain(keptBytes);
        try {
            compress(compression, Framing.ofMagic(batch.magic()), plain, compressed);
            new LegacyWriter(out, batch.magic(), batch.timestampType())
                    .wrapper(lastKeptOffset, newest(), batch.codecId(), compressed);
        } finally {
            compressed.release();
        }
    }
}
