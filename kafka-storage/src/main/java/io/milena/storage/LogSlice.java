package io.milena.storage;

import io.milena.storage.segment.Located;
import io.milena.storage.segment.SharedFile;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * A region of a log file that begins with a whole batch: what a fetch sends. The bytes stay readable while a
 * reference is held, even if the segment is deleted meanwhile. Thread-safe.
 */
public final class LogSlice extends AbstractReferenceCounted implements LogRead {

    /** Says that the end of the region in offsets is not known without reading it. */
    public static final long NO_OFFSET = -1;

    private final SharedFile file;
    private final Located first;
    private final int sizeBytes;
    private final long endOffset;
    private List<AbortedTransaction> aborted = List.of();

    /** Takes over one reference of {@code file}. */
    LogSlice(SharedFile file, Located first, int sizeBytes, long endOffset) {
        this.file = file;
        this.first = first;
        this.sizeBytes = sizeBytes;
        this.endOffset = endOffset;
    }

    /** The file, for {@code sendfile}; must not be closed. */
    public FileChannel channel() {
        return file.file().channel();
    }

    /** Where the region begins, in bytes from the start of the file. */
    public long position() {
        return first.position();
    }

    /** Bytes of the region. The last batch may be cut off by the reader's limit. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /** Bytes of the first batch, which is whole. */
    public int firstBatchBytes() {
        return first.sizeBytes();
    }

    /** Base offset of the first batch; may lie before the offset that was asked for. */
    public long firstOffset() {
        return first.baseOffset();
    }

    /** First offset after the region if it was not cut by a limit in bytes, else {@link #NO_OFFSET}. */
    public long endOffset() {
        return endOffset;
    }

    /** Set before the slice is handed out. */
    void aborted(List<AbortedTransaction> found) {
        aborted = found;
    }

    /**
     * The aborted transactions that touch the region, in the order of their markers; only if the reader asked for them,
     * see {@link ReadBound#committedBelow}.
     */
    public List<AbortedTransaction> abortedTransactions() {
        return aborted;
    }

    /** Reads from the region, {@code from} bytes behind its start, until {@code target} is full or the region ends. */
    public int read(ByteBuffer target, int from) throws IOException {
        int remaining = sizeBytes - from;
        if (target.remaining() <= remaining) {
            return file.file().read(target, position() + from);
        }
        int limit = target.limit();
        target.limit(target.position() + remaining);
        int bytes = file.file().read(target, position() + from);
        target.limit(limit);
        return bytes;
    }

    /** Has the region read from the disk, so that sending it soon need not wait. */
    void bringToMemory() throws IOException {
        file.file().bringToMemory(position(), sizeBytes);
    }

    /**
     * This region, or its beginning if it is longer than {@code maxBytes} and than its first batch. Takes over this
     * reference.
     */
    public LogSlice atMost(int maxBytes) {
        int bytes = Math.max(maxBytes, firstBatchBytes());
        if (bytes >= sizeBytes) {
            return this;
        }
        var shorter = new LogSlice(file.retain(), first, bytes, NO_OFFSET);
        shorter.aborted = aborted;
        release();
        return shorter;
    }

    @Override
    public LogSlice retain() {
        super.retain();
        return this;
    }

    @Override
    public LogSlice retain(int increment) {
        super.retain(increment);
        return this;
    }

    @Override
    protected void deallocate() {
        file.release();
    }

    @Override
    public ReferenceCounted touch(Object hint) {
        return this;
    }

    @Override
    public String toString() {
        return "slice of " + sizeBytes + " bytes at " + position() + " from offset " + firstOffset();
    }
}
