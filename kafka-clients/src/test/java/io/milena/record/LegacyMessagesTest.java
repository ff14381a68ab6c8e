package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.errors.ErrorCode;
import io.milena.common.record.TimestampType;
import io.milena.record.BatchVerdict.Sound;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Message sets of formats 0 and 1 against bytes that a broker of the reference stored. */
class LegacyMessagesTest {

    private static final long T = 1_700_000_000_000L;

    private static final String V0 = "00000000000000000000001571ef5770000000000002" + "6b310000000568656c6c6f"
            + "0000000000000001000000138bc0cd770000ffffffff00000005776f726c64";
    private static final String V1 =
            "00000000000000000000001d9e34959601000000018bcfe56800000000026b310000000568656c6c6f"
                    + "00000000000000010000001b0627d21201000000018bcfe56805ffffffff00000005776f726c64";

    private final Compressor compressor = new Compressor(PooledByteBufAllocator.DEFAULT);
    private final Decompressor decompressor = new Decompressor(PooledByteBufAllocator.DEFAULT, 1 << 20);
    private final LegacyMessages legacy = new LegacyMessages(PooledByteBufAllocator.DEFAULT, compressor, decompressor);

    @AfterEach
    void close() {
        compressor.close();
        decompressor.close();
    }

    @Test
    void entriesAreReadAsBatchesOfOne() throws MalformedRecords {
        assertThat(records(RecordBatchTest.hex(V0))).containsExactly("0@-1 k1=hello", "1@-1 null=world");
        assertThat(records(RecordBatchTest.hex(V1)))
                .containsExactly("0@" + T + " k1=hello", "1@" + (T + 5) + " null=world");
    }

    @Test
    void gapsBetweenOffsetsOfAnOldProducerAreClosed() throws MalformedRecords {
        ByteBuf set = message(1, 3, T + 9, "a").writeBytes(message(1, 70, T, "b"));

        LegacyMessages.Converted converted = legacy.toBatch(set, Compression::of);

        assertThat(records(converted.batch())).containsExactly("0@" + (T + 9) + " null=a", "1@" + T + " null=b");
        assertThat(converted.facts()).isEqualTo(new Sound(T, T + 9, 0, 0, 2));
        converted.batch().release();
    }

    @Test
    void bytesOfTheReferenceComeOutOfADownConversion() throws MalformedRecords {
        ByteBuf batch = RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE);

        ByteBuf v0 = legacy.fromBatches(batch, (byte) 0, 0);
        ByteBuf v1 = legacy.fromBatches(batch, (byte) 1, 1);

        assertThat(ByteBufUtil.hexDump(v0)).startsWith(V0);
        assertThat(ByteBufUtil.hexDump(v1)).startsWith(V1.substring(82));
        v0.release();
        v1.release();
    }

    @Test
    void aDownConversionEndsBeforeABatchThatTheOldFormatCannotCarry() throws MalformedRecords {
        ByteBuf good = RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE);
        ByteBuf zstd = RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE);
        zstd.setByte(RecordBatchFormat.ATTRIBUTES_AT + 1, Codec.ZSTD.id());
        ByteBuf both = Unpooled.copiedBuffer(good, zstd);

        ByteBuf whole = legacy.fromBatches(good, (byte) 1, 0);
        ByteBuf begin = legacy.fromBatches(both, (byte) 1, 0);

        assertThat(begin).isEqualTo(whole);
        assertThatThrownBy(() -> legacy.fromBatches(zstd, (byte) 1, 0))
                .isInstanceOfSatisfying(
                        MalformedRecords.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE));
        whole.release();
        begin.release();
    }

    @Test
    void theBrokenChecksumOfLz4IsWrittenInFormat0Only() {
        assertThat(lz4Header(Framing.MAGIC_0)).isEqualTo("04224d1860401a");
        assertThat(lz4Header(Framing.STANDARD)).isEqualTo("04224d18604082");
    }

    @Test
    void theBrokenChecksumOfLz4IsReadInFormat0Only() throws MalformedRecords {
        ByteBuf broken = wrapper(0, Framing.MAGIC_0);
        ByteBuf proper = wrapper(0, Framing.STANDARD);
        ByteBuf brokenV1 = wrapper(1, Framing.MAGIC_0);

        assertThat(records(broken)).hasSize(1);
        assertThat(records(proper)).hasSize(1);
        assertThatThrownBy(() -> records(brokenV1)).isInstanceOf(MalformedRecords.class);
    }

    @Test
    void wrongSetsAreRefusedAsTheReferenceDoes() {
        ByteBuf inner = message(1, 0, T, "a");
        ByteBuf badCrc = message(1, 0, T, "a").setByte(34, 9);
        ByteBuf nested = wrapped(1, Codec.GZIP, wrapped(1, Codec.GZIP, inner.copy()));

        assertRefused(badCrc, ErrorCode.CORRUPT_MESSAGE);
        assertRefused(wrapped(1, Codec.GZIP, badCrc.copy()), ErrorCode.CORRUPT_MESSAGE);
        assertRefused(nested, ErrorCode.INVALID_RECORD);
        assertRefused(wrapped(1, Codec.GZIP, message(0, 0, T, "a")), ErrorCode.INVALID_RECORD);
        assertRefused(wrapped(1, Codec.GZIP, Unpooled.buffer()), ErrorCode.INVALID_RECORD);
        assertRefused(wrapped(1, Codec.ZSTD, inner.copy()), ErrorCode.INVALID_RECORD);
        ByteBuf two = wrapped(1, Codec.GZIP, inner.copy()).writeBytes(wrapped(1, Codec.GZIP, inner.copy()));
        assertRefused(two, ErrorCode.INVALID_RECORD);
        assertRefused(Unpooled.buffer().writeZero(5), ErrorCode.INVALID_RECORD);
    }

    private void assertRefused(ByteBuf set, ErrorCode code) {
        assertThatThrownBy(() -> legacy.toBatch(set, Compression::of))
                .isInstanceOfSatisfying(
                        MalformedRecords.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    private List<String> records(ByteBuf set) throws MalformedRecords {
        var lines = new ArrayList<String>();
        BatchCursor cursor = BatchCursor.over(set);
        while (cursor.next()) {
            assertThat(BatchCheck.wholeness(cursor.batch(), cursor.batch().sizeBytes()))
                    .isNull();
            try (var records = RecordIterator.open(cursor.batch(), decompressor)) {
                while (records.next()) {
                    RecordView record = records.record();
                    lines.add(record.offset() + "@" + record.timestamp() + " " + text(record.key()) + "="
                            + text(record.value()));
                }
            }
        }
        return lines;
    }

    private String lz4Header(Framing framing) {
        ByteBuf out = Unpooled.directBuffer();
        compressor.compress(Compression.of(Codec.LZ4), framing, Unpooled.wrappedBuffer(new byte[99]), out);
        String header = ByteBufUtil.hexDump(out, 0, 7);
        out.release();
        return header;
    }

    private ByteBuf wrapper(int magic, Framing framing) {
        ByteBuf compressed = Unpooled.directBuffer();
        compressor.compress(Compression.of(Codec.LZ4), framing, message(magic, 0, T, "a"), compressed);
        return wrapper(magic, Codec.LZ4, compressed);
    }

    private ByteBuf wrapped(int magic, Codec codec, ByteBuf inner) {
        ByteBuf compressed = Unpooled.directBuffer();
        compressor.compress(Compression.of(codec), Framing.STANDARD, inner, compressed);
        return wrapper(magic, codec, compressed);
    }

    private static ByteBuf wrapper(int magic, Codec codec, ByteBuf compressed) {
        ByteBuf out = Unpooled.buffer();
        new LegacyWriter(out, (byte) magic, TimestampType.CREATE_TIME).wrapper(0, T, codec.id(), compressed);
        compressed.release();
        return out;
    }

    private static ByteBuf message(int magic, long offset, long timestamp, String value) {
        ByteBuf out = Unpooled.buffer();
        new LegacyWriter(out, (byte) magic, TimestampType.CREATE_TIME)
                .message(offset, timestamp, null, Unpooled.copiedBuffer(value, StandardCharsets.UTF_8));
        return out;
    }

    private static String text(@Nullable ByteBuf bytes) {
        return bytes == null ? "null" : bytes.toString(StandardCharsets.UTF_8);
    }
}
