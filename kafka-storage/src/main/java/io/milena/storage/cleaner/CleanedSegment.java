package io.milena.storage.cleaner;

import io.milena.record.RecordBatch;
import io.milena.storage.files.StoreFile;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the segment that takes the place of others: batches as they were or anew, and both indexes.
 *
 * <p>As long as all batches of the first source stay as they are, nothing is written: if that holds to the end, the
 * source stays too, so a clean part of a log costs a cleaning only reads. Confined to one thread.
 */
final class CleanedSegment implements AutoCloseable {

    private final Segment segment;
    private final SharedFile file;
    private final CleanerGate gate;
    private final int indexIntervalBytes;
    private final int bufferBytes;
    private final ByteBuf buffer;
    /** The first source, as long as it and this are the same. */
    private @Nullable StoreFile sameAs;

    private boolean begun;
    /** Bytes in the file, or of the first source that it would have. */
    private long flushedBytes;

    CleanedSegment(Segment segment, int indexIntervalBytes, ByteBuf buffer, int bufferBytes, CleanerGate gate)
            throws IOException {
        this.segment = segment;
        this.indexIntervalBytes = indexIntervalBytes;
        this.buffer = buffer.clear();
        this.bufferBytes = bufferBytes;
        this.gate = gate;
        file = segment.retainFile();
    }

    /** The batches that follow come from this file. */
    void from(StoreFile source) throws IOException, CleaningAborted {
        if (begun) {
            differs();
            return;
        }
        begun = true;
        sameAs = source;
    }

    /** The next batch of the source stays as it is. */
    void keep(RecordBatch batch) throws IOException, CleaningAborted, Uncleanable {
        int sizeBytes = batch.sizeBytes();
        index(batch);
        if (sameAs != null) {
            flushedBytes += sizeBytes;
            return;
        }
        buffer.writeBytes(batch.buffer(), batch.index(), sizeBytes);
        flushIfFull();
    }

    /** The next batch of the source does not stay as it is: nothing, or what is written to the result, replaces it. */
    ByteBuf differs() throws IOException, CleaningAborted {
        StoreFile source = sameAs;
        sameAs = null;
        if (source != null) {
            copy(source, flushedBytes);
        }
        return buffer;
    }

    /** A batch was written to the end of the buffer, from {@code start} on. */
    void written(int start) throws IOException, CleaningAborted, Uncleanable {
        int end = buffer.writerIndex();
        buffer.writerIndex(start);
        index(RecordBatch.at(buffer, start));
        buffer.writerIndex(end);
        flushIfFull();
    }

    private void index(RecordBatch batch) throws IOException, Uncleanable {
        long position = sizeBytes();
        if (position + batch.sizeBytes() > Integer.MAX_VALUE) {
            throw new Uncleanable("what is left of its segments does not fit into one file, for batches grew when they"
                    + " were compressed anew (a smaller segment.bytes helps)");
        }
        segment.indexBatch(batch, position, indexIntervalBytes);
    }

    private void copy(StoreFile source, long bytes) throws IOException, CleaningAborted {
        for (long at = 0; at < bytes; ) {
            int piece = (int) Math.min(bufferBytes, bytes - at);
            ByteBuffer window = buffer.nioBuffer(0, piece);
            if (source.read(window, at) < piece) {
                throw new IOException(segment + ": its source ends before byte " + (at + piece));
            }
            file.file().write(window.flip(), at);
            at += piece;
            gate.pass(2L * piece);
        }
    }

    private void flushIfFull() throws IOException, CleaningAborted {
        if (buffer.readableBytes() >= bufferBytes) {
            flush();
        }
    }

    private void flush() throws IOException, CleaningAborted {
        int bytes = buffer.readableBytes();
        if (bytes > 0) {
            file.file().write(buffer.nioBuffer(), flushedBytes);
            flushedBytes += bytes;
            buffer.clear();
            gate.pass(bytes);
        }
    }

    /** Bytes so far. */
    long sizeBytes() {
        return flushedBytes + buffer.readableBytes();
    }

    /** Whether it is byte for byte its only source. */
    boolean isSame() {
        return sameAs != null;
    }

    Segment segment() {
        return segment;
    }

    /** Writes the rest of the log file and of the indexes. */
    void complete() throws IOException, CleaningAborted {
        flush();
        segment.seal();
    }

    /** Forces log file and indexes. */
    void force() throws IOException {
        file.file().force();
        segment.forceIndexes();
    }

    @Override
    public void close() {
        file.release();
    }
}
