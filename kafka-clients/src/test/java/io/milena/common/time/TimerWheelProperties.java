package io.milena.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories against a sorted map from tick to tasks. */
class TimerWheelProperties {

    private static final int STEPS = 3_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void behavesAsASortedMap(long seed) {
        var history = new History(new Random(seed));

        for (int step = 0; step < STEPS; step++) {
            history.step();
        }
        history.finish();
    }

    /** The wheel and its model side by side. */
    private static final class History {

        private final Random random;
        private final long tickNanos;
        private final long start;
        private final TimerWheel wheel;
        private final Map<Integer, Scheduler.Timer> timers = new TreeMap<>();
        private final TreeMap<Long, List<Integer>> model = new TreeMap<>();
        private final List<Integer> ran = new ArrayList<>();
        private long now;
        private int lastId;

        History(Random random) {
            this.random = random;
            tickNanos = 1 + random.nextInt(20);
            start = random.nextLong() / 2;
            now = start;
            wheel = new TimerWheel(tickNanos, 1 + random.nextInt(30), start);
        }

        void step() {
            int choice = random.nextInt(10);
            if (choice < 5) {
                schedule();
            } else if (choice < 8) {
                cancelAny();
            } else {
                advance(random.nextInt(20) == 0 ? random.nextInt(5_000) : random.nextInt(50));
            }
            assertThat(wheel.pending()).isEqualTo(modelSize());
        }

        void finish() {
            advance(1_000_000);
            assertThat(wheel.pending()).isZero();
        }

        private void schedule() {
            int id = ++lastId;
            long deadline = now - 20 + random.nextInt(1_000);
            timers.put(id, wheel.schedule(deadline, () -> ran.add(id)));
            long tick = Math.max((long) Math.ceil((deadline - start) / (double) tickNanos), currentTick() + 1);
            model.computeIfAbsent(tick, t -> new ArrayList<>()).add(id);
        }

        private void cancelAny() {
            if (lastId == 0) {
                return;
            }
            Integer id = 1 + random.nextInt(lastId);
            timers.get(id).cancel();
            model.values().forEach(ids -> ids.remove(id));
        }

        private void advance(long nanos) {
            now += nanos;
            ran.clear();
            var due = model.headMap(currentTick(), true);
            var expected = due.values().stream().flatMap(List::stream).toList();
            due.clear();

            assertThat(wheel.advance(now)).isEqualTo(expected.size());
            assertThat(ran).isEqualTo(expected);
        }

        private long currentTick() {
            return Math.floorDiv(now - start, tickNanos);
        }

        private int modelSize() {
            return model.values().stream().mapToInt(List::size).sum();
        }
    }
}
