package io.milena.storage.files;

import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** An open file of a {@link FileStore}. Reads and writes go by position and move no cursor. Thread-safe. */
public interface StoreFile extends Closeable {

    /** Writes all remaining bytes of {@code source} at {@code position}. */
    void write(ByteBuffer source, long position) throws IOException;

    /** Writes all readable bytes of {@code source}, whose indexes do not move, with one write for each of its parts. */
    default void writeAll(ByteBuf source, long position) throws IOException {
        if (source.nioBufferCount() == 1) {
            write(source.nioBuffer(), position);
            return;
        }
        long at = position;
        for (ByteBuffer part : source.nioBuffers()) {
            int length = part.remaining();
            write(part, at);
            at += length;
        }
    }

    /** Reads until {@code target} is full or the file ends; returns the bytes read, 0 at the end. */
    int read(ByteBuffer target, long position) throws IOException;

    /**
     * Has the system read {@code sizeBytes} from {@code position} on, without giving them to anyone: afterwards whoever
     * sends them soon need not wait for the disk. What lies behind the end of the file is left out.
     */
    void bringToMemory(long position, long sizeBytes) throws IOException;

    long sizeBytes() throws IOException;

    /** Cuts the file to {@code sizeBytes}. */
    void truncate(long sizeBytes) throws IOException;

    /** Makes what was written survive a crash. After a failure nothing is known about earlier writes. */
    void force() throws IOException;

    /** Cuts and forces: a crash must not bring back what was cut off behind what will be written in its place. */
    default void cut(long sizeBytes) throws IOException {
        truncate(sizeBytes);
        force();
    }

    /** For {@code sendfile}. Must not be closed by the caller. */
    FileChannel channel();
}
