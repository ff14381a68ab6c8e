package io.milena.storage.segment;

import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.files.StoreFile;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Walks the headers of the batches in a part of a file, without reading their payloads: small batches through a window
 * that takes in several, of large ones the headers alone.
 *
 * <p>Trusts the lengths it finds: for parts of a file that were written or checked by this broker. Stops at what
 * cannot be a batch. Confined to one thread.
 */
public final class BatchScan {

    /** For a look-up, which ends after a few batches. */
    public static final int SHORT_WINDOW = 1024;
    /** For going through a whole segment. */
    public static final int LONG_WINDOW = 64 * 1024;

    private static final int SMALLEST_BATCH = RecordBatchFormat.LOG_OVERHEAD + 14;

    /** Behind a batch of this size another read costs less than to read through it. */
    private static final int LARGE_BATCH = 1024;

    private final StoreFile file;
    private final long end;
    private final int windowBytes;
    private final RecordBatch batch;
    private ByteBuffer window;
    private long windowStart;
    private long position;
    private long next;

    /** From {@code start}, where a batch begins, to {@code end}. */
    public BatchScan(StoreFile file, long start, long end, int windowBytes) {
        this.file = file;
        this.end = end;
        this.windowBytes = (int) Math.max(RecordBatchFormat.HEADER_BYTES, Math.min(windowBytes, end - start));
        this.window = ByteBuffer.allocate(RecordBatchFormat.HEADER_BYTES);
        this.batch = RecordBatch.over(window.duplicate());
        this.windowStart = start;
        this.position = start;
        this.next = start;
        window.limit(0);
    }

    /** Moves to the next batch; false if no whole one lies before the end. */
    public boolean next() throws IOException {
        if (next < 0 || end - next < SMALLEST_BATCH) {
            return false;
        }
        int headerBytes = (int) Math.min(RecordBatchFormat.HEADER_BYTES, end - next);
        if (next < windowStart || next + headerBytes > windowStart + window.limit()) {
            fill(next);
        }
        batch.moveTo(batch.buffer(), (int) (next - windowStart));
        int sizeBytes = batch.sizeBytes();
        if (sizeBytes < SMALLEST_BATCH || sizeBytes > end - next) {
            return false;
        }
        position = next;
        next += sizeBytes;
        return true;
    }

    private void fill(long from) throws IOException {
        boolean afterSmallBatch = from - position < LARGE_BATCH && from > position;
        if (afterSmallBatch && window.capacity() < windowBytes) {
            window = ByteBuffer.allocate(windowBytes);
            batch.moveTo(Unpooled.wrappedBuffer(window.duplicate()), 0);
        }
        window.clear();
        int worthwhile = afterSmallBatch ? windowBytes : RecordBatchFormat.HEADER_BYTES;
        window.limit((int) Math.min(worthwhile, end - from));
        windowStart = from;
        int read = file.read(window, from);
        window.position(0).limit(read);
        if (read < SMALLEST_BATCH) {
            throw new IOException("log file ends at " + (from + read) + " (expected: at least " + end + " bytes)");
        }
    }

    /** Header of the batch that the last {@link #next} found; the same object for all. */
    public RecordBatch batch() {
        return batch;
    }

    /** That batch; if it is a control batch, with its payload. */
    public RecordBatch whole() throws IOException {
        int sizeBytes = batch.sizeBytes();
        if (!batch.isControl() || batch.index() + sizeBytes <= window.limit()) {
            return batch;
        }
        ByteBuffer bytes = ByteBuffer.allocate(sizeBytes);
        file.read(bytes, position);
        return RecordBatch.over(bytes.flip());
    }

    /** Where that batch begins. */
    public long position() {
        return position;
    }

    /** Where it ends. */
    public long nextPosition() {
        return next;
    }
}
