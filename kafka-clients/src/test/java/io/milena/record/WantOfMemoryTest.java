package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.testing.ScarceAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Work on batches for which there is no memory at one moment or another: wherever that is, the buffers that were had by
 * then are given back.
 */
class WantOfMemoryTest {

    private static final int MANY = 50;

    private static ByteBuf build(ByteBufAllocator allocator, Codec codec, Compressor compressor) {
        try (var builder = new RecordBatchBuilder(allocator, Compression.of(codec), BatchTerms.PLAIN, 64)) {
            for (int i = 0; i < 20; i++) {
                builder.append(i, new byte[] {1}, new byte[i], List.of());
            }
            return builder.seal(compressor);
        }
    }

    private static ByteBuf rewritten(ByteBuf records, Tools tools) throws MalformedRecords {
        var filter = new BatchFilter(tools.allocator(), tools.compressor(), tools.decompressor());
        ByteBuf out = Unpooled.buffer();
        try (BatchSelection selection = filter.select(RecordBatch.at(records, 0), record -> record.offset() % 2 == 0)) {
            selection.write(Compression::of, out);
        }
        return out;
    }

    static Stream<Arguments> works() {
        Work builds = (records, tools) -> build(tools.allocator(), Codec.SNAPPY, tools.compressor());
        Work recompresses =
                (records, tools) -> new Recompression(tools.allocator(), tools.compressor(), tools.decompressor())
                        .recompressed(RecordBatch.at(records, 0), Compression.of(Codec.ZSTD), 1 << 20);
        Work convertsDown = (records, tools) -> tools.legacy().fromBatches(records, (byte) 1, 0);
        Work convertsUp = (records, tools) -> {
            ByteBuf set = tools.legacy().fromBatches(records, (byte) 1, 0);
            try {
                return tools.legacy().toBatch(set, Compression::of).batch();
            } finally {
                set.release();
            }
        };
        Work rewrites = WantOfMemoryTest::rewritten;
        Work rewritesOldFormat = (records, tools) -> {
            ByteBuf set = tools.legacy().fromBatches(records, (byte) 1, 0);
            try {
                return rewritten(set, tools);
            } finally {
                set.release();
            }
        };
        return Stream.of(builds, recompresses, convertsDown, convertsUp, rewrites, rewritesOldFormat)
                .flatMap(work -> Stream.of(Codec.NONE, Codec.GZIP, Codec.SNAPPY, Codec.LZ4)
                        .map(codec -> Arguments.of(work, codec)));
    }

    @ParameterizedTest
    @MethodSource("works")
    void wheneverMemoryIsMissingNoneIsLost(Work work, Codec codec) throws MalformedRecords {
        ByteBuf records;
        try (var plenty = Tools.over(UnpooledByteBufAllocator.DEFAULT)) {
            records = build(plenty.allocator(), codec, plenty.compressor());
        }
        boolean isEnough = false;
        for (int buffers = 0; !isEnough; buffers++) {
            assertThat(buffers).isLessThan(MANY);
            isEnough = isDoneWith(buffers, work, records);
        }
        records.release();
    }

    private static boolean isDoneWith(int buffers, Work work, ByteBuf records) throws MalformedRecords {
        var allocator = new ScarceAllocator(buffers);
        boolean isDone = false;
        try (var tools = Tools.over(allocator)) {
            work.on(records.slice(), tools).release();
            isDone = true;
        } catch (OutOfMemoryError asTold) {
            assertThat(asTold).hasMessageContaining("told to fail");
        }
        assertThat(allocator.lost()).as("lost with %d buffers", buffers).isZero();
        return isDone;
    }

    /** What needs buffers; returns the one that it makes. */
    @FunctionalInterface
    interface Work {
        ByteBuf on(ByteBuf records, Tools tools) throws MalformedRecords;
    }

    /** With what it is done. */
    private record Tools(ByteBufAllocator allocator, Compressor compressor, Decompressor decompressor)
            implements AutoCloseable {

        static Tools over(ByteBufAllocator allocator) {
            return new Tools(allocator, new Compressor(allocator), new Decompressor(allocator, 1 << 20));
        }

        LegacyMessages legacy() {
            return new LegacyMessages(allocator, compressor, decompressor);
        }

        @Override
        public void close() {
            compressor.close();
            decompressor.close();
        }
    }
}
