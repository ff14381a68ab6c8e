package io.milena.bench;

import io.milena.record.BatchCheck;
import io.milena.record.BatchTerms;
import io.milena.record.BatchVerdict;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a leader spends on checking one batch of a client: header and CRC alone, or every record too. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class BatchValidationBenchmark {

    private static final long TIMESTAMP = 1_700_000_000_000L;
    private static final int WORDS = 4_000;

    @Param({"NONE", "GZIP", "SNAPPY", "LZ4", "ZSTD"})
    public Codec codec = Codec.NONE;

    /** Bytes of a value; the batch holds 64 KiB of them. */
    @Param({"100", "1024"})
    public int valueBytes;

    private final Decompressor decompressor =
            new Decompressor(PooledByteBufAllocator.DEFAULT, Decompressor.DEFAULT_LIMIT_BYTES);
    private final BatchCheck check = new BatchCheck(decompressor);
    private RecordBatch batch = RecordBatch.at(PooledByteBufAllocator.DEFAULT.heapBuffer(0), 0);

    @Setup
    public void build() {
        var random = new SplittableRandom(7);
        try (var builder = new RecordBatchBuilder(
                        PooledByteBufAllocator.DEFAULT, Compression.of(codec), BatchTerms.PLAIN, 1 << 17);
                var compressor = new Compressor(PooledByteBufAllocator.DEFAULT)) {
            while (builder.uncompressedBytes() < 1 << 16) {
                builder.append(TIMESTAMP + builder.recordCount(), null, text(random), List.of());
            }
            ByteBuf sealed = builder.seal(compressor);
            batch = RecordBatch.at(sealed, 0);
        }
    }

    @TearDown
    public void release() {
        batch.buffer().release();
        decompressor.close();
    }

    @Benchmark
    public BatchVerdict header() {
        return check.fromClient(batch, batch.sizeBytes(), RecordValidation.HEADER);
    }

    @Benchmark
    public BatchVerdict full() {
        return check.fromClient(batch, batch.sizeBytes(), RecordValidation.FULL);
    }

    /** Words from a dictionary, as logs and JSON have them: compresses about three to one. */
    private byte[] text(SplittableRandom random) {
        var value = new byte[valueBytes];
        int at = 0;
        while (at < valueBytes) {
            var word = new SplittableRandom(random.nextInt(WORDS));
            for (int i = 3 + word.nextInt(8); i > 0 && at < valueBytes; i--) {
                value[at++] = (byte) ('a' + word.nextInt(26));
            }
        }
        return value;
    }
}
