package io.milena.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random changes, of which the oldest are in the log and the others refused; the seed in a test's name replays it. */
class UndoMapProperties {

    private static final int KEYS = 5;
    private static final int MOST_CHANGES = 40;

    static LongStream seeds() {
        return LongStream.range(0, 500);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void unwindingLeavesWhatTheLogSays(long seed) {
        var random = new SplittableRandom(seed);
        var undo = new UndoLog();
        var map = new UndoMap<Integer, Integer>(undo);
        change(map, random);
        undo.open();
        List<Integer> notes = new ArrayList<>(List.of(0));
        List<Map<Integer, Integer>> states = new ArrayList<>(List.of(map.copy()));
        for (int i = random.nextInt(MOST_CHANGES); i > 0; i--) {
            change(map, random);
            notes.add(undo.pending());
            states.add(map.copy());
        }
        int stored = random.nextInt(states.size());

        undo.forgetOldest(notes.get(stored));
        undo.unwind();

        assertThat(map.copy()).isEqualTo(states.get(stored));
        assertThat(map.size()).isEqualTo(states.get(stored).size());
        assertThat(undo.pending()).isZero();
    }

    private static void change(UndoMap<Integer, Integer> map, SplittableRandom random) {
        int key = random.nextInt(KEYS);
        if (random.nextInt(3) == 0) {
            map.remove(key);
        } else {
            map.put(key, random.nextInt());
        }
    }
}
