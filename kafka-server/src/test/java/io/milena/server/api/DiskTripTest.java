package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.api.DiskTrip.Errand;
import io.milena.server.partition.ManualLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trips to disks whose threads are the test: what comes back, when, and that each result has exactly one owner. */
class DiskTripTest {

    private final ManualLoop loop = new ManualLoop();
    private final List<Runnable> disk = new ArrayList<>();
    private final List<String> givenUp = new ArrayList<>();
    private final List<List<String>> delivered = new ArrayList<>();

    private DiskTrip<String> trip(int size) {
        return new DiskTrip<>(size, loop, givenUp::add, back -> delivered.add(new ArrayList<>(back)));
    }

    private Errand<String> errand(int index, String result) {
        return new Errand<>(index, disk::add, () -> result);
    }

    private void readNext() {
        disk.remove(0).run();
    }

    @Test
    void allIsDeliveredTogetherOnTheLoop() {
        trip(3).begin(List.of(errand(0, "a"), errand(2, "c")));

        readNext();
        loop.runTasks();
        assertThat(delivered).isEmpty();
        readNext();
        assertThat(delivered).isEmpty();
        loop.runTasks();

        assertThat(delivered).hasSize(1);
        assertThat(delivered.get(0)).containsExactly("a", null, "c");
        assertThat(givenUp).isEmpty();
    }

    @Test
    void aStalledDiskHoldsTheOthersNoLongerThanPatience() {
        DiskTrip<String> trip = trip(2);
        trip.begin(List.of(errand(0, "a"), errand(1, "late")));
        trip.endAfter(Duration.ofMillis(100));

        readNext();
        loop.pass(99);
        assertThat(delivered).isEmpty();
        loop.pass(1);

        assertThat(delivered).hasSize(1);
        assertThat(delivered.get(0)).containsExactly("a", null);
    }

    @Test
    void whatHasNotBegunWhenPatienceEndsIsNotBegun() {
        DiskTrip<String> trip = trip(1);
        List<String> begun = new ArrayList<>();
        trip.begin(List.of(new Errand<>(0, disk::add, () -> {
            begun.add("read");
            return "late";
        })));
        trip.endAfter(Duration.ofMillis(100));
        loop.pass(100);

        readNext();

        assertThat(begun).isEmpty();
        assertThat(givenUp).isEmpty();
    }

    @Test
    void whatComesBackAfterTheEndIsGivenUp() {
        DiskTrip<String> trip = trip(2);
        trip.begin(List.of(errand(0, "a"), new Errand<>(1, disk::add, () -> {
            trip.abandon();
            return "late";
        })));

        readNext();
        readNext();
        loop.runTasks();

        assertThat(delivered).isEmpty();
        assertThat(givenUp).containsExactlyInAnyOrder("a", "late");
    }

    @Test
    void aDirectoryWithTooManyReadersIsDoneWithoutAtOnce() {
        trip(2).begin(List.of(new Errand<>(0, refused -> false, () -> "never"), errand(1, "b")));
        readNext();
        loop.runTasks();

        assertThat(delivered).hasSize(1);
        assertThat(delivered.get(0)).containsExactly(null, "b");
    }

    @Test
    void aReadThatThrowsDoesNotHoldTheOthers() {
        trip(2).begin(List.of(
                new Errand<>(
                        0,
                        read -> disk.add(() -> {
                            try {
                                read.run();
                            } catch (IllegalStateException e) {
                                givenUp.add("thrown");
                            }
                        }),
                        () -> {
                            throw new IllegalStateException("a fault");
                        }),
                errand(1, "b")));
        readNext();
        readNext();
        loop.runTasks();

        assertThat(givenUp).containsExactly("thrown");
        assertThat(delivered.get(0)).containsExactly(null, "b");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyResultIsDeliveredOrGivenUpOnceWhateverTheOrder(long seed) {
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            disk.clear();
            givenUp.clear();
            delivered.clear();
            int size = 1 + random.nextInt(5);
            List<String> brought = new ArrayList<>();
            List<Errand<String>> errands = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                String result = "r" + i;
                errands.add(new Errand<>(i, disk::add, () -> {
                    brought.add(result);
                    return result;
                }));
            }
            runInAnyOrder(errands, random);

            List<String> owned = new ArrayList<>(givenUp);
            delivered.forEach(list -> list.stream().filter(Objects::nonNull).forEach(owned::add));
            assertThat(owned).as("seed %d round %d", seed, round).containsExactlyInAnyOrderElementsOf(brought);
            assertThat(delivered.size()).as("seed %d round %d", seed, round).isLessThan(2);
            assertThat(loop.pendingTimers()).isZero();
        }
    }

    private void runInAnyOrder(List<Errand<String>> errands, SplittableRandom random) {
        DiskTrip<String> trip = trip(errands.size());
        trip.begin(errands);
        trip.endAfter(Duration.ofMillis(5));
        while (!disk.isEmpty()) {
            int die = random.nextInt(10);
            if (die < 5) {
                disk.remove(random.nextInt(disk.size())).run();
            } else if (die < 7) {
                loop.runTasks();
            } else if (die < 9) {
                loop.pass(1);
            } else {
                trip.abandon();
            }
        }
        loop.pass(10);
    }
}
