package io.milena.bench;

import io.milena.record.BatchTerms;
import io.milena.record.Crc32c;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
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

/** One append of a leader, against a bare checksum and write of the same bytes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class LogAppendBenchmark {

    private static final long TIMESTAMP = 1_700_000_000_000L;
    private static final int RECORD_BYTES = 1_000;
    private static final long MOST_BYTES = 512L << 20;

    @Param({"1", "16", "1000"})
    public int records;

    private final LogBench bench = new LogBench(Map.of("max.message.bytes", "2000000", "file.delete.delay.ms", "0"));
    private ByteBuf batch = PooledByteBufAllocator.DEFAULT.directBuffer(0);
    private FileChannel bare = openBare();
    private long bareBytes;

    private static FileChannel openBare() {
        try {
            Path file = Files.createTempFile("milena-bench", ".bare");
            return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Setup
    public void build() {
        try (var builder = new RecordBatchBuilder(
                        PooledByteBufAllocator.DEFAULT, Compression.NONE, BatchTerms.PLAIN, records * RECORD_BYTES);
                var compressor = new Compressor(PooledByteBufAllocator.DEFAULT)) {
            for (int i = 0; i < records; i++) {
                builder.append(TIMESTAMP, null, new byte[RECORD_BYTES], List.of());
            }
            batch.release();
            batch = builder.seal(compressor);
        }
    }

    @TearDown
    public void close() throws IOException {
        batch.release();
        bench.close();
        bare.close();
    }

    @Benchmark
    public AppendResult full() {
        return append(RecordValidation.FULL);
    }

    @Benchmark
    public AppendResult header() {
        return append(RecordValidation.HEADER);
    }

    private AppendResult append(RecordValidation validation) {
        if (bench.log().sizeBytes() > MOST_BYTES) {
            bench.log().resetTo(0);
        }
        batch.setLong(0, 0);
        return bench.log().appendAsLeader(batch, new AppendTerms(0, TIMESTAMP, AppendTerms.Origin.CLIENT, validation));
    }

    @Benchmark
    public int bareChecksumAndWrite() throws IOException {
        if (bareBytes > MOST_BYTES) {
            bare.truncate(0);
            bareBytes = 0;
        }
        int checksum = Crc32c.of(batch, 21, batch.readableBytes() - 21);
        bareBytes += bare.write(batch.nioBuffer(), bareBytes);
        return checksum;
    }
}
