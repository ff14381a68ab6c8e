package io.milena.storage;

import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static io.milena.storage.Batches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchTerms;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.Batches.Rec;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A random history of one log beside a model of it: the list of its records. The seed draws the settings too, most of
 * them tiny.
 */
final class LogHistory {

    private static final Codec[] CODECS = Codec.values();

    private final LogHome home;
    private final Random random;
    private final long seed;
    private final List<Rec> model = new ArrayList<>();
    private long modelStart;
    private long modelEnd;
    private int epoch;
    private int steps;
    private LogManager manager;
    private Log log;

    LogHistory(Path directory, long seed) {
        this.seed = seed;
        random = new Random(seed);
        home = new LogHome(directory)
                .with("segment.bytes", 150 + random.nextInt(1_500))
                .with("segment.index.bytes", random.nextBoolean() ? 10_485_760 : 12 + random.nextInt(60))
                .with("index.interval.bytes", random.nextInt(400))
                .with("file.delete.delay.ms", random.nextInt(2_000))
                .with("segment.jitter.ms", random.nextInt(1_000))
                .with("flush.messages", random.nextInt(4) == 0 ? 1 + random.nextInt(20) : Long.MAX_VALUE);
        manager = home.open();
        log = home.orders(manager);
    }

    int steps() {
        return steps;
    }

    void run(int count) throws IOException {
        for (; steps < count; steps++) {
            step(random.nextInt(100));
            check();
        }
        reopen();
        check();
        manager.close();
    }

    private void step(int die) throws IOException {
        if (die < 60) {
            append();
        } else if (die < 66) {
            log.flush();
        } else if (die < 72) {
            truncate();
        } else if (die < 78) {
            deleteRecords();
        } else if (die < 84) {
            retain();
        } else if (die < 88) {
            home.time.advance(random.nextInt(5_000));
        } else if (die < 92) {
            epoch += random.nextInt(3);
            log.assignEpochStart(epoch);
        } else if (die < 96) {
            reopen();
        } else {
            crash();
        }
    }

    private void append() {
        String[] values = new String[1 + random.nextInt(4)];
        for (int i = 0; i < values.length; i++) {
            values[i] = "value-" + modelEnd + "-" + i + "x".repeat(random.nextInt(20));
        }
        long timestamp = home.time.wallMs() + random.nextInt(200) - 100 + (random.nextInt(50) == 0 ? 1L << 45 : 0);
        Codec codec = random.nextInt(3) == 0 ? CODECS[random.nextInt(CODECS.length)] : Codec.NONE;
        AppendResult result = Batches.append(
                log, batch(BatchTerms.PLAIN, codec, timestamp, values), terms(epoch, home.time.wallMs()));
        assertThat(result).as("seed %d step %d", seed, steps).isInstanceOf(Appended.class);
        assertThat(((Appended) result).firstOffset()).isEqualTo(modelEnd);
        for (String value : values) {
            model.add(new Rec(modelEnd++, timestamp, null, value));
        }
    }

    /** To the border of a batch, as replication does. */
    private void truncate() throws IOException {
        long offset = modelStart + (modelEnd == modelStart ? 0 : random.nextLong(modelEnd - modelStart));
        if (log.read(offset, new ReadLimits(1, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK))
                instanceof LogSlice slice) {
            long border = Math.max(slice.firstOffset(), modelStart);
            slice.release();
            log.truncateTo(border);
            modelEnd = border;
            model.removeIf(rec -> rec.offset() >= border);
        }
    }

    private void deleteRecords() {
        long offset = modelStart + (modelEnd == modelStart ? 0 : random.nextLong(modelEnd - modelStart + 1));
        log.deleteRecordsBefore(offset);
        startedAt(offset);
    }

    private void startedAt(long offset) {
        modelStart = offset;
        model.removeIf(rec -> rec.offset() < offset);
    }

    private void retain() {
        if (random.nextInt(3) == 0) {
            home.with("retention.bytes", random.nextInt(5_000));
            log.config(home.config());
        }
        log.highWatermark(modelEnd);
        log.retain(home.time.wallMs());
        startedAt(log.offsets().logStartOffset());
    }

    private void reopen() {
        manager.close();
        manager = home.open();
        log = home.orders(manager);
    }

    /** Whatever is behind the recovery point may be cut anywhere; what is left must be a prefix of what was written. */
    private void crash() throws IOException {
        long forced = Math.max(log.recoveryPoint(), modelStart);
        manager.online().forEach(manager::checkpointRecoveryPoints);
        manager.online().forEach(manager::checkpointLogStarts);
        manager.letGo();
        cutTail(forced);
        manager = home.open();
        log = home.orders(manager);
        long end = log.offsets().logEndOffset();
        assertThat(end).as("seed %d step %d: forced records stay", seed, steps).isBetween(forced, modelEnd);
        modelEnd = end;
        model.removeIf(rec -> rec.offset() >= end);
        startedAt(log.offsets().logStartOffset());
    }

    private void cutTail(long forced) throws IOException {
        Path last = lastLogFile();
        long base = Long.parseLong(last.getFileName().toString().substring(0, 20));
        long size = Files.size(last);
        if (base < forced || size == 0) {
            return;
        }
        try (FileChannel channel = FileChannel.open(last, StandardOpenOption.WRITE)) {
            channel.truncate(random.nextLong(size + 1));
        }
    }

    private Path lastLogFile() throws IOException {
        try (Stream<Path> files = Files.list(home.ordersDirectory())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .reduce((first, second) -> second)
                    .orElseThrow();
        }
    }

    private void check() throws IOException {
        String where = "seed " + seed + " step " + steps;
        LogOffsets ends = log.offsets();
        assertThat(ends.logEndOffset()).as(where).isEqualTo(modelEnd);
        assertThat(ends.logStartOffset()).as(where).isEqualTo(modelStart);
        long from = modelEnd == modelStart ? modelStart : modelStart + random.nextLong(modelEnd - modelStart);
        List<Rec> expected = model.stream().filter(rec -> rec.offset() >= from).toList();
        assertThat(readAll(log, from, 1 + random.nextInt(2_000))).as(where).isEqualTo(expected);
        checkTimes(where);
    }

    private void checkTimes(String where) {
        long target = home.time.wallMs() + random.nextInt(300) - 150;
        long found = model.stream()
                .filter(rec -> rec.timestampMs() >= target)
                .mapToLong(Rec::offset)
                .findFirst()
                .orElse(-1);
        assertThat(log.offsetForTimestamp(target).offset()).as(where).isEqualTo(found);
        long newest = model.stream().mapToLong(Rec::timestampMs).max().orElse(-1);
        assertThat(log.maxTimestamp().timestampMs()).as(where).isEqualTo(newest);
    }
}
