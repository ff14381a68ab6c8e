package io.milena.storage.segment;

import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Walks the headers of the batches in a part of a file, through a small window, without reading their payloads.
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

    private final StoreFile file;
    private final long end;
    private final ByteBuffer window;
    private final RecordBatch batch;
    private long windowStart;
    private long position;
    private long next;

    /** From {@code start}, where a batch begins, to {@code end}. */
    public BatchScan(StoreFile file, long start, long end, int windowBytes) {
        this.file = file;
        this.end = end;
        this.window =
                ByteBuffer.allocate((int) Math.max(RecordBatchFormat.HEADER_BYTES, Math.min(windowBytes, end - start)));
        this.batch = RecordBatch.over(window.duplicate());
        this.windowStart = start;
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
        window.clear();
        window.limit((int) Math.min(window.capacity(), end - from));
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
