package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The power goes out at each call of a compaction in turn: the newest value of every key is there afterwards. */
class CompactionPowerCutTest {

    private static final int MOST_CALLS = 2_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noKeyLosesItsNewestValue(long seed) throws Exception {
        int calls = 0;
        boolean cut = true;
        while (cut && calls < MOST_CALLS) {
            cut = compactWithPowerFor(calls, seed);
            calls++;
        }

        assertThat(calls).as("seed %d: every call was the last one", seed).isBetween(50, MOST_CALLS - 1);
    }

    /** Whether the power went out before all was done. */
    private static boolean compactWithPowerFor(int calls, long seed) throws Exception {
        var disk = new CrashingFileStore(new Random(seed * MOST_CALLS + calls));
        var compacted = new CompactedLog(new LogHome(Path.of("/logs")).on(disk).with("segment.bytes", 300));
        fill(compacted, new Random(seed));
        compacted.log.flush();
        Map<String, @Nullable String> before = newest(compacted.records());
        compacted.startCleaner();
        disk.powerCutAfter(calls);
        boolean cut = false;
        try {
            compacted.clean();
        } catch (PowerCut e) {
            cut = true;
        }
        disk.restart();
        release(compacted);

        compacted.manager = compacted.home.open();
        compacted.log = compacted.home.orders(compacted.manager);
        assertThat(newest(compacted.records()))
                .as("seed %d, power for %d calls", seed, calls)
                .isEqualTo(before);
        compacted.startCleaner();
        compacted.clean();
        assertThat(newest(compacted.records()))
                .as("seed %d, power for %d calls, cleaned again", seed, calls)
                .isEqualTo(before);
        compacted.manager.close();
        return cut;
    }

    private static void release(CompactedLog compacted) {
        try {
            compacted.manager.letGo();
        } catch (PowerCut e) {
            assertThat(e).as("what was open is lost anyway").isNotNull();
        }
    }

    private static void fill(CompactedLog compacted, Random random) {
        for (int i = 0; i < 40; i++) {
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
