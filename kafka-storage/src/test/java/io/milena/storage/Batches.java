package io.milena.storage;

import io.milena.record.BatchCursor;
import io.milena.record.BatchTerms;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordIterator;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.storage.AppendTerms.Origin;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes batches as clients send them, and reads what logs return. */
final class Batches {

    /** Watches over no leaks: what tests release themselves would only slow down thousands of histories. */
    static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);

    private Batches() {}

    /** One record as tests compare it. */
    record Rec(
            long offset,
            long timestampMs,
            @Nullable String key,
            @Nullable String value) {}

    /** A batch of records without keys, one per value, all with this timestamp. */
    static ByteBuf batch(long timestampMs, String... values) {
        return batch(BatchTerms.PLAIN, Codec.NONE, timestampMs, values);
    }

    static ByteBuf batch(BatchTerms terms, Codec codec, long timestampMs, String... values) {
        try (var builder = new RecordBatchBuilder(ALLOCATOR, Compression.of(codec), terms, 256);
                var compressor = new Compressor(ALLOCATOR)) {
            for (String value : values) {
                builder.append(timestampMs, null, value.getBytes(StandardCharsets.UTF_8), List.of());
            }
            return builder.seal(compressor);
        }
    }

    /** A batch of these records as they are, but for their offsets; all have the timestamp of the first. */
    static ByteBuf encode(BatchTerms terms, Codec codec, List<Rec> records) {
        try (var builder = new RecordBatchBuilder(ALLOCATOR, Compression.of(codec), terms, 256);
                var compressor = new Compressor(ALLOCATOR)) {
            for (Rec rec : records) {
                builder.append(records.get(0).timestampMs(), bytes(rec.key()), bytes(rec.value()), List.of());
            }
            return builder.seal(compressor);
        }
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** A batch of an idempotent producer. */
    static ByteBuf from(long producerId, int epoch, int sequence, String... values) {
        BatchTerms terms = BatchTerms.PLAIN.withProducer(producerId, (short) epoch, sequence);
        return batch(terms, Codec.NONE, LogHome.START_MS, values);
    }

    static AppendTerms terms(int leaderEpoch, long nowMs) {
        return new AppendTerms(leaderEpoch, nowMs, Origin.CLIENT, RecordValidation.FULL);
    }

    /** Appends in epoch 0 and releases the batch. */
    static AppendResult append(Log log, ByteBuf batch) {
        return append(log, batch, terms(0, LogHome.START_MS));
    }

    static AppendResult append(Log log, ByteBuf batch, AppendTerms terms) {
        try {
            return log.appendAsLeader(batch, terms);
        } finally {
            batch.release();
        }
    }

    /** Every record of the log from {@code offset} on, read in pieces of at most {@code maxBytes}. */
    static List<Rec> readAll(Log log, long offset, int maxBytes) throws IOException {
        List<Rec> all = new ArrayList<>();
        long next = offset;
        while (true) {
            LogRead read = log.read(next, new ReadLimits(maxBytes, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK));
            if (!(read instanceof LogSlice slice)) {
                return all;
            }
            for (Rec rec : records(slice)) {
                if (rec.offset() >= next) {
                    all.add(rec);
                }
            }
            long end = all.isEmpty() ? next : all.get(all.size() - 1).offset() + 1;
            if (end == next) {
                return all;
            }
            next = end;
        }
    }

    /** The whole records in a slice, which is released. */
    static List<Rec> records(LogSlice slice) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(slice.sizeBytes());
        slice.read(bytes, 0);
        slice.release();
        return records(Unpooled.wrappedBuffer(bytes.flip()));
    }

    static List<Rec> records(ByteBuf bytes) throws IOException {
        List<Rec> records = new ArrayList<>();
        BatchCursor cursor = BatchCursor.over(bytes);
        try (var decompressor = new Decompressor(ALLOCATOR, 1 << 20)) {
            while (cursor.next()) {
                addRecords(cursor.batch(), decompressor, records);
            }
        } catch (MalformedRecords e) {
            throw new IOException(e);
        }
        return records;
    }

    private static void addRecords(RecordBatch batch, Decompressor decompressor, List<Rec> records)
            throws MalformedRecords {
        try (RecordIterator iterator = RecordIterator.open(batch, decompressor)) {
            while (iterator.next()) {
                var view = iterator.record();
                records.add(new Rec(view.offset(), view.timestamp(), text(view.key()), text(view.value())));
            }
        }
    }

    private static @Nullable String text(@Nullable ByteBuf field) {
        return field == null ? null : field.toString(StandardCharsets.UTF_8);
    }
}
