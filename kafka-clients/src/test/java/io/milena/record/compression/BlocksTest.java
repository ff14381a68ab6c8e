package io.milena.record.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A payload is cut into blocks, and copied only where it has to be. */
class BlocksTest {

    private static final int BLOCK_BYTES = 4;

    private final Scratch staging = new Scratch(UnpooledByteBufAllocator.DEFAULT, new CountedWork());
    private final List<ByteBuf> made = new ArrayList<>();

    @AfterEach
    void release() {
        staging.close();
        made.forEach(ByteBuf::release);
    }

    private ByteBuf direct(String text) {
        ByteBuf bytes = Unpooled.directBuffer();
        bytes.writeCharSequence(text, StandardCharsets.US_ASCII);
        made.add(bytes);
        return bytes;
    }

    private Blocks blocks(ByteBuf source) {
        return new Blocks(
                new PlainReader().reset(source, source.readerIndex(), source.readableBytes()), staging, BLOCK_BYTES);
    }

    private static List<String> texts(Blocks blocks) throws MalformedRecords {
        List<String> all = new ArrayList<>();
        for (ByteBuffer block = blocks.next(); block != null; block = blocks.next()) {
            all.add(StandardCharsets.US_ASCII.decode(block).toString());
        }
        return all;
    }

    @Test
    void onePieceIsNotCopiedNorIsItsRest() throws MalformedRecords {
        ByteBuf source = direct("abcdef");
        Blocks blocks = blocks(source);
        blocks.next();

        ByteBuffer rest = blocks.next();
        source.setByte(5, 'x');

        assertThat(StandardCharsets.US_ASCII.decode(rest).toString()).isEqualTo("ex");
        assertThat(blocks.next()).isNull();
    }

    @Test
    void piecesOfAnySizeMakeBlocksOfOne() throws MalformedRecords {
        ByteBuf source = Unpooled.wrappedBuffer(
                direct("abcdef").retain(), direct("g").retain(), direct("hi").retain());

        assertThat(texts(blocks(source))).containsExactly("abcd", "efgh", "i");
        source.release();
    }

    @Test
    void whatDoesNotLieInDirectMemoryIsCopied() throws MalformedRecords {
        ByteBuf source = Unpooled.copiedBuffer("abcdef", StandardCharsets.US_ASCII);

        assertThat(texts(blocks(source))).containsExactly("abcd", "ef");
        source.release();
    }
}
