package io.milena.server.coordinator;

import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.RecordCodec;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A counter's name as the key, its value in eight bytes; a tombstone if there is none. */
final class CountedCodec implements RecordCodec<Counted> {

    /** Longest name of a counter that has a form in the log. */
    static final int LONGEST_NAME = 1_000;

    @Override
    public KeyValue encode(Counted record) {
        if (record.counter().length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "counter: a name of " + record.counter().length() + " characters");
        }
        byte[] value = record.value() == 0
                ? null
                : ByteBuffer.allocate(Long.BYTES).putLong(record.value()).array();
        return new KeyValue(record.counter().getBytes(StandardCharsets.UTF_8), value);
    }

    @Override
    public @Nullable Counted decode(ByteBuf key, @Nullable ByteBuf value) throws MalformedRecord {
        String counter = key.toString(StandardCharsets.UTF_8);
        if (counter.startsWith("foreign")) {
            return null;
        }
        if (value != null && value.readableBytes() != Long.BYTES) {
            throw new MalformedRecord("a value of " + value.readableBytes() + " bytes");
        }
        return new Counted(counter, value == null ? 0 : value.getLong(value.readerIndex()));
    }
}
