package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchVerdict.Sound;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Topics that force a codec. */
class BatchRewriteTest {

    private static final PooledByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

    @ParameterizedTest
    @EnumSource(Codec.class)
    void anotherCodecAndBackGivesTheSameBytes(Codec codec) throws MalformedRecords {
        ByteBuf original = RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE);
        try (var compressor = new Compressor(ALLOCATOR);
                var decompressor = new Decompressor(ALLOCATOR, 1 << 20)) {

            ByteBuf there = BatchRewrite.recompress(
                    RecordBatch.at(original, 0), Compression.of(codec), ALLOCATOR, compressor, decompressor);
            ByteBuf back = BatchRewrite.recompress(
                    RecordBatch.at(there, 0), Compression.NONE, ALLOCATOR, compressor, decompressor);

            assertThat(RecordBatch.at(there, 0).codec()).isEqualTo(codec);
            assertThat(new BatchCheck(decompressor)
                            .fromClient(RecordBatch.at(there, 0), there.readableBytes(), RecordValidation.FULL))
                    .isInstanceOf(Sound.class);
            assertThat(ByteBufUtil.hexDump(back)).isEqualTo(RecordBatchTest.WORKED_EXAMPLE);
            there.release();
            back.release();
        }
    }
}
