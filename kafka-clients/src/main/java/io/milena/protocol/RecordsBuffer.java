package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;

/** Records in memory: the readable bytes of one buffer, whose reference counts for this field too. */
public final class RecordsBuffer extends DefaultByteBufHolder implements RecordsField {

    /** Takes over one reference of {@code content}. */
    public RecordsBuffer(ByteBuf content) {
        super(content);
    }

    @Override
    public int sizeBytes() {
        return content().readableBytes();
    }

    @Override
    public RecordsBuffer retain() {
        super.retain();
        return this;
    }
}
