package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a stream is cut on its way, and whenever frames are taken, the frames are those that were sent. */
class FrameDecoderProperties {

    private static final int MAX_FRAME_BYTES = 200_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void framesComeOutAsTheyWereSent(long seed) throws BadFrame {
        var random = new Random(seed);
        boolean bitByBit = random.nextBoolean();
        List<byte[]> sent = frames(random, bitByBit ? 20 : MAX_FRAME_BYTES);
        ByteBuf stream = stream(sent);
        int maxCut = 1 + random.nextInt(bitByBit ? 8 : 70_000);
        var decoder = new FrameDecoder(PooledByteBufAllocator.DEFAULT, MAX_FRAME_BYTES, () -> Long.MAX_VALUE >> 1);

        List<byte[]> received = new ArrayList<>();
        int fed = 0;
        while (stream.isReadable()) {
            fed += decoder.feed(received(decoder, stream, 1 + random.nextInt(maxCut), random));
            assertThat(fed).as("seed %d", seed).isEqualTo(stream.readerIndex());
            if (random.nextInt(4) > 0) {
                takeAll(decoder, received);
            }
        }
        takeAll(decoder, received);

        assertThat(received).as("seed %d", seed).containsExactlyElementsOf(sent);
        assertThat(decoder.heldBytes() + decoder.incompleteBytes()).isZero();
        stream.release();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void framesThatAreStillReadStayAsTheyAreWhateverIsReceivedBehindThem(long seed) throws BadFrame {
        var random = new Random(seed);
        List<byte[]> sent = frames(random, MAX_FRAME_BYTES);
        ByteBuf stream = stream(sent);
        var decoder = new FrameDecoder(PooledByteBufAllocator.DEFAULT, MAX_FRAME_BYTES, () -> Long.MAX_VALUE >> 1);

        List<ByteBuf> kept = new ArrayList<>();
        while (stream.isReadable()) {
            decoder.feed(received(decoder, stream, 1 + random.nextInt(70_000), random));
            while (decoder.hasFrame()) {
                kept.add(decoder.take());
            }
        }

        assertThat(kept.stream().map(ByteBufUtil::getBytes)).as("seed %d", seed).containsExactlyElementsOf(sent);
        kept.forEach(ByteBuf::release);
        stream.release();
    }

    /** Bytes of the stream where a channel may receive them: behind those that are there, or in another buffer. */
    private static ByteBuf received(FrameDecoder decoder, ByteBuf stream, int mostBytes, Random random) {
        ByteBuf space = decoder.space();
        ByteBuf into = space == null || random.nextInt(5) == 0
                ? PooledByteBufAllocator.DEFAULT.directBuffer(mostBytes + random.nextInt(1000))
                : space.retain();
        return into.writeBytes(stream, Math.min(Math.min(mostBytes, into.writableBytes()), stream.readableBytes()));
    }

    private static void takeAll(FrameDecoder decoder, List<byte[]> received) throws BadFrame {
        while (decoder.hasFrame()) {
            ByteBuf frame = decoder.take();
            received.add(ByteBufUtil.getBytes(frame));
            frame.release();
        }
    }

    private static List<byte[]> frames(Random random, int maxBytes) {
        List<byte[]> frames = new ArrayList<>();
        int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            int limit = random.nextInt(10) == 0 ? maxBytes : Math.min(maxBytes, 300);
            var frame = new byte[random.nextInt(limit)];
            random.nextBytes(frame);
            frames.add(frame);
        }
        return frames;
    }

    private static ByteBuf stream(List<byte[]> frames) {
        ByteBuf stream = Unpooled.buffer();
        frames.forEach(frame -> stream.writeInt(frame.length).writeBytes(frame));
        return stream;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void anyBytesEndInFramesOrARefusal(long seed) {
        var random = new Random(seed);
        var decoder = new FrameDecoder(PooledByteBufAllocator.DEFAULT, MAX_FRAME_BYTES, () -> Long.MAX_VALUE >> 1);
        int fed = 0;

        for (int i = 0; i < 200; i++) {
            var bytes = new byte[1 + random.nextInt(100)];
            random.nextBytes(bytes);
            fed += bytes.length;
            decoder.feed(PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes));
            try {
                takeAll(decoder, new ArrayList<>());
            } catch (BadFrame refused) {
                break;
            }
            assertThat(decoder.incompleteBytes()).as("seed %d", seed).isLessThanOrEqualTo(Math.max(2048, 16 * fed));
        }

        decoder.release();
        assertThat(decoder.heldBytes() + decoder.incompleteBytes()).isZero();
    }
}
