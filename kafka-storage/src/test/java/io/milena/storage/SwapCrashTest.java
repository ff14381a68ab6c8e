package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.ControlMarker;
import io.milena.record.compression.Codec;
import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The power goes out at calls of a compaction that puts one segment in the place of several, and of the changes of
 * names that were not forced any survive: all sets of them where these are few, else a sample. The ordinary run takes
 * a sample of the calls that decide what survives, with a few sets; the heavy one takes all calls. Whoever reads what
 * was committed sees the newest value of every key afterwards, and no key that was deleted.
 *
 * <p>The log is one whose tombstones have had their time, so that they go, and with an aborted transaction.
 */
class SwapCrashTest {

    private static final Path DIRECTORY = Path.of("/logs");
    private static final int SOME_SETS = 3;
    private static final int SAMPLED_EVERY = 7;
    private static final int MANY_SETS = 8;
    private static final int MOST_CALLS = 1_000;
    private static final long TOMBSTONES_STAY_MS = 60_000;

    private final QuietLogs quiet = new QuietLogs();

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    static LongStream someSeeds() {
        return LongStream.range(0, 2);
    }

    static LongStream manySeeds() {
        return LongStream.range(0, 2);
    }

    @ParameterizedTest
    @MethodSource("someSeeds")
    void aSwapThatIsCutShortRevivesNothingAndLosesNothing(long seed) throws IOException {
        List<Integer> decisive = new Run(seed, MOST_CALLS).decisiveCalls();
        List<Integer> some = decisive.stream()
                .filter(call -> decisive.indexOf(call) % SAMPLED_EVERY == seed)
                .toList();
        cutAtCalls(seed, SOME_SETS, some);
    }

    @ParameterizedTest
    @Tag("heavy")
    @MethodSource("manySeeds")
    void whateverSetOfNamesSurvives(long seed) throws IOException {
        cutAtCalls(seed, MANY_SETS, IntStream.range(0, MOST_CALLS).boxed().toList());
    }

    private static void cutAtCalls(long seed, int mostSets, List<Integer> calls) throws IOException {
        int cuts = 0;
        for (int call : calls) {
            var first = new Run(seed, call);
            if (!first.isCut()) {
                break;
            }
            cuts++;
            for (BitSet survivors : sets(first.unforcedNames(), mostSets, seed + call)) {
                new Run(seed, call).recoverWith(survivors);
            }
        }
        assertThat(cuts).as("calls of compaction, seed %d", seed).isBetween(5, MOST_CALLS - 1);
    }

    /** All sets of so many, or so many of them, the first none and the second all. */
    private static List<BitSet> sets(int names, int most, long seed) {
        if (names < 31 && 1L << names <= most) {
            return IntStream.range(0, 1 << names)
                    .mapToObj(mask -> BitSet.valueOf(new long[] {mask}))
                    .toList();
        }
        var random = new Random(seed);
        var all = new BitSet(names);
        all.set(0, names);
        return Stream.concat(
                        Stream.of(new BitSet(), all), IntStream.range(2, most).mapToObj(i -> drawn(names, random)))
                .toList();
    }

    private static BitSet drawn(int names, Random random) {
        var drawn = new BitSet(names);
        IntStream.range(0, names).filter(i -> random.nextBoolean()).forEach(drawn::set);
        return drawn;
    }

    /** One history: a log is filled and compacted, filled again, and the power goes out while it is compacted again. */
    private static final class Run {

        private final String name;
        private final Random random;
        private final CrashingFileStore disk;
        private final CompactedLog compacted;
        private final Map<String, String> before;
        private final int callsBefore;

        Run(long seed, int call) throws IOException {
            name = "seed " + seed + ", cut at call " + call;
            random = new Random(seed);
            disk = new CrashingFileStore(new Random(seed * MOST_CALLS + call));
            compacted = new CompactedLog(new LogHome(DIRECTORY)
                    .on(disk)
                    .with("segment.bytes", 250 + random.nextInt(700))
                    .with("delete.retention.ms", TOMBSTONES_STAY_MS)
                    .with("file.delete.delay.ms", random.nextInt(3) * 20_000));
            compacted.startCleaner();
            for (int i = 0; i < 3; i++) {
                fill(6 + random.nextInt(8));
                compacted.clean();
                compacted.home.time.advance(random.nextInt(2) * TOMBSTONES_STAY_MS);
            }
            compacted.home.time.advance(TOMBSTONES_STAY_MS);
            fill(3 + random.nextInt(5));
            compacted.log.flush();
            before = newest();
            callsBefore = disk.calls();
            disk.powerCutAfter(call);
            compacted.clean();
        }

        /** Much of it in small segments, since each roll begins one. */
        private void fill(int records) {
            for (int i = 0; i < records; i++) {
                String key = "k" + random.nextInt(6);
                compacted.append(random.nextInt(3) == 0 ? key : key + "=" + compacted.log.offsets());
                if (random.nextInt(4) == 0) {
                    compacted.roll();
                }
            }
            compacted.append(CompactedLog.transactional(7, sequence()), Codec.NONE, "k0=aborted");
            if (random.nextBoolean()) {
                compacted.roll();
            }
            compacted.end(ControlMarker.Type.ABORT, 7);
            compacted.roll();
        }

        private int sequence() {
            return compacted.log.files().producers().rows().stream()
                    .mapToInt(row -> row.lastSequence() + 1)
                    .max()
                    .orElse(0);
        }

        /** Calls of the compaction that decide what survives. */
        List<Integer> decisiveCalls() {
            return disk.decisiveCalls().stream()
                    .map(call -> call - callsBefore)
                    .filter(call -> call >= 0)
                    .sorted()
                    .toList();
        }

        boolean isCut() {
            return disk.isOut();
        }

        int unforcedNames() {
            return disk.unforcedNames(compacted.home.ordersDirectory());
        }

        void recoverWith(BitSet survivors) throws IOException {
            String where = name + ", with names " + survivors;
            disk.restartWith(compacted.home.ordersDirectory(), survivors);
            try {
                compacted.manager.letGo();
            } catch (PowerCut e) {
                // What was open is lost anyway.
            }
            compacted.home.time.forget();
            compacted.manager = compacted.home.open();
            compacted.log = compacted.home.orders(compacted.manager);
            assertThat(newest()).as(where).isEqualTo(before);
            assertThat(disk.names(compacted.home.ordersDirectory()))
                    .as(where)
                    .noneMatch(file -> file.endsWith(".swap") || file.endsWith(".cleaned"));
            IndexAgreement.check(disk, compacted.home.ordersDirectory(), where);
            compacted.startCleaner();
            compacted.clean();
            assertThat(newest()).as(where + ", compacted again").isEqualTo(before);
            compacted.manager.close();
        }

        /** What a reader of committed records ends with; a key that was deleted is not there. */
        private Map<String, String> newest() throws IOException {
            disk.pause(true);
            Map<String, String> newest = new TreeMap<>();
            long end = compacted.log.offsets().logEndOffset();
            long before = -1;
            for (Rec rec : new WholeLog(compacted.log, 1 << 20).committed(0, end)) {
                assertThat(rec.offset()).as(name).isGreaterThan(before);
                before = rec.offset();
                newest.remove(String.valueOf(rec.key()));
                if (rec.value() != null) {
                    newest.put(String.valueOf(rec.key()), rec.value());
                }
            }
            disk.pause(false);
            return newest;
        }
    }
}
