package io.milena.storage.cleaner;

import io.milena.record.BatchCheck;
import io.milena.record.BatchVerdict.Faulty;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.files.StoreFile;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole batches out of one file after the other, through a buffer that grows for a batch that needs it.
 *
 * <p>Every batch is checked: compaction computes new checksums, and must not make bytes that have gone bad look sound.
 * Confined to one thread.
 */
final class BatchStream implements AutoCloseable {

    private final ByteBufAllocator allocator;
    private final CleanerGate gate;
    private final CleaningProgress progress;
    private final int usualBytes;
    private final RecordBatch batch = RecordBatch.at(Unpooled.EMPTY_BUFFER, 0);
    private ByteBuf window = Unpooled.EMPTY_BUFFER;
    private @Nullable StoreFile file;
    private long end;
    private long windowStart;
    private long position;
    private long next;
    private long leastOffset;
    /** Of batches that were passed since progress was told. */
    private long untoldBytes;

    BatchStream(ByteBufAllocator allocator, CleanerGate gate, CleaningProgress progress, int bufferBytes) {
        this.allocator = allocator;
        this.gate = gate;
        this.progress = progress;
        this.usualBytes = bufferBytes;
    }

    /**
     * Begins, or goes on, with a file.
     *
     * @param from where a batch begins
     * @param to where the last one ends
     * @param leastOffset no batch ends before it
     */
    void open(StoreFile newFile, long from, long to, long leastOffset) {
        this.leastOffset = leastOffset;
        file = newFile;
        next = from;
        windowStart = from;
        end = to;
        window.clear();
    }

    /** Moves to the next batch; false at the end of the file. */
    boolean next() throws IOException, CleaningAborted, Uncleanable {
        if (next == end) {
            return false;
        }
        need(Math.min(RecordBatchFormat.LOG_OVERHEAD + RecordBatchFormat.LOG_OVERHEAD, end - next));
        batch.moveTo(window, (int) (next - windowStart));
        long sizeBytes = end - next < RecordBatchFormat.MAGIC_KNOWN_BYTES ? 0 : batch.sizeBytes();
        if (sizeBytes < RecordBatchFormat.MAGIC_KNOWN_BYTES || sizeBytes > end - next) {
            throw new Uncleanable("what lies at byte " + next + " is not a batch");
        }
        need(sizeBytes);
        batch.moveTo(window, (int) (next - windowStart));
        check();
        position = next;
        next += sizeBytes;
        untoldBytes += sizeBytes;
        leastOffset = batch.nextOffset();
        return true;
    }

    private void check() throws Uncleanable {
        Faulty fault = BatchCheck.wholeness(batch, batch.sizeBytes());
        if (fault != null) {
            throw new Uncleanable("the batch at byte " + next + " is not sound, " + fault);
        }
        if (batch.lastOffset() < leastOffset || batch.lastOffsetDelta() < 0) {
            throw new Uncleanable("the batch at byte " + next + " has last offset " + batch.lastOffset()
                    + " (expected: " + leastOffset + " or more)");
        }
    }

    /** Makes so many bytes from the next batch on readable. */
    private void need(long bytes) throws IOException, CleaningAborted {
        if (next >= windowStart && next + bytes <= windowStart + window.writerIndex()) {
            return;
        }
        if (window.capacity() < Math.max(bytes, usualBytes)) {
            int capacity = (int) Math.max(bytes, usualBytes);
            window.release();
            window = Unpooled.EMPTY_BUFFER;
            window = allocator.directBuffer(capacity, capacity);
        }
        int wanted = (int) Math.min(window.capacity(), end - next);
        ByteBuffer target = window.nioBuffer(0, wanted);
        int read = Objects.requireNonNull(file, "nothing is open").read(target, next);
        if (read < bytes) {
            throw new IOException("file ends at " + (next + read) + " (expected: at least " + (next + bytes) + ")");
        }
        windowStart = next;
        window.setIndex(0, read);
        gate.pass(read);
        progress.passed(untoldBytes);
        untoldBytes = 0;
    }

    /** What the last {@link #next} found; the same object for all. Its bytes stay until the next call. */
    RecordBatch batch() {
        return batch;
    }

    /** Where in the file it begins. */
    long position() {
        return position;
    }

    @Override
    public void close() {
        window.release();
    }
}
