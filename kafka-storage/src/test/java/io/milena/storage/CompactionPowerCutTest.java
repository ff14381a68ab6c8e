package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import io.milena.storage.segment.SegmentName;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The power goes out at calls of a compaction: the newest value of every key is there afterwards. The ordinary run
 * takes all calls that decide what survives, and a sample of the others; the heavy one takes all, and more logs.
 */
class CompactionPowerCutTest {

    private static final int MOST_CALLS = 2_000;
    private static final int SAMPLED_EVERY = 11;

    /** Enough for several groups of segments, of which each is replaced by itself. */
    private static final int SOME_RECORDS = 16;

    private static final int MANY_RECORDS = 60;

    private final QuietLogs quiet = new QuietLogs();

    /** The log that is compacted: what the seed draws, in so many records. */
    private record Filling(long seed, int records) {}

    /**
     * What a compaction does when nothing goes wrong.
     *
     * @param count of all its calls
     * @param decisive see {@link CrashingFileStore#decisiveCalls}
     */
    private record Calls(int count, Set<Integer> decisive) {}

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    @Test
    void noKeyLosesItsNewestValueAtACallThatDecides() throws Exception {
        var filling = new Filling(1, SOME_RECORDS);
        Calls calls = callsOfCompaction(filling);
        for (int call = 0; call < calls.count(); call++) {
            if (calls.decisive().contains(call) || call % SAMPLED_EVERY == 0) {
                compactWithPowerFor(call, filling);
            }
        }
    }

    @ParameterizedTest
    @Tag("heavy")
    @MethodSource("manyLogs")
    void noKeyLosesItsNewestValueAtAnyCall(long seed) throws Exception {
        var filling = new Filling(seed, MANY_RECORDS);
        Calls calls = callsOfCompaction(filling);
        for (int call = 0; call < calls.count(); call++) {
            compactWithPowerFor(call, filling);
        }
    }

    /** A cleaning looks for keys from the start of the log on, and takes what lies before for clean. */
    @Test
    void theStartThatACleaningReliesOnDoesNotComeBack() {
        for (int seed = 0; seed < 20; seed++) {
            var disk = new CrashingFileStore(new Random(seed));
            CompactedLog compacted = filled(disk, new Filling(seed, SOME_RECORDS));
            compacted.log.highWatermark(compacted.log.offsets().logEndOffset());
            compacted.log.deleteRecordsBefore(3);
            compacted.clean();
            assertThat(disk.names(compacted.home.ordersDirectory()))
                    .as("it was cleaned")
                    .anyMatch(name -> name.endsWith(SegmentName.DELETED));
            release(compacted);
            disk.restart();

            compacted.manager = compacted.home.open();

            assertThat(compacted.home.orders(compacted.manager).offsets().logStartOffset())
                    .as("seed %s", seed)
                    .isGreaterThanOrEqualTo(3);
            compacted.manager.close();
        }
    }

    static LongStream manyLogs() {
        return LongStream.range(1, 6);
    }

    private static Calls callsOfCompaction(Filling filling) throws Exception {
        var disk = new CrashingFileStore(new Random(filling.seed()));
        CompactedLog compacted = filled(disk, filling);
        int before = disk.calls();
        compacted.clean();
        int count = disk.calls() - before;
        Set<Integer> decisive = disk.decisiveCalls().stream()
                .map(call -> call - before)
                .filter(call -> call >= 0)
                .collect(Collectors.toSet());
        compacted.manager.close();
        assertThat(count).as("calls of %s", filling).isBetween(50, MOST_CALLS);
        assertThat(decisive).as("calls of %s that decide", filling).hasSizeBetween(20, count - 1);
        return new Calls(count, decisive);
    }

    /** A log that the cleaner is about to clean. */
    private static CompactedLog filled(CrashingFileStore disk, Filling filling) {
        var compacted = new CompactedLog(new LogHome(Path.of("/logs")).on(disk).with("segment.bytes", 300));
        fill(compacted, filling);
        compacted.log.flush();
        compacted.startCleaner();
        return compacted;
    }

    private static void compactWithPowerFor(int calls, Filling filling) throws Exception {
        var disk = new CrashingFileStore(new Random(filling.seed() * MOST_CALLS + calls));
        CompactedLog compacted = filled(disk, filling);
        disk.pause(true);
        Map<String, @Nullable String> before = newest(compacted.records());
        disk.pause(false);
        disk.powerCutAfter(calls);
        compacted.clean();
        assertThat(disk.isOut()).as("%s, power for %d calls", filling, calls).isTrue();
        disk.restart();
        release(compacted);

        compacted.manager = compacted.home.open();
        compacted.log = compacted.home.orders(compacted.manager);
        assertThat(newest(compacted.records()))
                .as("%s, power for %d calls", filling, calls)
                .isEqualTo(before);
        compacted.startCleaner();
        compacted.clean();
        assertThat(newest(compacted.records()))
                .as("%s, power for %d calls, cleaned again", filling, calls)
                .isEqualTo(before);
        compacted.manager.close();
    }

    private static void release(CompactedLog compacted) {
        try {
            compacted.manager.letGo();
        } catch (PowerCut e) {
            assertThat(e).as("what was open is lost anyway").isNotNull();
        }
    }

    private static void fill(CompactedLog compacted, Filling filling) {
        var random = new Random(filling.seed());
        for (int i = 0; i < filling.records(); i++) {
            String key = "k" + random.nextInt(8);
            compacted.append(random.nextInt(6) == 0 ? key : key + "=" + i);
        }
        compacted.roll();
    }

    private static Map<String, @Nullable String> newest(List<Rec> records) {
        Map<String, @Nullable String> newest = new LinkedHashMap<>();
        records.forEach(rec -> newest.put(String.valueOf(rec.key()), rec.value()));
        return newest;
    }
}
