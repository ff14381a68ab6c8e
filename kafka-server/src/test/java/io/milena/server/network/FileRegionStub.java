package io.milena.server.network;

import io.milena.protocol.FileRecords;
import io.netty.util.AbstractReferenceCounted;
import java.nio.channels.FileChannel;

/** A region of a file that only counts its references. */
final class FileRegionStub extends AbstractReferenceCounted implements FileRecords {

    private final FileChannel channel;
    private final long position;
    private final int sizeBytes;

    FileRegionStub(FileChannel channel, long position, int sizeBytes) {
        this.channel = channel;
        this.position = position;
        this.sizeBytes = sizeBytes;
    }

    @Override
    public FileChannel channel() {
        return channel;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public int sizeBytes() {
        return sizeBytes;
    }

    @Override
    public FileRegionStub retain() {
        super.retain();
        return this;
    }

    @Override
    public FileRegionStub touch(Object hint) {
        return this;
    }

    @Override
    protected void deallocate() {}
}
