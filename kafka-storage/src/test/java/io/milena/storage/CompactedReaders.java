package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.time.Scheduler;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Batches.Rec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One compacted log that a writer changes at random, with and without transactions, while cleaners work on it and
 * readers look. Whoever reads from the start to the end meets the newest committed record of each key, and nothing that
 * was aborted; every record is what was written at its offset, also in a slice that was held for long.
 */
final class CompactedReaders {

    private static final int KEYS = 12;
    private static final int MOST_HELD = 8;
    private static final int MOST_STEPS = 100_000;
    private static final long PRODUCER = 7;

    private final LogHome home;
    private final LogManager manager;
    private final Log log;
    private final long seed;
    private final KeyedHistory history = new KeyedHistory();
    private final AtomicLong verified = new AtomicLong();
    private int sequence;
    private volatile long highWatermark;

    CompactedReaders(Path directory, GatedFileStore disk, long seed, List<Scheduler> cleaners) {
        this.seed = seed;
        var random = new Random(seed);
        home = new LogHome(directory)
                .on(disk.files())
                .with("cleanup.policy", "compact,delete")
                .with("segment.bytes", 300 + random.nextInt(2_000))
                .with("index.interval.bytes", random.nextInt(300))
                .with("min.cleanable.dirty.ratio", 0.01)
                .with("delete.retention.ms", 0)
                .with("retention.ms", -1)
                .with("file.delete.delay.ms", 0);
        manager = home.open();
        log = home.orders(manager);
        manager.startCleaning(CompactedLog.settings("log.cleaner.backoff.ms", "1"), cleaners);
    }

    /** How many records readers have compared. */
    long verified() {
        return verified.get();
    }

    void run(int steps) throws Exception {
        var looking = new Random(seed + 1);
        var lookingUp = new Random(seed + 2);
        var reading = new Random(seed + 3);
        new ReadersBeside(List.of(() -> look(looking), () -> lookUp(lookingUp), () -> readAll(reading)))
                .run(() -> write(steps));
        assertThat(home.failures).as("seed %d", seed).isEmpty();
        manager.close();
        home.time.advance(1_000);
    }

    /** Until the cleaners have done something, too. */
    private void write(int steps) {
        var random = new Random(seed);
        for (int step = 0; step < steps || !isCleaned() && step < MOST_STEPS; step++) {
            int die = random.nextInt(1_000);
            if (die < 700) {
                append(random);
            } else if (die < 820 && history.isTransactionOpen()) {
                end(random.nextBoolean() ? ControlMarker.Type.COMMIT : ControlMarker.Type.ABORT);
            } else if (die < 930) {
                highWatermark = log.offsets().logEndOffset();
                log.highWatermark(highWatermark);
            } else if (die < 932) {
                cut();
            } else if (die < 942) {
                long start = log.offsets().logStartOffset();
                log.deleteRecordsBefore(start + (highWatermark - start) / 8);
                log.retain(home.time.wallMs());
            } else if (die < 970) {
                log.closeIdleFiles();
            } else {
                home.time.advance(10);
            }
        }
    }

    /** Whether cleaners have come some way into the log. */
    boolean isCleaned() {
        return log.dir().cleaned.cleanedUpTo(LogHome.ORDERS) > 0;
    }

    private void cut() {
        long offset = Math.max(highWatermark, history.transactionalUpTo());
        if (offset < log.offsets().logEndOffset()) {
            history.cut(offset);
            log.truncateTo(offset);
        }
    }

    /** Some in a transaction, some beside one that is open. */
    private void append(Random random) {
        long base = log.offsets().logEndOffset();
        List<Rec> records = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            String value = "v" + random.nextInt(1_000_000) + "x".repeat(random.nextInt(60));
            records.add(new Rec(base + records.size(), LogHome.START_MS + base, "k" + random.nextInt(KEYS), value));
        }
        boolean isTransactional = random.nextBoolean();
        history.appended(records, isTransactional);
        BatchTerms terms = isTransactional
                ? BatchTerms.PLAIN.withProducer(PRODUCER, (short) 0, sequence).transactional()
                : BatchTerms.PLAIN;
        sequence += isTransactional ? records.size() : 0;
        append(Batches.encode(terms, Codec.NONE, records), Origin.TRANSACTIONAL_CLIENT);
    }

    private void end(ControlMarker.Type type) {
        long offset = log.offsets().logEndOffset();
        if (type == ControlMarker.Type.COMMIT) {
            history.committed(offset);
        } else {
            history.aborted(offset);
        }
        append(
                new ControlMarker(type, 0).toBatch(Batches.ALLOCATOR, PRODUCER, (short) 0, LogHome.START_MS + offset),
                Origin.COORDINATOR);
    }

    private void append(ByteBuf batch, Origin origin) {
        var terms = new AppendTerms(0, LogHome.START_MS, origin, RecordValidation.FULL);
        assertThat(Batches.append(log, batch, terms)).as("seed %d", seed).isInstanceOf(Appended.class);
    }

    /** Slices of any place, of which some are read much later. */
    private void look(Random random) throws IOException {
        Deque<LogSlice> held = new ArrayDeque<>();
        for (int i = 0; i < 2 * MOST_HELD; i++) {
            long end = highWatermark;
            if (end > 0 && read(random.nextLong(end), end, random) instanceof LogSlice slice) {
                held.add(slice);
            }
            if (held.size() > MOST_HELD) {
                check(held.remove());
            }
        }
        for (LogSlice slice : held) {
            check(slice);
        }
    }

    private LogRead read(long offset, long end, Random random) {
        Source source = random.nextBoolean() ? Source.DISK : Source.MEMORY;
        LogRead read = log.read(
                offset, new ReadLimits(1 + random.nextInt(800), ReadBound.below(end), FirstBatch.WHOLE, source));
        assertThat(read).as("seed %d", seed).isNotInstanceOf(LogRead.Failed.class);
        if (read instanceof LogRead.OutOfRange) {
            assertThat(log.offsets().logStartOffset()).as("seed %d", seed).isGreaterThan(offset);
        }
        return read;
    }

    private void check(LogSlice slice) throws IOException {
        for (Rec rec : Batches.records(slice)) {
            Rec expected = history.at(rec.offset());
            if (expected != null) {
                assertThat(rec).as("seed %d", seed).isEqualTo(expected);
                verified.incrementAndGet();
            }
        }
    }

    /** What is found is not older than what was asked for. */
    private void lookUp(Random random) {
        long end = highWatermark;
        if (end == 0) {
            return;
        }
        long base = history.batchOf(random.nextLong(end));
        OffsetAtTime found = log.offsetForTimestamp(LogHome.START_MS + base);
        String where = "seed " + seed + " time of " + base;
        assertThat(found.offset()).as(where).isGreaterThanOrEqualTo(base);
        if (found.offset() < end) {
            assertThat(found.timestampMs()).as(where).isEqualTo(LogHome.START_MS + history.batchOf(found.offset()));
        }
    }

    /** From the start to the last stable offset, wherever that is by then; unless the start overtakes the reader. */
    private void readAll(Random random) throws IOException {
        var whole = new WholeLog(log, 1 + random.nextInt(1_500));
        Set<Long> seen = new HashSet<>();
        long start = log.offsets().logStartOffset();
        long next = start;
        long stable = stableEnd();
        try {
            while (next < stable) {
                for (Rec rec : whole.committed(next, stable)) {
                    check(rec);
                    seen.add(rec.offset());
                }
                next = stable;
                stable = stableEnd();
            }
        } catch (IOException e) {
            assertThat(log.offsets().logStartOffset())
                    .as("seed %d: %s", seed, e)
                    .isGreaterThan(start);
            return;
        }
        assertThat(seen)
                .as("seed %d up to %d", seed, next)
                .containsAll(history.newest(log.offsets().logStartOffset(), next));
    }

    private void check(Rec committed) {
        assertThat(committed).as("seed %d", seed).isEqualTo(history.at(committed.offset()));
        assertThat(history.isAborted(committed.offset()))
                .as("seed %d: %d is aborted", seed, committed.offset())
                .isFalse();
    }

    private long stableEnd() {
        return log.offsets().lastStableOffset(highWatermark);
    }
}
