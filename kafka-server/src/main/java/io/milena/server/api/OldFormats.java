package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.RecordsField;
import io.milena.record.BatchCursor;
import io.milena.record.LegacyMessages;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionMetrics;
import io.milena.server.partition.PartitionRead;
import io.milena.storage.Log;
import io.milena.storage.LogSlice;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts what a fetch has read to the message formats that old clients know. Blocks: reads from disk, and
 * decompresses and compresses. Confined to one thread.
 */
final class OldFormats {

    private static final short FIRST_WITH_MAGIC_1 = 2;
    private static final short FIRST_WITH_MAGIC_2 = 4;

    /** Most bytes of one answer that are converted, for they are held in memory until the client has taken them. */
    static final int MAX_BYTES = 4 << 20;

    private final FetchReader reader;
    private final PartitionMetrics metrics;
    private final ByteBufAllocator allocator;
    private final ConversionBudget budget;
    private final byte magic;

    /** What became of all reads: the reads, with errors where one cannot be converted, and their records. */
    record Converted(List<PartitionRead> reads, List<@Nullable RecordsField> records) {

        /** What the records take in memory. */
        long bytes() {
            long bytes = 0;
            for (RecordsField each : records) {
                bytes += each == null ? 0 : each.sizeBytes();
            }
            return bytes;
        }
    }

    /** @param budget the converted records count against it until they are released */
    OldFormats(FetchReader reader, PartitionMetrics metrics, ByteBufAllocator allocator, ConversionBudget budget) {
        this.reader = reader;
        this.metrics = metrics;
        this.allocator = allocator;
        this.budget = budget;
        this.magic =
                reader.terms().version() < FIRST_WITH_MAGIC_1 ? RecordBatchFormat.MAGIC_V0 : RecordBatchFormat.MAGIC_V1;
    }

    /** Whether a client of this fetch version may have to be given another format than the log's. */
    static boolean concerns(short version) {
        return version < FIRST_WITH_MAGIC_2;
    }

    /** Converts all {@code reads}, and releases their slices. */
    Converted convert(List<PartitionRead> reads) {
        List<PartitionRead> outcomes = new ArrayList<>(reads.size());
        List<@Nullable RecordsField> records = new ArrayList<>(reads.size());
        try (var compressor = new Compressor(allocator);
                var decompressor = new Decompressor(allocator, Decompressor.DEFAULT_LIMIT_BYTES)) {
            var legacy = new LegacyMessages(allocator, compressor, decompressor);
            for (int i = 0; i < reads.size(); i++) {
                convert(reads.get(i), reader.wishes().get(i), legacy, new Converted(outcomes, records));
            }
        }
        return new Converted(outcomes, records);
    }

    private void convert(PartitionRead read, FetchWish wish, LegacyMessages legacy, Converted into) {
        LogSlice slice = read.records();
        if (slice == null) {
            add(into, read, null);
            return;
        }
        try {
            if (!mayConvert(reader.partitionOf(wish))) {
                add(into, PartitionRead.refused(ErrorCode.UNSUPPORTED_VERSION), null);
                return;
            }
            ByteBuf converted = convert(slice, wish, legacy);
            add(into, read, new RecordsBuffer(BudgetedBuffer.of(allocator, converted, budget)));
        } catch (MalformedRecords e) {
            add(into, PartitionRead.refused(e.code()), null);
        } catch (OutOfMemoryError e) {
            // Too many conversions at once: the client gets nothing this time and asks again.
            add(into, read, new RecordsBuffer(Unpooled.EMPTY_BUFFER));
        } catch (IOException e) {
            add(into, PartitionRead.refused(ErrorCode.KAFKA_STORAGE_ERROR), null);
        } finally {
            slice.release();
        }
    }

    private static void add(Converted into, PartitionRead read, @Nullable RecordsField records) {
        into.reads().add(read);
        into.records().add(records);
    }

    /** {@code message.downconversion.enable} of the topic. */
    private static boolean mayConvert(@Nullable Partition partition) {
        Log log = partition == null ? null : partition.log();
        return log == null || log.config().message().downConversion();
    }

    private ByteBuf convert(LogSlice slice, FetchWish wish, LegacyMessages legacy)
            throws IOException, MalformedRecords {
        ByteBuf batches = allocator.directBuffer(slice.sizeBytes());
        try {
            slice.read(batches.internalNioBuffer(0, slice.sizeBytes()), 0);
            batches.writerIndex(slice.sizeBytes());
            ByteBuf converted = legacy.fromBatches(batches, magic, wish.span().fetchOffset());
            count(reader.topicOf(wish), batches);
            return converted;
        } finally {
            batches.release();
        }
    }

    private void count(@Nullable String topic, ByteBuf batches) {
        int records = 0;
        BatchCursor cursor = BatchCursor.over(batches);
        while (cursor.next()) {
            RecordBatch batch = cursor.batch();
            records += batch.magic() > magic && !batch.isControl() ? Math.max(1, batch.recordCount()) : 0;
        }
        metrics.allTopics().convertedToOldFormat(records);
        if (topic != null) {
            metrics.topic(topic).convertedToOldFormat(records);
        }
    }
}
