package io.milena.bench;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendTerms;
import io.milena.storage.Log;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Appends that must be on the disk before they are answered: forced by the group commit of their directory, and each by
 * whoever appended. Sixteen producers, over one log or several.
 */
@BenchmarkMode({Mode.Throughput, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Threads(16)
@Warmup(iterations = 1, time = 3)
@Measurement(iterations = 2, time = 5)
public class GroupCommitBenchmark {

    private static final long TIMESTAMP = 1_700_000_000_000L;

    /** As many as a broker has for each log directory. */
    private static final int DISK_THREADS = 32;

    /** The logs, and the threads of their disk. */
    @State(Scope.Benchmark)
    public static class Disk {

        @Param({"1", "16"})
        public int logs;

        private final ExecutorService threads = Executors.newFixedThreadPool(DISK_THREADS);
        private final LogBench grouped = new LogBench(Map.of("flush.messages", "1"), threads);
        private final LogBench single = new LogBench(Map.of(), threads);
        private final Map<Log, Queue<Thread>> waiting = new ConcurrentHashMap<>();

        @Setup
        public void listen() {
            for (int partition = 0; partition < logs; partition++) {
                Queue<Thread> ofLog = new ConcurrentLinkedQueue<>();
                waiting.put(grouped.log(partition), ofLog);
                grouped.log(partition).listener(log -> ofLog.forEach(LockSupport::unpark));
            }
        }

        private void await(Log log, long endOffset) {
            Thread self = Thread.currentThread();
            Queue<Thread> ofLog = waiting.get(log);
            ofLog.add(self);
            while (log.forcedEndOffset() < endOffset) {
                LockSupport.park(this);
            }
            ofLog.remove(self);
        }

        @TearDown
        public void close() {
            grouped.close();
            single.close();
            threads.shutdown();
        }
    }

    /** One who appends one record at a time and waits for it to be forced. */
    @State(Scope.Thread)
    public static class Producer {

        private ByteBuf batch = PooledByteBufAllocator.DEFAULT.directBuffer(0);
        private int partition;

        @Setup
        public void build(Disk disk, ThreadParams thread) {
            partition = thread.getThreadIndex() % disk.logs;
            try (var builder = new RecordBatchBuilder(
                            PooledByteBufAllocator.DEFAULT, Compression.NONE, BatchTerms.PLAIN, 2_048);
                    var compressor = new Compressor(PooledByteBufAllocator.DEFAULT)) {
                builder.append(TIMESTAMP, null, new byte[1_000], List.of());
                batch.release();
                batch = builder.seal(compressor);
            }
        }

        private long append(Log log) {
            batch.setLong(0, 0);
            log.appendAsLeader(
                    batch, new AppendTerms(0, TIMESTAMP, AppendTerms.Origin.CLIENT, RecordValidation.HEADER));
            return batch.getLong(0) + 1;
        }

        @TearDown
        public void free() {
            batch.release();
        }
    }

    @Benchmark
    public long together(Disk disk, Producer producer) {
        Log log = disk.grouped.log(producer.partition);
        long end = producer.append(log);
        disk.await(log, end);
        return end;
    }

    @Benchmark
    public long oneByOne(Disk disk, Producer producer) {
        Log log = disk.single.log(producer.partition);
        long end = producer.append(log);
        log.flush();
        return end;
    }
}
