package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchCursor;
import io.milena.record.RecordBatch;
import io.milena.server.partition.Isolation;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionRead;
import io.milena.server.partition.Reach;
import io.milena.server.partition.ReadSpan;
import io.milena.server.partition.ReadTerms;
import io.milena.storage.FirstBatch;
import io.milena.storage.Log;
import io.milena.storage.LogOffsets;
import io.milena.storage.LogSlice;
import io.milena.storage.Source;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the log of a partition that this broker leads from its start to its end, a buffer at a time. Confined to one
 * worker, which it keeps waiting for the disk.
 */
final class LogReader {

    private static final Logger logger = LoggerFactory.getLogger(LogReader.class);

    /** Most shards are small; the buffer grows for others. */
    private static final int FIRST_BUFFER_BYTES = 64 << 10;

    private final Partition partition;
    private final int leaderEpoch;
    private final ReadTerms terms;
    private final ByteBufAllocator allocator;
    private long nextOffset;

    LogReader(Partition partition, int leaderEpoch, int bufferBytes, ByteBufAllocator allocator) {
        this.partition = partition;
        this.leaderEpoch = leaderEpoch;
        this.allocator = allocator;
        terms = new ReadTerms(Isolation.LOG_END, Reach.LEADER_ONLY, bufferBytes, FirstBatch.WHOLE, Source.DISK);
    }

    /** Offset after the last batch that was read. */
    long nextOffset() {
        return nextOffset;
    }

    /**
     * Gives every batch to {@code each}, which looks at it and keeps nothing. {@link ErrorCode#NONE} when the end is
     * reached; else why it is not, {@link ErrorCode#REQUEST_TIMED_OUT} if nobody wants it any more.
     */
    ErrorCode readAll(Consumer<RecordBatch> each, LoadProgress progress) {
        Log log = partition.log();
        if (log == null) {
            return ErrorCode.KAFKA_STORAGE_ERROR;
        }
        LogOffsets ends = log.offsets();
        nextOffset = ends.logStartOffset();
        ByteBuf buffer = allocator.directBuffer(Math.min(terms.maxBytes(), FIRST_BUFFER_BYTES));
        try {
            while (nextOffset < ends.logEndOffset()) {
                if (!progress.reached(nextOffset, ends.logEndOffset())) {
                    return ErrorCode.REQUEST_TIMED_OUT;
                }
                ErrorCode outcome = readSome(buffer, each);
                if (outcome != ErrorCode.NONE) {
                    return outcome;
                }
            }
            return ErrorCode.NONE;
        } catch (IOException e) {
            logger.warn("{}: the disk fails at offset {}", partition.name(), nextOffset, e);
            return ErrorCode.KAFKA_STORAGE_ERROR;
        } finally {
            buffer.release();
        }
    }

    private ErrorCode readSome(ByteBuf buffer, Consumer<RecordBatch> each) throws IOException {
        PartitionRead read = partition.read(new ReadSpan(nextOffset, leaderEpoch, ReadSpan.NO_EPOCH), terms);
        try {
            LogSlice slice = read.records();
            if (read.error() != ErrorCode.NONE || slice == null) {
                return read.error();
            }
            fill(buffer, slice);
            return walk(buffer, each) ? ErrorCode.NONE : ErrorCode.CORRUPT_MESSAGE;
        } finally {
            read.release();
        }
    }

    private static void fill(ByteBuf buffer, LogSlice slice) throws IOException {
        buffer.clear().ensureWritable(slice.sizeBytes());
        ByteBuffer target = buffer.nioBuffer(0, slice.sizeBytes());
        int bytes = 0;
        while (target.hasRemaining()) {
            int got = slice.read(target, bytes);
            if (got <= 0) {
                break;
            }
            bytes += got;
        }
        buffer.writerIndex(bytes);
    }

    /** Whether there was a whole batch. */
    private boolean walk(ByteBuf buffer, Consumer<RecordBatch> each) {
        long before = nextOffset;
        BatchCursor cursor = BatchCursor.over(buffer);
        while (cursor.next()) {
            RecordBatch batch = cursor.batch();
            if (batch.nextOffset() > nextOffset) {
                each.accept(batch);
                nextOffset = batch.nextOffset();
            }
        }
        return nextOffset > before;
    }
}
