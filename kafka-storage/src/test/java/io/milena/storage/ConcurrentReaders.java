package io.milena.storage;

import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One log that a writer changes at random while readers look at it. What is below the high watermark is never cut, so
 * readers know by offset what they must find there: the value of each record, and the batch that holds it.
 */
final class ConcurrentReaders {

    private final LogHome home;
    private final LogManager manager;
    private final Log log;
    private final long seed;
    private final Map<Long, Rec> written = new ConcurrentHashMap<>();
    private final Map<Long, Long> batchOf = new ConcurrentHashMap<>();
    private final AtomicLong verified = new AtomicLong();
    private volatile long highWatermark;
    private volatile boolean writing = true;

    ConcurrentReaders(Path directory, GatedFileStore disk, long seed) {
        this.seed = seed;
        var random = new Random(seed);
        home = new LogHome(directory)
                .on(disk.files())
                .with("segment.bytes", 200 + random.nextInt(2_000))
                .with("index.interval.bytes", random.nextInt(300))
                .with("retention.bytes", 2_000 + random.nextInt(8_000))
                .with("retention.ms", -1)
                .with("file.delete.delay.ms", 0);
        manager = home.open();
        log = home.orders(manager);
    }

    /** How many records readers have compared. */
    long verified() {
        return verified.get();
    }

    void run(int steps) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<Future<Integer>> readers = new ArrayList<>();
        for (Callable<Integer> reader : List.<Callable<Integer>>of(
                () -> readCommitted(Source.DISK), () -> readCommitted(Source.MEMORY), this::lookUp)) {
            readers.add(threads.submit(reader));
        }
        try {
            write(steps);
        } finally {
            writing = false;
            threads.shutdown();
        }
        for (Future<Integer> reader : readers) {
            outcome(reader);
        }
        assertThat(home.failures).isEmpty();
        manager.close();
        home.time.advance(1_000);
    }

    private static void outcome(Future<Integer> reader) throws Exception {
        try {
            reader.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError failure) {
                throw failure;
            }
            throw e;
        }
    }

    private void write(int steps) {
        var random = new Random(seed);
        for (int step = 0; step < steps; step++) {
            int die = random.nextInt(100);
            if (die < 70) {
                append(random);
            } else if (die < 80) {
                highWatermark = log.offsets().logEndOffset();
                log.highWatermark(highWatermark);
            } else if (die < 86) {
                cut(random);
            } else if (die < 90) {
                log.deleteRecordsBefore(
                        highWatermark - (highWatermark - log.offsets().logStartOffset()) / 2);
            } else if (die < 94) {
                log.retain(home.time.wallMs());
            } else if (die < 97) {
                log.closeIdleFiles();
            } else {
                home.time.advance(10);
            }
        }
    }

    private void append(Random random) {
        long base = log.offsets().logEndOffset();
        String[] values = new String[1 + random.nextInt(3)];
        for (int i = 0; i < values.length; i++) {
            values[i] = "v" + random.nextInt(1_000_000) + "x".repeat(random.nextInt(30));
            written.put(base + i, new Rec(base + i, LogHome.START_MS + base, null, values[i]));
            batchOf.put(base + i, base);
        }
        Batches.append(log, batch(LogHome.START_MS + base, values), terms(0, LogHome.START_MS));
    }

    private void cut(Random random) {
        long end = log.offsets().logEndOffset();
        long from = highWatermark + (end == highWatermark ? 0 : random.nextLong(end - highWatermark));
        log.truncateTo(from == end ? end : Math.max(highWatermark, batchOf.get(from)));
    }

    private int readCommitted(Source source) throws IOException {
        var random = new Random(seed + 1 + source.ordinal());
        int rounds = 0;
        while (writing) {
            long end = highWatermark;
            long start = log.offsets().logStartOffset();
            if (start < end) {
                long offset = start + random.nextLong(end - start);
                var limits = new ReadLimits(1 + random.nextInt(500), ReadBound.below(end), FirstBatch.WHOLE, source);
                check(offset, log.read(offset, limits), source);
            }
            read(log.offsets().logEndOffset() - 1, source);
            rounds++;
        }
        return rounds;
    }

    /** What is not committed may be anything, also cut and written anew; but reading it must not fail. */
    private void read(long offset, Source source) {
        LogRead read = log.read(offset, new ReadLimits(100, ReadBound.logEnd(), FirstBatch.WHOLE, source));
        assertThat(read).as("seed %d", seed).isNotInstanceOf(LogRead.Failed.class);
        if (read instanceof LogSlice slice) {
            slice.release();
        }
    }

    private void check(long offset, LogRead read, Source source) throws IOException {
        String where = "seed " + seed + " offset " + offset + " from " + source;
        if (read instanceof LogRead.OutOfRange) {
            assertThat(log.offsets().logStartOffset()).as(where).isGreaterThan(offset);
            return;
        }
        if (source == Source.MEMORY && read instanceof LogRead.Cold) {
            return;
        }
        assertThat(read).as(where).isInstanceOf(LogSlice.class);
        LogSlice slice = (LogSlice) read;
        assertThat(slice.firstOffset()).as(where).isEqualTo(batchOf.get(offset));
        for (Rec rec : Batches.records(slice)) {
            assertThat(rec).as(where).isEqualTo(written.get(rec.offset()));
            verified.incrementAndGet();
        }
    }

    private int lookUp() {
        var random = new Random(seed + 9);
        int rounds = 0;
        while (writing) {
            long end = highWatermark;
            long start = log.offsets().logStartOffset();
            if (start < end) {
                long base = batchOf.get(start + random.nextLong(end - start));
                long found = log.offsetForTimestamp(LogHome.START_MS + base).offset();
                String where = "seed " + seed + " time of " + base;
                if (log.offsets().logStartOffset() <= base) {
                    assertThat(found).as(where).isEqualTo(base);
                } else {
                    assertThat(found).as(where).isGreaterThanOrEqualTo(base);
                }
                int epoch = log.epochAt(start);
                if (log.offsets().logStartOffset() <= start) {
                    assertThat(epoch).as(where).isZero();
                }
            }
            assertThat(log.maxTimestamp().timestampMs()).as("seed %d", seed).isGreaterThanOrEqualTo(-1);
            rounds++;
        }
        return rounds;
    }
}
