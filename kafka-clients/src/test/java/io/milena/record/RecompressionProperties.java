package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.errors.ErrorCode;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.MeteredWork;
import io.milena.record.compression.WorkRefused;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches under another codec hold the same records, take little memory on the way, and leave none behind. */
class RecompressionProperties {

    private static final int LARGE = Integer.MAX_VALUE;
    private static final int MIB = 1 << 20;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Compressor compressor = new Compressor(allocator);
    private final Decompressor decompressor = new Decompressor(allocator, 512 * MIB);
    private final Recompression recompression = new Recompression(allocator, compressor, decompressor);

    @AfterEach
    void close() {
        compressor.close();
        decompressor.close();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    private ByteBuf batch(Codec codec, byte[]... values) {
        try (var builder = new RecordBatchBuilder(allocator, Compression.of(codec), BatchTerms.PLAIN, 64)) {
            for (byte[] value : values) {
                builder.append(builder.recordCount() * 7L, null, value, List.of());
            }
            return builder.seal(compressor);
        }
    }

    private List<String> records(ByteBuf bytes) throws MalformedRecords {
        List<String> all = new ArrayList<>();
        try (RecordIterator records = RecordIterator.open(RecordBatch.at(bytes, 0), decompressor)) {
            while (records.next()) {
                RecordView record = records.record();
                int value = Arrays.hashCode(ByteBufUtil.getBytes(record.value()));
                all.add(record.offset() + " " + record.timestamp() + " " + value);
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void recordsStayTheSameUnderEveryCodec(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        var values = new byte[1 + random.nextInt(40)][];
        for (int i = 0; i < values.length; i++) {
            values[i] = new byte[random.nextInt(random.nextBoolean() ? 100 : 100_000)];
            if (random.nextBoolean()) {
                random.nextBytes(values[i]);
            }
        }
        for (Codec from : Codec.values()) {
            ByteBuf sent = BufferKinds.as(batch(from, values), random);
            ByteBuf content = sent.slice();
            for (Codec to : Codec.values()) {
                ByteBuf fresh = recompression.recompressed(RecordBatch.at(content, 0), Compression.of(to), LARGE);

                assertThat(BatchCheck.wholeness(RecordBatch.at(fresh, 0), fresh.readableBytes()))
                        .isNull();
                assertThat(RecordBatch.at(fresh, 0).codec()).isEqualTo(to);
                assertThat(records(fresh)).isEqualTo(records(content));
                fresh.release();
            }
            sent.release();
        }
    }

    @Test
    void whatIsLargeInBetweenTakesNoMemory() throws MalformedRecords {
        var work = new MeteredWork(MIB);
        ByteBuf sent = batch(Codec.GZIP, new byte[64 * MIB]);
        compressor.under(work);
        decompressor.under(work);

        ByteBuf fresh = recompression.recompressed(RecordBatch.at(sent, 0), Compression.of(Codec.ZSTD), MIB);

        assertThat(work.uncompressedBytes()).isGreaterThan(64 * MIB);
        fresh.release();
        sent.release();
    }

    @Test
    void aResultThatIsTooLargeIsRefused() {
        ByteBuf sent = batch(Codec.GZIP, new byte[5 * MIB]);

        assertThatThrownBy(() -> recompression.recompressed(RecordBatch.at(sent, 0), Compression.NONE, 4 * MIB))
                .isInstanceOfSatisfying(
                        MalformedRecords.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE));
        sent.release();
    }

    @Test
    void workThatIsRefusedLeavesNothing() {
        ByteBuf sent = batch(Codec.GZIP, new byte[5 * MIB]);
        var work = new MeteredWork(4 * MIB);
        compressor.under(work);
        decompressor.under(work);

        assertThatThrownBy(() -> recompression.recompressed(RecordBatch.at(sent, 0), Compression.NONE, LARGE))
                .isInstanceOf(WorkRefused.class);
        sent.release();
    }
}
