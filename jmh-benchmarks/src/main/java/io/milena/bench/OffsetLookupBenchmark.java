package io.milena.bench;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordBatchFormat;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendTerms;
import io.milena.storage.FirstBatch;
import io.milena.storage.LogSlice;
import io.milena.storage.ReadBound;
import io.milena.storage.ReadLimits;
import io.milena.storage.Source;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Finding where a random offset lies in a log of a thousand segments, and the read of that alone. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class OffsetLookupBenchmark {

    private static final long TIMESTAMP = 1_700_000_000_000L;
    private static final int SEGMENTS = 1_000;
    private static final int SEGMENT_BYTES = 65_536;
    private static final ReadLimits LIMITS =
            new ReadLimits(1 << 20, ReadBound.logEnd(), FirstBatch.WHOLE, Source.MEMORY);

    private final SplittableRandom random = new SplittableRandom(11);
    private final LogBench bench = new LogBench(Map.of("segment.bytes", Integer.toString(SEGMENT_BYTES)));
    private final List<LogSlice> segments = new ArrayList<>();
    private final ByteBuffer header = ByteBuffer.allocate(RecordBatchFormat.HEADER_BYTES);

    @Setup
    public void fill() {
        while (bench.log().segmentCount() < SEGMENTS) {
            try (var builder = new RecordBatchBuilder(
                            PooledByteBufAllocator.DEFAULT, Compression.NONE, BatchTerms.PLAIN, 4_096);
                    var compressor = new Compressor(PooledByteBufAllocator.DEFAULT)) {
                builder.append(TIMESTAMP, null, new byte[4_000], List.of());
                ByteBuf batch = builder.seal(compressor);
                bench.log()
                        .appendAsLeader(
                                batch,
                                new AppendTerms(0, TIMESTAMP, AppendTerms.Origin.CLIENT, RecordValidation.HEADER));
                batch.release();
            }
        }
        long next = 0;
        while (next >= 0 && bench.log().read(next, LIMITS) instanceof LogSlice segment) {
            segments.add(segment);
            next = segment.endOffset();
        }
    }

    @TearDown
    public void close() {
        segments.forEach(LogSlice::release);
        bench.close();
    }

    @Benchmark
    public long randomOffset() {
        long offset = random.nextLong(bench.log().offsets().logEndOffset());
        LogSlice slice = (LogSlice) bench.log().read(offset, LIMITS);
        long position = slice.position();
        slice.release();
        return position;
    }

    /** The one that a look-up makes. */
    @Benchmark
    public long oneHeaderAlone() throws IOException {
        LogSlice segment = segments.get(random.nextInt(segments.size()));
        int batch = random.nextInt(segment.sizeBytes() / segment.firstBatchBytes());
        segment.read(header.clear(), batch * segment.firstBatchBytes());
        return header.getLong(0);
    }
}
