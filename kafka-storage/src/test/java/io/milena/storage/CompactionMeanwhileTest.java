package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Segments are taken out of a log while it is compacted, at every fifth call by which the cleaner looks at them or
 * writes beside them: it gives up, and finds neither a broken disk nor a log that cannot be compacted.
 */
class CompactionMeanwhileTest {

    private static final int MOST_CALLS = 500;
    private static final int EVERY = 5;
    private static final Path DIRECTORY = Path.of("/logs");

    private final QuietLogs quiet = new QuietLogs();

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("truncated and written anew", compacted -> {
                    compacted.log.truncateTo(3);
                    refill(compacted);
                }),
                change("truncated within a batch's segment", compacted -> compacted.log.truncateTo(1)),
                change("begun anew", compacted -> {
                    compacted.log.resetTo(0);
                    refill(compacted);
                }),
                change("shortened from the front", compacted -> {
                    compacted.log.deleteRecordsBefore(5);
                    compacted.log.retain(LogHome.START_MS);
                }),
                change("deleted, and another one made", compacted -> {
                    compacted.manager.delete(LogHome.ORDERS);
                    compacted.log = compacted.home.orders(compacted.manager);
                    refill(compacted);
                }));
    }

    private static Arguments change(String name, Consumer<CompactedLog> change) {
        return Arguments.of(name, change);
    }

    /** Other bytes where the old ones were. */
    private static void refill(CompactedLog compacted) {
        for (int i = 0; i < 6; i++) {
            compacted.append("anew=" + "x".repeat(3 * i + 1), "k" + i + "=y");
        }
        compacted.roll();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void theCleanerGivesUp(String name, Consumer<CompactedLog> change) throws IOException {
        int call = 0;
        while (cleanedWith(change, call, name + " at call " + call)) {
            call += EVERY;
            assertThat(call).isLessThan(MOST_CALLS);
        }
        assertThat(call).isGreaterThan(10);
    }

    /** False if the cleaner made fewer calls. */
    private static boolean cleanedWith(Consumer<CompactedLog> change, int call, String where) throws IOException {
        var disk = new GatedFileStore(new CrashingFileStore(new Random(call)));
        var home = new LogHome(DIRECTORY).on(disk.files()).with("segment.bytes", 200);
        var compacted = new CompactedLog(home);
        for (int i = 0; i < 8; i++) {
            compacted.append("k" + i % 3 + "=" + i, "only" + i + "=1");
        }
        compacted.roll();
        compacted.startCleaner();
        var calls = new CallCounter(call, home.ordersDirectory(), () -> change.accept(compacted));
        disk.before(calls::isCounted, what -> calls.come());

        compacted.clean();
        boolean hasActed = calls.end();

        assertThat(home.failures).as(where).isEmpty();
        assertThat(home.gauges("uncleanable-partitions-count")).as(where).isZero();
        Map<String, String> before = newest(compacted);
        compacted.clean();
        assertThat(newest(compacted)).as(where).isEqualTo(before);
        compacted.manager.close();
        return hasActed;
    }

    private static Map<String, String> newest(CompactedLog compacted) throws IOException {
        Map<String, String> newest = new LinkedHashMap<>();
        for (Rec rec : compacted.records()) {
            newest.put(String.valueOf(rec.key()), String.valueOf(rec.value()));
        }
        return newest;
    }

    /** Acts once, before one of the calls that look at the segments of a log or write beside them, and hold no lock. */
    private static final class CallCounter {

        private final Path directory;
        private final Runnable action;
        private int left;
        private boolean acted;

        CallCounter(int calls, Path directory, Runnable action) {
            left = calls;
            this.directory = directory;
            this.action = action;
        }

        boolean isCounted(String call, Path file) {
            boolean isBeside = file.toString().endsWith(".cleaned") && !call.equals("rename");
            return file.startsWith(directory) && (isBeside || call.equals("read") || call.equals("lastModifiedMs"));
        }

        void come() {
            if (!acted && left-- == 0) {
                acted = true;
                action.run();
            }
        }

        /** From now on it does not act. Returns whether it has. */
        boolean end() {
            boolean hasActed = acted;
            acted = true;
            return hasActed;
        }
    }
}
