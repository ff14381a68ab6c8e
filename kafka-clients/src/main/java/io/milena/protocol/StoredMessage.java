package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A message as coordinators keep it in keys and values of their logs: behind the version that it is written in.
 *
 * <pre>
 *   int16 version   the message in that version
 * </pre>
 */
public final class StoredMessage {

    private StoredMessage() {}

    /** The bytes of {@code message} in {@code version}, with the version before them. */
    public static byte[] write(ApiMessage message, short version) {
        byte[] bytes = new byte[Short.BYTES + message.size(version)];
        ByteBuf out = Unpooled.wrappedBuffer(bytes).clear();
        out.writeShort(version);
        message.write(new BufferSink(out), version);
        return bytes;
    }

    /**
     * The version; what is left of {@code stored} is the message.
     *
     * @throws MalformedMessage if there is none
     */
    public static short readVersion(ByteBuf stored) throws MalformedMessage {
        if (stored.readableBytes() < Short.BYTES) {
            throw new MalformedMessage(
                    stored.readableBytes() + " bytes (expected: a version, and the message that it tells of)");
        }
        return stored.readShort();
    }
}
