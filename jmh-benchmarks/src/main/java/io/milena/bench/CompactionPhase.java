package io.milena.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * How one broker compacts a log: from the change of the topic's policy until its checkpoint names the log.
 *
 * @param seconds that it took
 * @param cpuSeconds of the broker meanwhile
 * @param bytesAfter of the log's segments, without those that wait to be deleted
 */
record CompactionPhase(double seconds, double cpuSeconds, long bytesAfter) {

    private static final String TOPIC = "compacted";
    private static final int RECORDS = 1 << 20;
    private static final int KEYS = 1_000_000;
    private static final int VALUE_BYTES = 1_000;
    private static final long LOOK_NANOS = 10_000_000;
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    /** Fills a log that is not compacted, and then has it compacted. */
    static CompactionPhase run(LoadClients clients, Contender broker) throws IOException {
        clients.run(broker, "create topic=" + TOPIC + " partitions=1 segment.bytes=104857600");
        clients.run(broker, "fill topic=" + TOPIC + " records=" + RECORDS + " keys=" + KEYS + " size=" + VALUE_BYTES);
        double cpuBefore = broker.process().cpuSeconds();
        long start = System.nanoTime();
        clients.run(broker, "alter topic=" + TOPIC + " cleanup.policy=compact min.cleanable.dirty.ratio=0.01");
        while (!isCleaned(broker)) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IOException(broker.name() + " has not compacted its log");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = broker.process().cpuSeconds() - cpuBefore;
        return new CompactionPhase(seconds, cpuSeconds, segmentBytes(broker.logDirectory()));
    }

    private static boolean isCleaned(Contender broker) throws IOException {
        try {
            String checkpoint = Files.readString(broker.logDirectory().resolve("cleaner-offset-checkpoint"));
            return checkpoint.contains(TOPIC + " 0 ");
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static long segmentBytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(TOPIC + "-0"))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .mapToLong(CompactionPhase::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
