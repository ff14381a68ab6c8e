package io.milena.record.compression;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A payload that is not compressed: its components where they lie. */
final class PlainReader implements ChunkSource {

    private static final ByteBuffer[] NONE = {};

    private @Nullable ByteBuffer single;
    private ByteBuffer[] components = NONE;
    private int next;

    PlainReader reset(ByteBuf source, int index, int length) {
        boolean oneComponent = source.nioBufferCount() == 1;
        single = oneComponent ? source.nioBuffer(index, length) : null;
        components = oneComponent ? NONE : source.nioBuffers(index, length);
        next = 0;
        return this;
    }

    @Override
    public @Nullable ByteBuffer next() {
        ByteBuffer whole = single;
        if (whole != null) {
            single = null;
            return whole;
        }
        return next < components.length ? components[next++] : null;
    }

    @Override
    public boolean isLast() {
        return single == null && next >= components.length;
    }
}
