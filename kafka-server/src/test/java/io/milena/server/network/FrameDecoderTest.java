package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.testing.ScarceAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is cut, what is copied, what is refused, and how little an announced length reserves. */
class FrameDecoderTest {

    private static final int MAX_FRAME_BYTES = 100 << 20;

    private long roomBytes = 100L << 20;
    private final FrameDecoder decoder =
            new FrameDecoder(UnpooledByteBufAllocator.DEFAULT, MAX_FRAME_BYTES, () -> roomBytes);

    @AfterEach
    void release() {
        decoder.release();
    }

    @Test
    void aFrameThatArrivedWholeIsNotCopied() throws BadFrame {
        ByteBuf received = Unpooled.directBuffer()
                .writeInt(3)
                .writeBytes(new byte[] {1, 2, 3})
                .writeInt(1);

        decoder.feed(received);
        boolean whole = decoder.hasFrame();
        ByteBuf frame = decoder.take();

        assertThat(whole).isTrue();
        assertThat(frame.readableBytes()).isEqualTo(3);
        assertThat(frame.memoryAddress()).isEqualTo(received.memoryAddress() + Integer.BYTES);
        frame.release();
    }

    /** A part that came before, one that comes in a much larger buffer, and a frame that is gathered. */
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 2", "2, 2", "0, 100", "1, 100", "2, 100", "0, 70000", "1, 70000", "2, 70000"})
    void wheneverMemoryIsMissingNoneIsLost(int buffers, int partBytes) throws BadFrame {
        var scarce = new ScarceAllocator(buffers);
        var lacking = new FrameDecoder(scarce, MAX_FRAME_BYTES, () -> roomBytes);
        List<ByteBuf> received = new ArrayList<>();

        try {
            for (int i = 0; i < 6; i++) {
                ByteBuf part = Unpooled.directBuffer(100_000).writeByte(1).writeZero(partBytes - 1);
                received.add(part);
                lacking.feed(part);
                boolean isLookedAt = i % 2 == 1;
                assertThat(isLookedAt && lacking.hasFrame()).isFalse();
            }
        } catch (OutOfMemoryError asTold) {
            assertThat(asTold).hasMessageContaining("told to fail");
        }
        lacking.release();

        assertThat(scarce.lost()).isZero();
        assertThat(received).allSatisfy(part -> assertThat(part.refCnt()).isZero());
    }

    @Test
    void aLengthAloneReservesNothing() throws BadFrame {
        decoder.feed(Unpooled.directBuffer().writeInt(MAX_FRAME_BYTES).writeByte(7));

        assertThat(decoder.hasFrame()).isFalse();
        assertThat(decoder.incompleteBytes()).isLessThanOrEqualTo(2048);
    }

    @Test
    void aGatheredFrameReservesAFixedMultipleOfWhatArrived() throws BadFrame {
        decoder.feed(Unpooled.directBuffer().writeInt(MAX_FRAME_BYTES));
        for (int arrived = 1024; arrived <= 64 * 1024; arrived += 1024) {
            decoder.feed(Unpooled.directBuffer().writeZero(1024));

            assertThat(decoder.hasFrame()).isFalse();
            assertThat(decoder.incompleteBytes()).isLessThanOrEqualTo(16 * arrived);
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 2048", "1000, 16000", "100000, 1600000", "200000, 2097152", "524288, 2097152", "1000000, 4000000"
    })
    void howFarAPartIsTrustedDependsOnItsSize(int arrived, int mostBytes) throws BadFrame {
        decoder.feed(
                Unpooled.directBuffer(4 + arrived).writeInt(MAX_FRAME_BYTES).writeZero(arrived));

        assertThat(decoder.hasFrame()).isFalse();
        assertThat(decoder.incompleteBytes()).isEqualTo(mostBytes);
    }

    /** Else many parts that grow at the same time would take memory that is there for others. */
    @ParameterizedTest
    @CsvSource({"0, 65536", "70000, 70000", "4000000, 3000000"})
    void aPartGrowsNoFurtherThanThereIsRoomForParts(long room, int grownBytes) throws BadFrame {
        roomBytes = room;
        int arrived = 1_000_000;

        decoder.feed(
                Unpooled.directBuffer(4 + arrived).writeInt(MAX_FRAME_BYTES).writeZero(arrived));

        assertThat(decoder.hasFrame()).isFalse();
        assertThat(decoder.incompleteBytes()).isEqualTo(arrived + grownBytes);
    }

    @Test
    void theRestOfAFrameIsReceivedBehindItsFirstPart() throws BadFrame {
        ByteBuf received = Unpooled.directBuffer(1000).writeInt(500).writeZero(300);
        decoder.feed(received);
        boolean isWhole = decoder.hasFrame();

        ByteBuf space = decoder.space();
        assertThat(space).isSameAs(received);
        int came = decoder.feed(space.retain().writeZero(200));

        assertThat(isWhole).isFalse();
        assertThat(came).isEqualTo(200);
        assertThat(decoder.hasFrame()).isTrue();
        ByteBuf frame = decoder.take();
        assertThat(frame.readableBytes()).isEqualTo(500);
        assertThat(frame).isSameAs(received);
        assertThat(decoder.hasFrame()).isFalse();
        frame.release();
    }

    /** What a socket gives at a time decides where the frame's buffer can be of its full size. */
    @Test
    void aFrameOfAMebibyteMovesOnce() throws BadFrame {
        int frameBytes = 1 << 20;
        decoder.feed(Unpooled.directBuffer(100 << 10).writeInt(frameBytes).writeZero((100 << 10) - Integer.BYTES));
        boolean isWhole = decoder.hasFrame();
        long address = decoder.space().memoryAddress();

        while (!isWhole) {
            ByteBuf space = decoder.space();
            assertThat(space.memoryAddress()).isEqualTo(address);
            decoder.feed(space.retain().writeZero(Math.min(100 << 10, space.writableBytes())));
            isWhole = decoder.hasFrame();
        }

        ByteBuf frame = decoder.take();
        assertThat(frame.memoryAddress()).isEqualTo(address);
        assertThat(frame.readableBytes()).isEqualTo(frameBytes);
        frame.release();
    }

    @Test
    void aReadThatGaveNothingChangesNothing() throws BadFrame {
        decoder.feed(Unpooled.directBuffer(1000).writeInt(500).writeZero(300));
        decoder.hasFrame();

        int came = decoder.feed(decoder.space().retain());

        assertThat(came).isZero();
        assertThat(decoder.hasFrame()).isFalse();
        assertThat(decoder.space().refCnt()).isOne();
    }

    @Test
    void aFewBytesDoNotKeepALargeReceiveBuffer() throws BadFrame {
        ByteBuf received = Unpooled.directBuffer(1 << 20).writeInt(2).writeShort(1);

        decoder.feed(received);

        assertThat(received.refCnt()).isZero();
        assertThat(decoder.hasFrame()).isTrue();
    }

    @Test
    void anEmptyFrameIsAFrame() throws BadFrame {
        decoder.feed(Unpooled.directBuffer().writeInt(0));

        assertThat(decoder.hasFrame()).isTrue();
        assertThat(decoder.heldBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET / HTTP/1.1             | an HTTP client spoke to the listener
            POST /topics HTTP/1.1      | an HTTP client spoke to the listener
            OPTIONS * HTTP/1.1         | an HTTP client spoke to the listener
            PRI * HTTP/2.0             | an HTTP client spoke to the listener
            zzzz                       | a request of 2054847098 bytes, more than socket.request.max.bytes allows
            """)
    void textIsRefusedByName(String text, String why) {
        decoder.feed(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));

        assertThatThrownBy(decoder::hasFrame).isInstanceOf(BadFrame.class).hasMessageStartingWith(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            16030100 | a TLS client spoke to the plaintext listener
            16030302 | a TLS client spoke to the plaintext listener
            7fffffff | a request of 2147483647 bytes, more than
            ffffffff | a request of negative length -1
            80000000 | a request of negative length -2147483648
            """)
    void aBadLengthIsRefusedByName(String length, String why) {
        decoder.feed(Unpooled.directBuffer().writeInt(Integer.parseUnsignedInt(length, 16)));

        assertThatThrownBy(decoder::hasFrame).isInstanceOf(BadFrame.class).hasMessageStartingWith(why);
    }

    @Test
    void aBadLengthIsRefusedWhenItArrivesByteByByte() throws BadFrame {
        for (int i = 0; i < 3; i++) {
            decoder.feed(Unpooled.directBuffer().writeByte(0xff));
            assertThat(decoder.hasFrame()).isFalse();
        }

        decoder.feed(Unpooled.directBuffer().writeByte(0xff));

        assertThatThrownBy(decoder::hasFrame).isInstanceOf(BadFrame.class);
    }
}
