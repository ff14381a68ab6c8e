package io.milena.storage;

import io.milena.record.BatchCursor;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.RecordView;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Logs that Apache Kafka 3.9.2 has written, as a README beside them tells, and how to compare them. Stateless. */
final class ReferenceLogs {

    private static final String LOG = ".log";

    private ReferenceLogs() {}

    /** The resource of that name. */
    static Path of(String name) {
        try {
            return Path.of(Objects.requireNonNull(ReferenceLogs.class.getResource("/reference-logs/" + name), name)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Copies the files with batches, and nothing else; each counts as written a second after the one before. */
    static void copyBatches(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        long writtenMs = LogHome.START_MS;
        for (Path file : segments(from)) {
            Path copy = Files.copy(file, to.resolve(file.getFileName().toString()));
            Files.setLastModifiedTime(copy, FileTime.fromMillis(writtenMs));
            writtenMs += 1_000;
        }
    }

    /** The files with batches, in the order of their offsets. */
    static List<Path> segments(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(LOG)).sorted().toList();
        }
    }

    /** Indexes of all kinds, and the snapshot of producers at the end of the log. */
    static List<Path> besideBatches(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> sorted = files.sorted().toList();
            List<Path> found = new ArrayList<>(sorted);
            found.removeIf(file -> !file.toString().endsWith("index"));
            sorted.stream()
                    .filter(file -> file.toString().endsWith(".snapshot"))
                    .reduce((earlier, later) -> later)
                    .ifPresent(found::add);
            return found;
        }
    }

    /** All batches, one behind the other. */
    static byte[] bytes(Path folder) throws IOException {
        ByteBuf all = Unpooled.buffer();
        for (Path segment : segments(folder)) {
            all.writeBytes(Files.readAllBytes(segment));
        }
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    /**
     * Segments, batches and records: everything but how a codec packs them, what timestamps are relative to, and until
     * when a delete horizon is, which depends on the clock.
     */
    static List<String> describe(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (var decompressor = new Decompressor(Batches.ALLOCATOR, 1 << 20)) {
            for (Path segment : segments(folder)) {
                lines.add(segment.getFileName().toString());
                BatchCursor cursor = BatchCursor.over(Unpooled.wrappedBuffer(Files.readAllBytes(segment)));
                while (cursor.next()) {
                    describe(cursor.batch(), decompressor, lines);
                }
            }
        } catch (MalformedRecords e) {
            throw new IOException(e);
        }
        return lines;
    }

    private static void describe(RecordBatch batch, Decompressor decompressor, List<String> lines)
            throws MalformedRecords {
        String base = batch.baseTimestamp() < 0 ? "nothing" : batch.hasDeleteHorizon() ? "a horizon" : "a time";
        lines.add("format %d, %d to %d, epoch %d, attributes %d, %d records, relative to %s, newest %d, by %d/%d at %d"
                .formatted(
                        batch.magic(),
                        batch.baseOffset(),
                        batch.lastOffset(),
                        batch.partitionLeaderEpoch(),
                        batch.attributes(),
                        batch.recordCount(),
                        base,
                        batch.maxTimestamp(),
                        batch.producerId(),
                        batch.producerEpoch(),
                        batch.baseSequence()));
        try (RecordIterator records = RecordIterator.open(batch, decompressor)) {
            while (records.next()) {
                RecordView record = records.record();
                lines.add("  " + record.offset() + " at " + record.timestamp() + ": " + text(record.key()) + "="
                        + text(record.value()));
            }
        }
    }

    private static String text(@Nullable ByteBuf field) {
        return field == null ? "null" : field.toString(StandardCharsets.ISO_8859_1);
    }
}
