package io.milena.common.serialization;

import java.nio.ByteBuffer;

/** Arrays from buffers. Stateless. */
final class ByteBuffers {

    private ByteBuffers() {}

    /** A copy of what lies between position and limit, neither of which moves. */
    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** What lies between position and limit: the array behind {@code buffer} itself where it holds nothing else. */
    static byte[] bytesOrArray(ByteBuffer buffer) {
        boolean isWhole = buffer.hasArray()
                && buffer.arrayOffset() == 0
                && buffer.position() == 0
                && buffer.remaining() == buffer.array().length;
        return isWhole ? buffer.array() : bytes(buffer);
    }
}
