package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes over threads that the test plays itself: what is handed to them runs when it says so. */
class DirectoryLaneTest {

    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final DirectoryLane lane = new DirectoryLane("orders-0", threads::add);
    private final DirectoryLane other = new DirectoryLane("orders-1", threads::add);

    @Test
    void theTasksOfALaneRunInOrderOnOneThread() {
        lane.execute(() -> done.add("a"));
        lane.execute(() -> done.add("b"));

        assertThat(threads).hasSize(1);
        threads.remove().run();

        assertThat(done).containsExactly("a", "b");
        assertThat(threads).isEmpty();
    }

    @Test
    void whatComesWhileATaskRunsComesAfterIt() {
        lane.execute(() -> {
            lane.execute(() -> done.add("b"));
            done.add("a");
        });

        threads.remove().run();

        assertThat(done).containsExactly("a", "b");
        assertThat(threads).isEmpty();
    }

    @Test
    void lanesRunSideBySide() {
        lane.execute(() -> done.add("a"));
        other.execute(() -> done.add("b"));

        assertThat(threads).hasSize(2);
        threads.removeLast().run();

        assertThat(done).containsExactly("b");
    }

    @Test
    void whatIsDoneAsideWaitsForNoOther() {
        lane.execute(() -> done.add("a"));
        lane.executeAside(() -> done.add("read"));

        assertThat(threads).hasSize(2);
        threads.removeLast().run();

        assertThat(done).containsExactly("read");
    }

    @Test
    void aTaskThatThrowsEndsNothing() {
        lane.execute(() -> {
            throw new IllegalStateException("a fault");
        });
        lane.execute(() -> {
            throw new OutOfMemoryError("told to fail: no direct memory");
        });
        lane.execute(() -> done.add("next"));
        lane.executeAside(() -> {
            throw new IllegalStateException("another fault");
        });

        threads.remove().run();
        threads.remove().run();

        assertThat(done).containsExactly("next");
    }

    @Test
    void aLongQueueGivesItsThreadToOthersInBetween() {
        for (int i = 0; i < 100; i++) {
            lane.execute(() -> done.add("a"));
        }
        other.execute(() -> done.add("b"));
        while (!threads.isEmpty()) {
            threads.remove().run();
        }

        assertThat(done).hasSize(101);
        assertThat(done.indexOf("b")).isLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyLaneKeepsItsOrderWhateverTheThreadsDo(long seed) {
        var random = new SplittableRandom(seed);
        List<DirectoryLane> lanes = List.of(lane, other, new DirectoryLane("orders-2", threads::add));
        List<List<Integer>> ran = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int[] given = new int[lanes.size()];

        for (int step = 0; step < 2_000; step++) {
            if (random.nextInt(3) > 0) {
                int to = random.nextInt(lanes.size());
                int number = given[to]++;
                lanes.get(to).execute(() -> ran.get(to).add(number));
            } else if (!threads.isEmpty()) {
                (random.nextBoolean() ? threads.removeFirst() : threads.removeLast()).run();
            }
        }
        while (!threads.isEmpty()) {
            threads.remove().run();
        }

        for (int i = 0; i < lanes.size(); i++) {
            assertThat(ran.get(i)).hasSize(given[i]).isSorted();
        }
    }
}
