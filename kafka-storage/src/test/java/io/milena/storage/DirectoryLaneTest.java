package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes over threads that the test plays itself: what is handed to them runs when it says so. */
class DirectoryLaneTest {

    private static final long MIB = 1 << 20;

    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final HeavyAppends memory = new HeavyAppends(100 * MIB, 4);
    private final DirectoryLane lane = new DirectoryLane("orders-0", threads::add, memory);
    private final DirectoryLane other = new DirectoryLane("orders-1", threads::add, memory);

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
    void whatLacksMemoryRestsWithoutAThreadAndBeginsAnewBeforeTheNext() {
        var first = memory.claim();
        first.takeMemory(80 * MIB);
        lane.executeMeasured(allowance -> {
            done.add("try");
            allowance.takeMemory(50 * MIB);
            done.add("a");
        });
        lane.execute(() -> done.add("b"));
        other.execute(() -> done.add("other"));

        runAll();
        assertThat(done).containsExactly("try", "other");
        first.end();
        runAll();

        assertThat(done).containsExactly("try", "other", "try", "a", "b");
        assertThat(memory.usedBytes()).isZero();
    }

    @Test
    void whatIsGivenRoomAndFindsNoThreadLeavesTheRoomToOthers() {
        var first = memory.claim();
        first.takeMemory(80 * MIB);
        var hasThreads = new AtomicBoolean(true);
        var scarce = new DirectoryLane("orders-2", task -> give(task, hasThreads), memory);
        scarce.executeMeasured(allowance -> {
            allowance.takeMemory(50 * MIB);
            done.add("a");
        });
        runAll();
        hasThreads.set(false);

        first.end();

        assertThat(memory.usedBytes()).isZero();
        assertThat(memory.atOnce()).isZero();
        hasThreads.set(true);
        scarce.execute(() -> done.add("b"));
        runAll();
        assertThat(done).containsExactly("a", "b");
        assertThat(memory.usedBytes()).isZero();
    }

    private void give(Runnable task, AtomicBoolean hasThreads) {
        if (!hasThreads.get()) {
            throw new OutOfMemoryError("told to fail: no thread");
        }
        threads.add(task);
    }

    @Test
    void aRestThatIsOverAtOnceKeepsTheOrder() {
        var first = memory.claim();
        first.takeMemory(80 * MIB);
        lane.executeMeasured(allowance -> {
            done.add("try");
            try {
                allowance.takeMemory(50 * MIB);
            } finally {
                first.end();
            }
            done.add("a");
        });
        lane.execute(() -> done.add("b"));

        runAll();

        assertThat(done).containsExactly("try", "try", "a", "b");
    }

    @Test
    void aMeasuredTaskThatThrowsGivesItsMemoryBack() {
        lane.executeMeasured(allowance -> {
            allowance.takeMemory(50 * MIB);
            throw new OutOfMemoryError("told to fail");
        });
        lane.execute(() -> done.add("b"));

        runAll();

        assertThat(done).containsExactly("b");
        assertThat(memory.usedBytes()).isZero();
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
    void aLaneThatFindsNoThreadGoesOnWithTheNextTask() {
        var isMissing = new AtomicBoolean(true);
        var scarce = new DirectoryLane(
                "orders-3",
                task -> {
                    if (isMissing.get()) {
                        throw new OutOfMemoryError("told to fail: no thread");
                    }
                    threads.add(task);
                },
                memory);

        assertThatThrownBy(() -> scarce.execute(() -> done.add("a"))).isInstanceOf(OutOfMemoryError.class);
        isMissing.set(false);
        scarce.execute(() -> done.add("b"));
        runAll();

        assertThat(done).containsExactly("a", "b");
    }

    @Test
    void aLongQueueGivesItsThreadToOthersInBetween() {
        for (int i = 0; i < 100; i++) {
            lane.execute(() -> done.add("a"));
        }
        other.execute(() -> done.add("b"));
        runAll();

        assertThat(done).hasSize(101);
        assertThat(done.indexOf("b")).isLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyLaneKeepsItsOrderWhateverTheThreadsDo(long seed) {
        var random = new SplittableRandom(seed);
        List<DirectoryLane> lanes = List.of(lane, other, new DirectoryLane("orders-2", threads::add, memory));
        List<List<Integer>> ran = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int[] given = new int[lanes.size()];

        HeavyAppends.Claim outside = memory.claim();
        for (int step = 0; step < 2_000; step++) {
            if (step % 50 == 0) {
                outside.end();
            } else if (step % 50 == 25 && memory.usedBytes() == 0) {
                outside.takeMemory(60 * MIB);
            }
            if (random.nextInt(3) > 0) {
                int to = random.nextInt(lanes.size());
                int number = given[to]++;
                give(lanes.get(to), random.nextInt(130), () -> ran.get(to).add(number));
            } else if (!threads.isEmpty()) {
                (random.nextBoolean() ? threads.removeFirst() : threads.removeLast()).run();
            }
        }
        outside.end();
        runAll();

        for (int i = 0; i < lanes.size(); i++) {
            assertThat(ran.get(i)).hasSize(given[i]).isSorted();
        }
        assertThat(memory.usedBytes()).isZero();
    }

    /** Half of all tasks need no memory, which others hold for a while. */
    private void give(DirectoryLane to, int bytes, Runnable task) {
        if (bytes % 2 == 0) {
            to.execute(task);
            return;
        }
        to.executeMeasured(allowance -> {
            allowance.takeMemory(bytes / 2 * MIB);
            allowance.takeMemory((bytes - bytes / 2) * MIB);
            task.run();
        });
    }

    private void runAll() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
    }
}
