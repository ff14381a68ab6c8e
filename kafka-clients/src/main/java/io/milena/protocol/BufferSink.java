package io.milena.protocol;

import io.netty.buffer.ByteBuf;

/**
 * Puts a whole message into one growing buffer, records copied: for small messages, stored records and tests. The
 * buffer stays the caller's.
 */
public record BufferSink(ByteBuf buffer) implements MessageSink {

    /** @throws IllegalArgumentException if the records are not in memory */
    @Override
    public void records(RecordsField records) {
        if (!(records instanceof RecordsBuffer inMemory)) {
            throw new IllegalArgumentException("records of " + records.getClass() + " (expected: in memory)");
        }
        var content = inMemory.content();
        buffer.writeBytes(content, content.readerIndex(), content.readableBytes());
    }
}
