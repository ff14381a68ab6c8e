package io.milena.record.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LZ4 frames of every legal kind, put together by hand. */
class Lz4FrameTest {

    private static final int INDEPENDENT = 0x60;
    private static final int LINKED = 0x40;
    private static final int EVERY_OPTION =
            Lz4FrameFormat.BLOCK_CHECKSUM_BIT | Lz4FrameFormat.CONTENT_SIZE_BIT | Lz4FrameFormat.CONTENT_CHECKSUM_BIT;

    private static final int TINY = 10;

    /** Has room for the largest block behind the largest content here. */
    private static final byte[] ROOMY = new byte[17 << 20];

    private final Decompressor decompressor = new Decompressor(UnpooledByteBufAllocator.DEFAULT, 32 << 20);

    @AfterEach
    void close() {
        decompressor.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 7})
    void everyBlockSizeAndOptionIsRead(int blockCode) throws MalformedRecords {
        byte[] content = text(Lz4FrameFormat.blockBytes(blockCode) * 3 + 1000);

        byte[] plain = read(frame(content, INDEPENDENT | EVERY_OPTION, blockCode), Framing.STRICT);

        assertThat(plain).isEqualTo(content);
    }

    @Test
    void linkedBlocksReferToEarlierOnesAndAreReadUnlessStrict() throws MalformedRecords {
        // Ten literals; then a block that copies twelve bytes from ten back; then one literal block end.
        ByteBuf blocks = Unpooled.buffer();
        blocks.writeBytes(block("a0" + "30313233343536373839"));
        blocks.writeBytes(block("08" + "0a00" + "50" + "4142434445"));
        ByteBuf frame = frameOf(LINKED, 4, blocks);

        byte[] plain = read(frame, Framing.STANDARD);

        assertThat(plain).asString(StandardCharsets.US_ASCII).isEqualTo("0123456789" + "012345678901" + "ABCDE");
        assertThatThrownBy(() -> read(frame, Framing.STRICT)).isInstanceOf(MalformedRecords.class);
    }

    @Test
    void linkedStoredBlocksKeepTheirHistory() throws MalformedRecords {
        byte[] first = text(65_536);
        ByteBuf blocks = Unpooled.buffer();
        for (int i = 0; i < 3; i++) {
            blocks.writeIntLE(first.length | Lz4FrameFormat.STORED_BIT).writeBytes(first);
        }
        blocks.writeBytes(block("04" + "ffff" + "10" + "41"));

        byte[] plain = read(frameOf(LINKED, 4, blocks), Framing.STANDARD);

        assertThat(plain).hasSize(3 * 65_536 + 9);
        assertThat(plain[3 * 65_536]).isEqualTo(first[1]);
    }

    @Test
    void storedBlocksBetweenOthersAreRead() throws MalformedRecords {
        ByteBuf blocks = Unpooled.buffer();
        blocks.writeBytes(block("50" + "4142434445"));
        blocks.writeIntLE(3 | Lz4FrameFormat.STORED_BIT).writeBytes("abc".getBytes(StandardCharsets.US_ASCII));
        blocks.writeBytes(block("50" + "3031323334"));

        byte[] plain = read(frameOf(INDEPENDENT, 4, blocks), Framing.STRICT);

        assertThat(plain).asString(StandardCharsets.US_ASCII).isEqualTo("ABCDE" + "abc" + "01234");
    }

    @Test
    void damageIsFoundByTheChecksums() {
        byte[] content = text(5_000);
        ByteBuf good = frame(content, INDEPENDENT | EVERY_OPTION, 4);
        for (int at = 0; at < good.readableBytes(); at++) {
            ByteBuf damaged = good.copy();
            damaged.setByte(at, good.getByte(at) ^ 0x10);

            assertThatThrownBy(() -> read(damaged, Framing.STANDARD))
                    .as("byte %d", at)
                    .isInstanceOf(MalformedRecords.class);
        }
    }

    @Test
    void everyCutIsFound() {
        ByteBuf good = frame(text(5_000), INDEPENDENT, 4);
        for (int length = 0; length < good.readableBytes(); length++) {
            ByteBuf cut = good.copy(0, length);

            assertThatThrownBy(() -> read(cut, Framing.STANDARD)).isInstanceOf(MalformedRecords.class);
        }
    }

    /** In pieces, into an array that has to grow and into one that need not, which has to come to the same. */
    private byte[] read(ByteBuf frame, Framing framing) throws MalformedRecords {
        byte[] plain;
        try {
            plain = readInPieces(frame, framing);
        } catch (MalformedRecords e) {
            assertThatThrownBy(() -> readInto(new byte[TINY], frame, framing)).hasMessage(e.getMessage());
            assertThatThrownBy(() -> readInto(ROOMY, frame, framing)).hasMessage(e.getMessage());
            throw e;
        }
        assertThat(readInto(new byte[TINY], frame, framing)).isEqualTo(plain);
        assertThat(readInto(ROOMY, frame, framing)).isEqualTo(plain);
        return plain;
    }

    private byte[] readInPieces(ByteBuf frame, Framing framing) throws MalformedRecords {
        ByteBuf plain = decompressor.uncompress(Codec.LZ4, framing, frame, frame.readerIndex(), frame.readableBytes());
        try {
            return ByteBufUtil.getBytes(plain);
        } finally {
            plain.release();
        }
    }

    private byte[] readInto(byte[] first, ByteBuf frame, Framing framing) throws MalformedRecords {
        ChunkSource pieces = decompressor.open(Codec.LZ4, framing, frame, frame.readerIndex(), frame.readableBytes());
        var array = new GrowingArray(first);
        pieces.restInto(array);
        return Arrays.copyOf(array.array(), array.size());
    }

    private static ByteBuf frame(byte[] content, int flags, int blockCode) {
        ByteBuf out = header(flags, blockCode, content.length);
        int blockBytes = Lz4FrameFormat.blockBytes(blockCode);
        for (int at = 0; at < content.length; at += blockBytes) {
            byte[] block = LZ4Factory.fastestInstance()
                    .fastCompressor()
                    .compress(content, at, Math.min(blockBytes, content.length - at));
            out.writeIntLE(block.length).writeBytes(block);
            if ((flags & Lz4FrameFormat.BLOCK_CHECKSUM_BIT) != 0) {
                out.writeIntLE(hash(block));
            }
        }
        out.writeIntLE(0);
        if ((flags & Lz4FrameFormat.CONTENT_CHECKSUM_BIT) != 0) {
            out.writeIntLE(hash(content));
        }
        return out;
    }

    private static ByteBuf frameOf(int flags, int blockCode, ByteBuf blocks) {
        return header(flags, blockCode, 0).writeBytes(blocks).writeIntLE(0);
    }

    private static ByteBuf header(int flags, int blockCode, long contentBytes) {
        ByteBuf out = Unpooled.buffer();
        out.writeIntLE(Lz4FrameFormat.MAGIC).writeByte(flags).writeByte(blockCode << 4);
        if ((flags & Lz4FrameFormat.CONTENT_SIZE_BIT) != 0) {
            out.writeLongLE(contentBytes);
        }
        ByteBuffer written = out.nioBuffer();
        return out.writeByte(
                Lz4FrameFormat.headerChecksum(written, 0, out.readableBytes() - Integer.BYTES, Framing.STANDARD));
    }

    private static ByteBuf block(String hex) {
        byte[] bytes = ByteBufUtil.decodeHexDump(hex);
        return Unpooled.buffer().writeIntLE(bytes.length).writeBytes(bytes);
    }

    private static int hash(byte[] bytes) {
        return Lz4FrameFormat.HASH.hash(ByteBuffer.wrap(bytes), 0, bytes.length, 0);
    }

    private static byte[] text(int length) {
        var random = new SplittableRandom(length);
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(1 + i % 7));
        }
        return bytes;
    }
}
