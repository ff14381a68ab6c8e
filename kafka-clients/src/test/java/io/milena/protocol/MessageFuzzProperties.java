package io.milena.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes, read as any message in any version, end in a value or in {@link MalformedMessage}, reserve no more than
 * the bytes can stand for, and leave no reference behind.
 */
class MessageFuzzProperties {

    /** Heap for one byte of input: the emptiest structure of a flexible version takes one or two bytes on the wire. */
    private static final int MAX_HEAP_PER_BYTE = 400;

    /** Heap whatever the input. What a first call loads goes past it, and is not needed when the same is read again. */
    private static final int MAX_HEAP_BASE = 64 * 1024;

    private static final int READINGS = 4;

    private static final int TRIES = 15;

    private static final int MAX_RANDOM_BYTES = 200;

    static LongStream seeds() {
        return LongStream.range(0, 25);
    }

    @ParameterizedTest
    @EnumSource(ApiKey.class)
    void randomBytesEndInAValueOrInMalformedMessage(ApiKey api) {
        var random = new SplittableRandom(api.id());
        for (short version = 0; version <= api.requestVersions().highest(); version++) {
            for (int i = 0; i < TRIES; i++) {
                read(api, version, randomBytes(random));
            }
        }
    }

    /** Small numbers are likely, so that many counts and lengths fit and reading goes on. */
    private static byte[] randomBytes(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(MAX_RANDOM_BYTES)];
        int style = random.nextInt(3);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (style == 0 || random.nextInt(8) == 0 ? random.nextInt(256) : random.nextInt(3));
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(ApiKey.class)
    void hostileLengthsReserveNothing(ApiKey api) {
        for (short version = 0; version <= api.requestVersions().highest(); version++) {
            for (int at = 0; at < 30; at++) {
                byte[] bytes = new byte[60];
                Arrays.fill(bytes, 0, at, (byte) (at % 3));
                Arrays.fill(bytes, at, at + 4, (byte) 0xff);
                bytes[at] = 0x7f;
                read(api, version, bytes);
                bytes[at] = (byte) 0xff;
                bytes[at + 4] = 0x07;
                read(api, version, bytes);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void damagedMessagesEndInAValueOrInMalformedMessage(long seed) throws MalformedMessage {
        var random = new SplittableRandom(seed);
        for (ApiKey api : ApiKey.values()) {
            short version = (short) random.nextInt(api.requestVersions().highest() + 1);
            byte[] request = grown(random, bytes -> api.readRequest(bytes, version), version);
            read(api, version, damaged(random, request));
            byte[] response = grown(random, bytes -> api.readResponse(bytes, version), version);
            read(api, version, damaged(random, response));
        }
    }

    /** The longest message, written back, that some random bytes turned out to be; nothing if none did. */
    private static byte[] grown(SplittableRandom random, Reader reader, short version) {
        byte[] best = new byte[0];
        for (int i = 0; i < TRIES; i++) {
            ByteBuf in = Unpooled.wrappedBuffer(randomBytes(random));
            try {
                ApiMessage message = reader.read(in);
                ByteBuf out = Unpooled.buffer();
                message.write(new BufferSink(out), version);
                message.release();
                best = out.readableBytes() > best.length ? bytesOf(out) : best;
                out.release();
            } catch (MalformedMessage expected) {
                continue; // as most random bytes do
            } finally {
                in.release();
            }
        }
        return best;
    }

    private static byte[] bytesOf(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), bytes);
        return bytes;
    }

    private static byte[] damaged(SplittableRandom random, byte[] bytes) {
        byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1) + random.nextInt(3));
        for (int i = 0; i < 3 && damaged.length > 0; i++) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return damaged;
    }

    private static void read(ApiKey api, short version, byte[] bytes) {
        check(bytes, "request " + api + " v" + version, in -> api.readRequest(in, version));
        check(bytes, "response " + api + " v" + version, in -> api.readResponse(in, version));
    }

    private static void check(byte[] bytes, String what, Reader reader) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        long allowed = MAX_HEAP_BASE + (long) MAX_HEAP_PER_BYTE * bytes.length;
        long allocated = Long.MAX_VALUE;
        for (int i = 0; i < READINGS && allocated > allowed; i++) {
            allocated = allocatedBy(in.duplicate(), what, reader);
        }
        if (allocated > allowed || in.refCnt() != 1) {
            fail(what + ": " + allocated + " bytes of heap, " + in.refCnt() + " references for "
                    + HexFormat.of().formatHex(bytes));
        }
        in.release();
    }

    private static long allocatedBy(ByteBuf in, String what, Reader reader) {
        long before = allocatedBytes();
        try {
            reader.read(in).release();
        } catch (MalformedMessage expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        } catch (RuntimeException | Error e) {
            fail(what + " of " + ByteBufUtil.hexDump(in, 0, in.writerIndex()), e);
        }
        return allocatedBytes() - before;
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    /** Reads one kind of message. */
    private interface Reader {
        ApiMessage read(ByteBuf in) throws MalformedMessage;
    }
}
