package io.milena.server.api;

import io.milena.protocol.FileRecords;
import io.milena.storage.LogSlice;
import io.netty.util.ReferenceCounted;
import java.nio.channels.FileChannel;

/** A slice of a log as the records of a response. Its references are those of the slice. Thread-safe. */
final class SliceRecords implements FileRecords {

    private final LogSlice slice;

    /** Takes over one reference of {@code slice}. */
    SliceRecords(LogSlice slice) {
        this.slice = slice;
    }

    @Override
    public FileChannel channel() {
        return slice.channel();
    }

    @Override
    public long position() {
        return slice.position();
    }

    @Override
    public int sizeBytes() {
        return slice.sizeBytes();
    }

    @Override
    public int refCnt() {
        return slice.refCnt();
    }

    @Override
    public SliceRecords retain() {
        slice.retain();
        return this;
    }

    @Override
    public SliceRecords retain(int increment) {
        slice.retain(increment);
        return this;
    }

    @Override
    public ReferenceCounted touch() {
        return this;
    }

    @Override
    public ReferenceCounted touch(Object hint) {
        return this;
    }

    @Override
    public boolean release() {
        return slice.release();
    }

    @Override
    public boolean release(int decrement) {
        return slice.release(decrement);
    }

    @Override
    public String toString() {
        return slice.toString();
    }
}
