package io.milena.record;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.util.SplittableRandom;

/** The same bytes in every kind of buffer that may come along. */
final class BufferKinds {

    private BufferKinds() {}

    /** Takes over {@code bytes}; the caller releases what is returned. */
    static ByteBuf as(ByteBuf bytes, SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> bytes;
            case 1 -> copied(bytes, Unpooled.buffer());
            case 2 -> copied(bytes, Unpooled.directBuffer().writeZero(13).readerIndex(13));
            case 3 -> copied(bytes, Unpooled.buffer()).asReadOnly();
            case 4 -> bytes.asReadOnly();
            default -> composite(bytes, random);
        };
    }

    private static ByteBuf copied(ByteBuf bytes, ByteBuf into) {
        into.writeBytes(bytes);
        bytes.release();
        return into;
    }

    private static ByteBuf composite(ByteBuf bytes, SplittableRandom random) {
        CompositeByteBuf composite = Unpooled.compositeBuffer(64);
        while (bytes.isReadable()) {
            int part = 1 + random.nextInt(bytes.readableBytes());
            ByteBuf component = random.nextBoolean() ? Unpooled.buffer(part) : Unpooled.directBuffer(part);
            composite.addComponent(true, component.writeBytes(bytes, part));
        }
        bytes.release();
        return composite;
    }
}
