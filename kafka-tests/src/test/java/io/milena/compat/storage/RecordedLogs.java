package io.milena.compat.storage;

import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Logs that Apache Kafka 3.9.2 has written and compacted, in the formats before 0.11 and with all that producers can
 * leave, and what it said about them. They are resources of the storage module's tests; a README there tells more.
 */
final class RecordedLogs {

    /** Those with batches of old formats. */
    static final List<String> OLD = List.of("format-0", "format-1", "mixed");

    static final Map<String, String> SETTINGS = Map.of(
            "segment.bytes", "1000", "index.interval.bytes", "150", "retention.ms", "-1", "retention.bytes", "-1");

    private static final Path FOLDER =
            ReferenceJars.moduleFolder().resolveSibling("kafka-storage/src/test/resources/reference-logs");
    private static final List<String> KINDS =
            List.of(".log", ".index", ".timeindex", ".txnindex", ".snapshot", "leader-epoch-checkpoint");

    private RecordedLogs() {}

    /** Where the files of a partition of that name are as they were written. */
    static Path written(String log) {
        return FOLDER.resolve(log);
    }

    /** Where they are as compaction has left them. */
    static Path compacted(String log) {
        return FOLDER.resolve(log + "-compacted");
    }

    /** Copies the log's batches alone: the files beside them are not of one moment while a broker runs. */
    static void copyBatches(Path from, Path to) {
        copy(from, to);
        try {
            for (Path file : files(to)) {
                if (!file.getFileName().toString().endsWith(".log")) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the reference said of the log before it was compacted. */
    static Path answers(String log) {
        return FOLDER.resolve(log + "-answers.txt");
    }

    /** Replaces the log in the folder {@code to} by the one in {@code from}. */
    static void copy(Path from, Path to) {
        try {
            Files.createDirectories(to);
            for (Path old : files(to)) {
                Files.delete(old);
            }
            for (Path file : files(from)) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Base offset of the last segment in this folder. */
    static long activeSegment(Path folder) {
        return files(folder).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(".log"))
                .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
                .max()
                .orElseThrow();
    }

    /** The files of a log in this folder that tell its records, in the order of their names. */
    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> KINDS.stream()
                            .anyMatch(kind -> file.getFileName().toString().endsWith(kind)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
