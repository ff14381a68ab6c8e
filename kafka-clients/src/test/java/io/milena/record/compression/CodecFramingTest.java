package io.milena.record.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

/** What writers in the field put around their payloads, and what readers make of it. */
class CodecFramingTest {

    private static final int LIMIT_BYTES = 8 << 20;

    private final Compressor compressor = new Compressor(UnpooledByteBufAllocator.DEFAULT);
    private final Decompressor decompressor = new Decompressor(UnpooledByteBufAllocator.DEFAULT, LIMIT_BYTES);

    @AfterEach
    void close() {
        compressor.close();
        decompressor.close();
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void largePayloadsGoThroughInPieces(Codec codec) throws MalformedRecords {
        byte[] content = words(3 << 20);

        assertThat(read(codec, compressed(codec, content))).isEqualTo(content);
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"GZIP", "LZ4", "ZSTD"})
    void everyCutIsFound(Codec codec) throws MalformedRecords {
        byte[] whole = compressed(codec, words(400));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);

            assertThatThrownBy(() -> read(codec, cut)).isInstanceOf(MalformedRecords.class);
        }
        assertThat(read(codec, whole)).hasSize(400);
    }

    @Test
    void framesBeginAsTheReferenceWritesThem() {
        byte[] content = words(200);

        assertThat(ByteBufUtil.hexDump(compressed(Codec.GZIP, content))).startsWith("1f8b08000000000000ff");
        assertThat(ByteBufUtil.hexDump(compressed(Codec.SNAPPY, content)))
                .startsWith("82534e41505059000000000100000001");
        assertThat(ByteBufUtil.hexDump(compressed(Codec.LZ4, content))).startsWith("04224d18604082");
        assertThat(ByteBufUtil.hexDump(compressed(Codec.ZSTD, content))).startsWith("28b52ffd0058");
    }

    @Test
    void noiseIsStoredInThreeLz4BlocksAndALastOne() {
        var noise = new byte[200_000];
        new SplittableRandom(3).nextBytes(noise);

        ByteBuf frame = Unpooled.wrappedBuffer(compressed(Codec.LZ4, noise));

        for (int block = 0; block < 3; block++) {
            assertThat(frame.getIntLE(7 + block * 65_540)).isEqualTo(0x8001_0000);
        }
        assertThat(frame.getIntLE(7 + 3 * 65_540)).isEqualTo(3392 | 0x8000_0000);
    }

    @Test
    void rawSnappyIsRead() throws MalformedRecords, IOException {
        byte[] content = words(100_000);

        assertThat(read(Codec.SNAPPY, Snappy.compress(content))).isEqualTo(content);
    }

    @Test
    void snappyBlocksThatClaimTooMuchAreRefusedBeforeMemoryIsTaken() {
        byte[] claim = ByteBufUtil.decodeHexDump("ffffffff07" + "0441");

        assertThatThrownBy(() -> read(Codec.SNAPPY, claim))
                .isInstanceOf(MalformedRecords.class)
                .hasMessageContaining("claims to hold 2147483647");
    }

    @Test
    void joinedStreamsAreReadAsOne() throws MalformedRecords {
        for (Codec codec : new Codec[] {Codec.GZIP, Codec.SNAPPY, Codec.ZSTD}) {
            byte[] first = compressed(codec, "one, ".getBytes(StandardCharsets.US_ASCII));
            byte[] second = compressed(codec, "two".getBytes(StandardCharsets.US_ASCII));

            byte[] both = read(codec, joined(first, second));

            assertThat(new String(both, StandardCharsets.US_ASCII)).isEqualTo("one, two");
        }
    }

    @Test
    void bytesAfterTheEndAreIgnoredWhereConsumersIgnoreThem() throws MalformedRecords {
        byte[] content = words(300);
        byte[] rest = {9, 9, 9};

        assertThat(read(Codec.GZIP, joined(compressed(Codec.GZIP, content), rest)))
                .isEqualTo(content);
        assertThat(read(Codec.LZ4, joined(compressed(Codec.LZ4, content), rest)))
                .isEqualTo(content);
        assertThat(read(Codec.SNAPPY, joined(compressed(Codec.SNAPPY, content), rest)))
                .isEqualTo(content);
    }

    @Test
    void zstdWithContentSizeAndChecksumIsRead() throws MalformedRecords {
        byte[] content = words(300_000);
        var target = new byte[400_000];

        int written = (int) Zstd.compress(target, content, 19, true);

        assertThat(read(Codec.ZSTD, Arrays.copyOf(target, written))).isEqualTo(content);
    }

    @Test
    void aFailureLeavesNothingBehindForTheNextPayload() throws MalformedRecords {
        for (Codec codec : Codec.values()) {
            byte[] content = words(50_000);
            byte[] good = compressed(codec, content);
            if (codec != Codec.NONE) {
                byte[] half = Arrays.copyOf(good, good.length / 2);
                assertThatThrownBy(() -> read(codec, half)).isInstanceOf(MalformedRecords.class);
            }

            assertThat(read(codec, good)).isEqualTo(content);
        }
    }

    private byte[] compressed(Codec codec, byte[] content) {
        ByteBuf out = Unpooled.directBuffer();
        compressor.compress(Compression.of(codec), Framing.STANDARD, Unpooled.wrappedBuffer(content), out);
        return taken(out);
    }

    private byte[] read(Codec codec, byte[] payload) throws MalformedRecords {
        return taken(
                decompressor.uncompress(codec, Framing.STRICT, Unpooled.wrappedBuffer(payload), 0, payload.length));
    }

    private static byte[] taken(ByteBuf buffer) {
        byte[] bytes = ByteBufUtil.getBytes(buffer);
        buffer.release();
        return bytes;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(first, second));
    }

    private static byte[] words(int length) {
        var random = new SplittableRandom(length);
        var bytes = new byte[length];
        for (int at = 0; at < length; at++) {
            bytes[at] = (byte) (at % 11 < 4 ? 'a' + random.nextInt(26) : 'x');
        }
        return bytes;
    }
}
