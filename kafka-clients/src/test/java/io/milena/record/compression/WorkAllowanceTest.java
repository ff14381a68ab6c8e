package io.milena.record.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

/** What payloads make codecs take beside what is kept is asked for before, and given back. */
class WorkAllowanceTest {

    private static final int MIB = 1 << 20;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Decompressor decompressor = new Decompressor(allocator, 512 * MIB);
    private final Compressor compressor = new Compressor(allocator);

    @AfterEach
    void close() {
        decompressor.close();
        compressor.close();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    private static byte[] noise(int bytes) {
        var noise = new byte[bytes];
        new SplittableRandom(bytes).nextBytes(noise);
        return noise;
    }

    /** Reads all pieces; returns how many bytes they hold. */
    private long readThrough(Codec codec, byte[] payload) throws MalformedRecords {
        ByteBuf source = Unpooled.directBuffer().writeBytes(payload);
        try {
            ChunkSource pieces = decompressor.open(codec, Framing.STANDARD, source, 0, payload.length);
            long bytes = 0;
            for (ByteBuffer piece = pieces.next(); piece != null; piece = pieces.next()) {
                bytes += piece.remaining();
            }
            return bytes;
        } finally {
            source.release();
        }
    }

    private static byte[] zstd(byte[] content, int windowLog) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var stream = new ZstdOutputStream(out)) {
            stream.setLong(windowLog);
            stream.write(content);
        }
        return out.toByteArray();
    }

    @Test
    void theWindowOfAStreamIsTakenBeforeItIsReadAndGivenBackAfter() throws MalformedRecords, IOException {
        var work = new MeteredWork(Long.MAX_VALUE);
        decompressor.under(work);

        long bytes = readThrough(Codec.ZSTD, zstd(noise(9 * MIB), 23));

        assertThat(bytes).isEqualTo(9 * MIB);
        assertThat(work.mostTakenBytes()).isBetween(8L * MIB, 9L * MIB);
        assertThat(work.takenBytes()).isZero();
        assertThat(work.uncompressedBytes()).isEqualTo(9 * MIB);
    }

    @Test
    void aWindowThatIsTooLargeIsRefused() throws IOException {
        byte[] payload = zstd(noise(9 * MIB), 23);
        decompressor.under(new MeteredWork(4 * MIB));

        assertThatThrownBy(() -> readThrough(Codec.ZSTD, payload)).isInstanceOf(WorkRefused.class);
    }

    @Test
    void oneLargeBlockOfRawSnappyIsTakenWholeAndNotKept() throws MalformedRecords, IOException {
        var work = new MeteredWork(Long.MAX_VALUE);
        decompressor.under(work);
        byte[] payload = Snappy.compress(new byte[20 * MIB]);

        readThrough(Codec.SNAPPY, payload);

        assertThat(work.mostTakenBytes()).isEqualTo(20L * MIB);
        decompressor.under(WorkAllowance.UNBOUNDED);
        assertThat(work.takenBytes()).isZero();
        assertThat(allocator.metric().usedDirectMemory()).isLessThan(MIB);
        decompressor.under(new MeteredWork(19 * MIB));
        assertThatThrownBy(() -> readThrough(Codec.SNAPPY, payload)).isInstanceOf(WorkRefused.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"GZIP", "SNAPPY", "LZ4"})
    void whatClientsSendTakesNothingBesideWhatIsKept(Codec codec) throws MalformedRecords {
        byte[] content = noise(5 * MIB);
        ByteBuf payload = Unpooled.directBuffer();
        compressor.compress(Compression.of(codec), Framing.STANDARD, Unpooled.wrappedBuffer(content), payload);
        var work = new MeteredWork(0);
        decompressor.under(work);
        byte[] bytes = new byte[payload.readableBytes()];
        payload.readBytes(bytes).release();

        assertThat(readThrough(codec, bytes)).isEqualTo(5 * MIB);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void compressionAsksForItsResultAndGivesUpWhenThatIsRefused(Codec codec) throws MalformedRecords {
        byte[] content = noise(5 * MIB);
        ByteBuf source = Unpooled.wrappedBuffer(content);
        ByteBuf out = allocator.directBuffer();
        var work = new MeteredWork(Long.MAX_VALUE);
        compressor.under(work);

        compressor.compress(Compression.of(codec), Framing.STANDARD, source, out);

        assertThat(work.takenBytes()).isGreaterThan(out.readableBytes() - MIB);
        out.clear().capacity(0);
        compressor.under(new MeteredWork(MIB));
        assertThatThrownBy(() -> compressor.compress(Compression.of(codec), Framing.STANDARD, source, out))
                .isInstanceOf(WorkRefused.class);
        assertThat(out.capacity()).isLessThanOrEqualTo(MIB);
        out.release();
    }
}
