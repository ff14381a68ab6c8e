package io.milena.record;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.Checksum;

/** Feeds the bytes of a buffer to a checksum where they lie, component by component. */
final class BufferChecksum {

    private BufferChecksum() {}

    static void update(Checksum checksum, ByteBuf buffer, int index, int length) {
        if (buffer.nioBufferCount() == 1) {
            checksum.update(buffer.nioBuffer(index, length));
            return;
        }
        for (ByteBuffer component : buffer.nioBuffers(index, length)) {
            checksum.update(component);
        }
    }
}
