package io.milena.record;

import static io.milena.record.RecordBatchFormat.DELETE_HORIZON_BIT;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Of a batch whose records lie in a buffer: one that is not compressed, or a message of an old format, whose inner
 * messages are uncompressed whole and held until this is closed.
 */
final class PlacedSelection extends BatchSelection {

    private static final int FIRST_RUNS = 8;

    private final RecordIterator records;
    private ByteBuf source;
    /** Begin and end of each run of neighbours that stay, in {@link #source}. */
    private int[] runs = new int[2 * FIRST_RUNS];

    private int runEnds;
    private int keptBytes;

    PlacedSelection(BatchFilter filter, RecordBatch batch, RecordIterator records) {
        super(filter, batch);
        this.records = records;
        source = batch.buffer();
    }

    void note(RecordView record, boolean keeps) {
        tally.note(record, keeps);
        if (!keeps) {
            return;
        }
        source = record.buffer();
        keptBytes += record.endAt() - record.startAt();
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

    @Override
    public void write(Function<Codec, Compression> compression, ByteBuf out) {
        if (batch.isLegacy()) {
            writeLegacy(compression, out);
            return;
        }
        int start = out.writerIndex();
        out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
        copyRuns(out);
        tally.writeHeader(out, start, batch.baseTimestamp(), batch.attributes());
    }

    @Override
    public void writeWithHorizon(long horizonMs, Function<Codec, Compression> compression, ByteBuf out) {
        int start = out.writerIndex();
        out.writeBytes(batch.buffer(), batch.index(), HEADER_BYTES);
        for (int i = 0; i < runEnds; i += 2) {
            rebase(runs[i], runs[i + 1], batch.baseTimestamp() - horizonMs, out);
        }
        tally.writeHeader(out, start, horizonMs, batch.attributes() | DELETE_HORIZON_BIT);
    }

    @Override
    public void close() {
        records.close();
    }

    private ByteBuf plain(int bytes) {
        return filter.allocator.directBuffer(Math.max(bytes, 1));
    }

    private void copyRuns(ByteBuf out) {
        for (int i = 0; i < runEnds; i += 2) {
            out.writeBytes(source, runs[i], runs[i + 1] - runs[i]);
        }
    }

    /** Copies records, which were sound, with {@code shiftMs} added to their timestamp deltas. */
    private void rebase(int from, int to, long shiftMs, ByteBuf out) {
        try {
            var reader = new RecordReader(source, from, to);
            while (reader.remaining() > 0) {
                int length = reader.readInt();
                int end = reader.at() + length;
                int attributes = reader.readByte();
                long delta = reader.readLong() + shiftMs;
                int restBytes = end - reader.at();
                Varints.writeInt(out, 1 + Varints.sizeOfLong(delta) + restBytes);
                out.writeByte(attributes);
                Varints.writeLong(out, delta);
                out.writeBytes(source, reader.skip(restBytes), restBytes);
            }
        } catch (MalformedRecords e) {
            throw new IllegalStateException("records were sound when they were selected", e);
        }
    }

    private void compress(Function<Codec, Compression> compression, Framing framing, ByteBuf plain, ByteBuf out) {
        filter.compressor.compress(compression.apply(batch.codec()), framing, plain, out);
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
                    .wrapper(tally.lastKeptOffset(), tally.newest(), batch.codecId(), compressed);
        } finally {
            compressed.release();
        }
    }
}
