package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Apache Kafka leaves when it is killed while it compacts: the files after each of its steps, made here of the
 * same segments before and after a compaction. Its steps are in another order than ours: the log file is the first to
 * get a new name.
 */
class ReferenceLeftoversTest {

    /** In the order in which it renames the files of one segment. */
    private static final List<String> KINDS =
            List.of(SegmentName.LOG, SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX, SegmentName.TRANSACTION_INDEX);

    private static final List<Long> SOURCES = List.of(0L, 3L, 7L);

    @TempDir
    Path root;

    private final QuietLogs quiet = new QuietLogs();

    /** Names and bytes of the files of the log, before and after it was compacted. */
    private final Map<String, byte[]> before = new TreeMap<>();

    private final Map<String, byte[]> compacted = new TreeMap<>();
    private List<String> contentsBefore = List.of();
    private List<String> contentsCompacted = List.of();

    @BeforeEach
    void compact() throws IOException {
        var log = new CompactedLog(home(root.resolve("made")));
        for (int i = 0; i < 3; i++) {
            log.append("a=" + i, "b" + i + "=1", "c=" + i);
            log.roll();
        }
        log.log.flush();
        contentsBefore = log.contents();
        read(log.home.ordersDirectory(), before);
        log.startCleaner();
        log.clean();
        contentsCompacted = log.contents();
        log.home.time.advance(120_000);
        read(log.home.ordersDirectory(), compacted);
        log.manager.close();
        assertThat(before)
                .containsKeys(SOURCES.stream().map(base -> name(base, ".log")).toArray(String[]::new));
        assertThat(compacted).containsKey(name(0, ".log")).doesNotContainKey(name(3, ".log"));
    }

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    private static LogHome home(Path directory) {
        return new LogHome(directory).with("segment.bytes", 2_000);
    }

    private static String name(long base, String kind) {
        return SegmentName.of(Path.of(""), base, kind).toString();
    }

    private static void read(Path directory, Map<String, byte[]> into) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                into.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
    }

    /** The files after each step of the reference. */
    private List<Map<String, byte[]>> states() {
        List<Map<String, byte[]>> states = new ArrayList<>();
        Map<String, byte[]> files = new TreeMap<>(before);
        for (String kind : KINDS) {
            if (compacted.containsKey(name(0, kind))) {
                byte[] whole = compacted.get(name(0, kind));
                files.put(name(0, kind + ".cleaned"), Arrays.copyOf(whole, whole.length / 2));
                states.add(new TreeMap<>(files));
                files.put(name(0, kind + ".cleaned"), whole);
                states.add(new TreeMap<>(files));
            }
        }
        KINDS.forEach(kind -> renamed(files, name(0, kind + ".cleaned"), name(0, kind + ".swap"), states));
        for (long source : SOURCES) {
            KINDS.forEach(kind -> renamed(files, name(source, kind), name(source, kind + ".deleted"), states));
        }
        KINDS.forEach(kind -> renamed(files, name(0, kind + ".swap"), name(0, kind), states));
        for (String name : List.copyOf(files.keySet())) {
            if (name.endsWith(".deleted")) {
                files.remove(name);
                states.add(new TreeMap<>(files));
            }
        }
        return states;
    }

    private static void renamed(Map<String, byte[]> files, String from, String to, List<Map<String, byte[]>> states) {
        byte[] bytes = files.remove(from);
        if (bytes != null) {
            files.put(to, bytes);
            states.add(new TreeMap<>(files));
        }
    }

    @Test
    void afterEachStepTheLogHoldsWhatItHeldBeforeOrAfter() throws IOException {
        List<Map<String, byte[]>> states = states();
        assertThat(states).hasSizeGreaterThan(20);
        for (int i = 0; i < states.size(); i++) {
            String where = "step " + i + ": " + states.get(i).keySet();
            CompactedLog opened = opened("state-" + i, states.get(i));
            assertThat(opened.contents()).as(where).isIn(contentsBefore, contentsCompacted);

            opened.startCleaner();
            opened.clean();
            assertThat(opened.contents()).as(where + ", compacted again").isEqualTo(contentsCompacted);
            opened.manager.close();
            assertThat(opened.home.failures).as(where).isEmpty();
        }
    }

    /**
     * A segment whose offsets go too far is split: all that it is split into are renamed, from behind, before it is
     * removed itself.
     */
    @Test
    void aSplitThatWasNotDoneIsUndone() throws IOException {
        Map<String, byte[]> files = new TreeMap<>(compacted);
        for (String kind : List.of(".log", ".index", ".timeindex")) {
            files.put(name(0, kind + ".cleaned"), before.get(name(0, kind)));
            files.put(name(3, kind + ".swap"), before.get(name(3, kind)));
        }

        CompactedLog opened = opened("split", files);

        assertThat(opened.contents()).isEqualTo(contentsCompacted);
        assertThat(opened.home.ordersDirectory()).isDirectoryNotContaining("glob:**.{swap,cleaned}");
        opened.manager.close();
    }

    private CompactedLog opened(String name, Map<String, byte[]> files) throws IOException {
        LogHome home = home(root.resolve(name));
        Path directory = Files.createDirectories(home.ordersDirectory());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(directory.resolve(file.getKey()), file.getValue());
        }
        for (String checkpoint : List.of("recovery-point-offset-checkpoint", "meta.properties")) {
            Files.copy(
                    root.resolve("made").resolve(checkpoint), root.resolve(name).resolve(checkpoint));
        }
        return new CompactedLog(home);
    }
}
