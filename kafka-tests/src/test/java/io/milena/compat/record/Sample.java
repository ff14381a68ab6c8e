package io.milena.compat.record;

import io.milena.record.RecordHeader;
import io.milena.record.RecordView;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A record as a test knows it; {@link #toString} is what ours and theirs are compared by. */
record Sample(long offset, long timestamp, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {

    private static final long T = 1_700_000_000_000L;

    static Sample of(RecordView record) {
        return new Sample(
                record.offset(), record.timestamp(), bytes(record.key()), bytes(record.value()), record.headers());
    }

    /** Records from {@code baseOffset} on, in most cases without gaps. */
    static List<Sample> random(SplittableRandom random, long baseOffset, boolean withHeaders) {
        var samples = new ArrayList<Sample>();
        int count = 1 + random.nextInt(random.nextInt(8) == 0 ? 2_000 : 20);
        int largest = random.nextInt(8) == 0 ? 200_000 : 200;
        for (int i = 0; i < count; i++) {
            long timestamp = T + random.nextInt(-1_000, 1_000);
            samples.add(new Sample(
                    baseOffset + i,
                    timestamp,
                    bytes(random, 20),
                    bytes(random, i < 4 ? largest : 200),
                    withHeaders ? headers(random) : List.of()));
        }
        return samples;
    }

    Sample without(long newOffset, long newTimestamp) {
        return new Sample(newOffset, newTimestamp, key, value, List.of());
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        text.append(offset).append('@').append(timestamp).append(' ').append(hex(key));
        text.append(" -> ").append(hex(value));
        for (RecordHeader header : headers) {
            text.append(" [").append(header.key()).append('=').append(hex(header.value()));
            text.append(']');
        }
        return text.toString();
    }

    private static List<RecordHeader> headers(SplittableRandom random) {
        var headers = new ArrayList<RecordHeader>();
        for (int i = random.nextInt(4); i > 0; i--) {
            headers.add(new RecordHeader("h\u00e9\u4e16" + random.nextInt(2), bytes(random, 10)));
        }
        return headers;
    }

    /** Null, empty, noise, or text that compresses. */
    private static byte @Nullable [] bytes(SplittableRandom random, int bound) {
        int kind = random.nextInt(8);
        if (kind == 0) {
            return null;
        }
        if (kind < 5) {
            return "a text that repeats, ".repeat(random.nextInt(bound) / 21).getBytes(StandardCharsets.US_ASCII);
        }
        var bytes = new byte[random.nextInt(bound)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte @Nullable [] bytes(@Nullable ByteBuf buffer) {
        if (buffer == null) {
            return null;
        }
        var bytes = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), bytes);
        return bytes;
    }

    private static String hex(byte @Nullable [] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }
}
