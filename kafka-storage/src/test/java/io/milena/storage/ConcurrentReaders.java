package io.milena.storage;

import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One log that a writer changes at random while readers look at it. What is below the high watermark is never cut, so
 * readers know by offset what they must find there: the value of each record, and the batch that holds it.
 */
final class ConcurrentReaders {

    private static final int MOST_HELD = 10;

    private final LogHome home;
    private final LogManager manager;
    private final Log log;
    private final long seed;
    private final Map<Long, Rec> written = new ConcurrentHashMap<>();
    private final Map<Long, Long> batchOf = new ConcurrentHashMap<>();
    private final Queue<Held> held = new ConcurrentLinkedQueue<>();
    private final AtomicLong verified = new AtomicLong();
    private volatile long highWatermark;

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
        new ReadersBeside(List.of(readerFrom(Source.DISK), readerFrom(Source.MEMORY), lookUps()))
                .run(() -> write(steps));
        held.forEach(Held::release);
        assertThat(home.failures).isEmpty();
        manager.close();
        home.time.advance(1_000);
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

    private ReadersBeside.Look readerFrom(Source source) {
        var random = new Random(seed + 1 + source.ordinal());
        return () -> {
            long end = highWatermark;
            long start = log.offsets().logStartOffset();
            if (start < end) {
                long offset = start + random.nextLong(end - start);
                var limits = new ReadLimits(1 + random.nextInt(500), ReadBound.below(end), FirstBatch.WHOLE, source);
                check(offset, log.read(offset, limits), source);
            }
            read(log.offsets().logEndOffset() - 1, source);
        };
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
        held.add(new Held(slice, where));
        if (held.size() > MOST_HELD) {
            verify(held.poll());
        }
    }

    /** Its segment may be gone by now. */
    private void verify(@Nullable Held oldest) throws IOException {
        if (oldest == null) {
            return;
        }
        for (Rec rec : Batches.records(oldest.slice())) {
            assertThat(rec).as(oldest.where()).isEqualTo(written.get(rec.offset()));
            verified.incrementAndGet();
        }
    }

    private ReadersBeside.Look lookUps() {
        var random = new Random(seed + 9);
        return () -> {
            long end = highWatermark;
            long start = log.offsets().logStartOffset();
            if (start < end) {
                lookUp(batchOf.get(start + random.nextLong(end - start)), start);
            }
            assertThat(log.maxTimestamp().timestampMs()).as("seed %d", seed).isGreaterThanOrEqualTo(-1);
        };
    }

    private void lookUp(long base, long start) {
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

    /** A slice that is read later, as one that waits for a slow connection. */
    private record Held(LogSlice slice, String where) {

        void release() {
            slice.release();
        }
    }
}
