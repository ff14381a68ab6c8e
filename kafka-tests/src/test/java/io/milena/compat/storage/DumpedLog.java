package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.ReferenceTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the reference's dump tool finds in files of logs. Stateless. */
final class DumpedLog {

    private static final String TOOL = "kafka.tools.DumpLogSegments";
    private static final List<String> LOGS_AND_INDEXES = List.of(".log", ".index", ".timeindex", ".txnindex");
    private static final List<String> INDEXES = List.of(".index", ".timeindex");
    private static final List<String> SNAPSHOTS = List.of(".snapshot");

    private static final Pattern TROUBLE = Pattern.compile(
            "mismatch|non-consecutive|non-sequential|out of order|failed|not found|corrupt|exception|isvalid: false",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern GAP_IN_COMPACTED =
            Pattern.compile("Non-consecutive offsets in .*" + Stock.COMPACTED + "-0/[0-9]+\\.log");

    private DumpedLog() {}

    /** Has it go through every file of the partitions, record by record and entry by entry; returns what it printed. */
    static String checked(List<Path> partitions) {
        String records = run("--deep-iteration", "--print-data-log", "--files", files(partitions, LOGS_AND_INDEXES));
        String indexes = run("--index-sanity-check", "--files", files(partitions, INDEXES));
        run("--verify-index-only", "--files", files(partitions, INDEXES));
        return records + indexes + run("--files", files(partitions, SNAPSHOTS));
    }

    private static String run(String... arguments) {
        ReferenceTool dump = ReferenceTool.run(TOOL, arguments);
        assertThat(dump.exitCode()).as(dump.printed()).isZero();
        assertThat(dump.printed()
                        .lines()
                        .filter(line -> !GAP_IN_COMPACTED.matcher(line).matches()))
                .as(dump.printed())
                .noneMatch(line -> TROUBLE.matcher(line).find());
        return dump.printed();
    }

    private static String files(List<Path> partitions, List<String> kinds) {
        return String.join(
                ",",
                partitions.stream()
                        .flatMap(DumpedLog::names)
                        .filter(name -> kinds.stream().anyMatch(name::endsWith))
                        .sorted()
                        .toList());
    }

    private static Stream<String> names(Path partition) {
        try (Stream<Path> files = Files.list(partition)) {
            return files.map(Path::toString).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
