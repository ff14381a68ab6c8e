package io.milena.storage;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.time.Scheduler;
import io.milena.common.time.SystemTime;
import io.milena.record.ControlMarker;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.LogModel.Kind;
import io.milena.storage.files.NioFileStore;
import io.milena.testing.SeededRandomness;
import io.milena.testing.ThreadScheduler;
import io.netty.buffer.ByteBuf;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;

/**
 * The program that is killed: it appends to each {@link KilledLog} on a thread of its own, while retention, checkpoints
 * and compaction go on, and tells every append that came back. It would go on for long, but ends with its listener.
 *
 * <p>Arguments are the log directories.
 */
final class KilledWriter {

    /** Nobody waits so long before it is killed. */
    private static final int MOST_APPENDS = 1_000_000;

    private static final int MOST_RECORDS = 5;
    private static final int APPENDS_PER_MARKER = 4;
    private static final int CLEANERS = 2;
    private static final int DISK_THREADS = 8;

    private final FileOutputStream listener = new FileOutputStream(FileDescriptor.out);
    private final LogManager manager;

    private KilledWriter(List<Path> directories) {
        var services = new StorageServices(
                new NioFileStore(),
                new SystemTime(),
                new SeededRandomness(1),
                thread(),
                dir -> threads(),
                threads(),
                new MetricRegistry());
        manager = open(directories, services);
    }

    /** Opens those logs that are there, with background work in quick succession. */
    static LogManager open(List<Path> directories, StorageServices services) {
        var config = new LogManagerConfig(
                directories,
                2,
                new LogManagerConfig.Intervals(10, 30, 100, 100, 20),
                new LogManagerConfig.Memory(1 << 20, 16 << 20, 16 << 20),
                new ProducerExpiryConfig(Integer.MAX_VALUE, 50));
        return LogManager.open(
                config,
                services,
                new DirectoryOwner(1, "TRoVM4HrSCWm3UWZndUwJA"),
                topic -> KilledLog.of(topic).config(),
                (directory, partitions) -> {
                    throw new AssertionError(directory + " failed");
                });
    }

    private static Scheduler thread() {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        return new ThreadScheduler(thread);
    }

    private static Executor threads() {
        return Executors.newFixedThreadPool(DISK_THREADS);
    }

    public static void main(String[] directories) {
        System.setOut(System.err);
        new KilledWriter(Stream.of(directories).map(Path::of).toList()).start();
    }

    private void start() {
        manager.startBackgroundWork();
        manager.startCleaning(
                CleanerSettings.from(Map.of(
                        "log.cleaner.threads",
                        String.valueOf(CLEANERS),
                        "log.cleaner.dedupe.buffer.size",
                        "4000000",
                        "log.cleaner.backoff.ms",
                        "5")),
                Stream.generate(KilledWriter::thread).limit(CLEANERS).toList());
        for (KilledLog each : KilledLog.values()) {
            Log log = manager.openOrCreate(each.partition(), each.topicId(), each.config());
            new Thread(() -> writeOrEnd(each, log), each.name()).start();
        }
    }

    /** A fault ends the program, so that its listener hears no more of it, and looks into its log. */
    private void writeOrEnd(KilledLog which, Log log) {
        try {
            write(which, log);
        } catch (IOException | RuntimeException | Error e) {
            e.printStackTrace();
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private void write(KilledLog which, Log log) throws IOException {
        var random = new Random(which.ordinal());
        int sequence = nextSequence(which, log);
        long end = log.offsets().logEndOffset();
        log.highWatermark(end);
        if (log.offsets().lastStableOffset(end) < end) {
            mark(which, log, Kind.ABORT);
        }
        int sinceMarker = 0;
        for (int i = 0; i < MOST_APPENDS; i++) {
            if (sinceMarker > 0 && random.nextInt(APPENDS_PER_MARKER) == 0) {
                mark(which, log, random.nextBoolean() ? Kind.COMMIT : Kind.ABORT);
                sinceMarker = 0;
            } else {
                sequence += append(which, log, 1 + random.nextInt(MOST_RECORDS), sequence);
                sinceMarker += which.isTransactional() ? 1 : 0;
            }
        }
    }

    /** The log knows it, though the process that wrote the last one was killed. */
    private static int nextSequence(KilledLog which, Log log) {
        return log.activeProducers().stream()
                .filter(producer -> producer.producerId() == which.producerId())
                .mapToInt(producer -> producer.lastSequence() + 1)
                .findFirst()
                .orElse(0);
    }

    private int append(KilledLog which, Log log, int count, int sequence) throws IOException {
        long first = log.offsets().logEndOffset();
        long last = first + count - 1;
        ByteBuf batch = Batches.encode(which.terms(sequence), Codec.NONE, which.records(first, last));
        append(log, batch, which.isTransactional() ? Origin.TRANSACTIONAL_CLIENT : Origin.CLIENT);
        Kind kind = which.isTransactional() ? Kind.TRANSACTIONAL : Kind.PLAIN;
        tell(new Told(which, kind, first, last, which.hasProducer() ? sequence : -1));
        return count;
    }

    private void mark(KilledLog which, Log log, Kind kind) throws IOException {
        long offset = log.offsets().logEndOffset();
        var type = kind == Kind.COMMIT ? ControlMarker.Type.COMMIT : ControlMarker.Type.ABORT;
        ByteBuf marker = new ControlMarker(type, 0)
                .toBatch(Batches.ALLOCATOR, which.producerId(), (short) 0, LogHome.START_MS + offset);
        append(log, marker, Origin.COORDINATOR);
        tell(new Told(which, kind, offset, offset, -1));
    }

    private static void append(Log log, ByteBuf batch, Origin origin) {
        var terms = new AppendTerms(0, LogHome.START_MS, origin, RecordValidation.FULL);
        AppendResult result = Batches.append(log, batch, terms);
        if (!(result instanceof Appended appended)) {
            throw new AssertionError(log + ": " + result);
        }
        log.forceIfEachRecordIs();
        log.highWatermark(appended.lastOffset() + 1);
    }

    /** In one write, which a kill does not tear. */
    private void tell(Told told) throws IOException {
        listener.write(told.line().getBytes(StandardCharsets.UTF_8));
    }
}
