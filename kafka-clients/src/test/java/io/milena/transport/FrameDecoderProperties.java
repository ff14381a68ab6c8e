package io.milena.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers come out as they went in, however the network cut them, and a length alone reserves nothing. */
class FrameDecoderProperties {

    private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void framesComeOutHoweverTheyWereCut(long seed) throws BadFrame {
        var random = new Random(seed);
        int mostAtOnce = 1 + random.nextInt(random.nextBoolean() ? 50 : 100_000);
        int largest = 40 * mostAtOnce;
        List<byte[]> frames = new ArrayList<>();
        ByteBuf stream = ALLOCATOR.directBuffer();
        for (int i = 0; i < 30; i++) {
            byte[] frame = new byte[random.nextInt(random.nextBoolean() ? 20 : Math.min(largest, 300_000))];
            random.nextBytes(frame);
            frames.add(frame);
            stream.writeInt(frame.length).writeBytes(frame);
        }
        var memory = new FakeDirectMemory(1 << 20);
        var decoder = new FrameDecoder(new ReceiveMemory(ALLOCATOR, memory), 1 << 20);

        List<byte[]> out = new ArrayList<>();
        while (stream.isReadable()) {
            int bytes = Math.min(stream.readableBytes(), 1 + random.nextInt(mostAtOnce));
            memory.used(random.nextInt(1 << 20));
            ByteBuf space = random.nextInt(4) == 0 ? null : decoder.space();
            if (space == null) {
                decoder.feed(ALLOCATOR.directBuffer(bytes, bytes).writeBytes(stream, bytes));
            } else {
                decoder.feed(space.retain().writeBytes(stream, Math.min(bytes, space.writableBytes())));
            }
            drain(decoder, out);
        }

        assertThat(out).as("seed %d", seed).hasSameSizeAs(frames);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(out.get(i)).isEqualTo(frames.get(i));
        }
        decoder.release();
        stream.release();
    }

    private static void drain(FrameDecoder decoder, List<byte[]> out) throws BadFrame {
        ByteBuf frame = decoder.next();
        while (frame != null) {
            byte[] bytes = new byte[frame.readableBytes()];
            frame.readBytes(bytes);
            frame.release();
            out.add(bytes);
            frame = decoder.next();
        }
    }

    @Test
    void aLengthAloneReservesNothing() throws BadFrame {
        var allocator = new PooledByteBufAllocator(true);
        var decoder = new FrameDecoder(new ReceiveMemory(allocator, new FakeDirectMemory(1L << 40)), 1 << 30);

        decoder.feed(ALLOCATOR.directBuffer().writeInt(1 << 30).writeZero(1_000));

        assertThat(decoder.next()).isNull();
        assertThat(allocator.metric().usedDirectMemory()).isLessThan(16 << 20);
        decoder.release();
    }
}
