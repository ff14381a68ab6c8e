package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.record.compression.WorkRefused;
import io.milena.storage.HeavyAppends.Claim;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What heavy appends may take together, who stands in line for it, and who gets it next. */
class HeavyAppendsTest {

    private static final long MIB = 1 << 20;

    private final HeavyAppends memory = new HeavyAppends(100 * MIB, 3);
    private final List<String> granted = new ArrayList<>();

    private static void refused(Claim claim, long bytes) {
        assertThatThrownBy(() -> claim.takeMemory(bytes)).isInstanceOf(WorkRefused.class);
    }

    @Test
    void whatIsGivenBackInBetweenIsNotTakenTwice() {
        Claim claim = memory.claim();

        claim.takeMemory(60 * MIB);
        claim.giveMemoryBack(60 * MIB);
        claim.takeMemory(50 * MIB);

        assertThat(memory.usedBytes()).isEqualTo(60 * MIB);
        claim.end();
        assertThat(memory.usedBytes()).isZero();
    }

    @Test
    void whoFindsTooLittleWaitsForTwiceWhatItHadAndHoldsNothing() {
        Claim first = memory.claim();
        Claim second = memory.claim();
        first.takeMemory(80 * MIB);
        second.takeMemory(15 * MIB);

        refused(second, 10 * MIB);
        second.await(() -> granted.add("second"));
        assertThat(memory.usedBytes()).isEqualTo(80 * MIB);
        assertThat(memory.waiting()).isOne();
        first.end();

        assertThat(granted).containsExactly("second");
        assertThat(memory.usedBytes()).isEqualTo(50 * MIB);
        second.takeMemory(25 * MIB);
        second.takeMemory(25 * MIB);
        second.end();
        assertThat(memory.usedBytes()).isZero();
    }

    @Test
    void whoWantsMoreThanThereIsGoesAlone() {
        Claim small = memory.claim();
        Claim large = memory.claim();
        small.takeMemory(2 * MIB);

        refused(large, 500 * MIB);
        large.await(() -> granted.add("large"));
        assertThat(granted).isEmpty();
        small.end();

        assertThat(granted).containsExactly("large");
        large.takeMemory(500 * MIB);
        large.takeMemory(500 * MIB);
        refused(memory.claim(), 2 * MIB);
        large.end();
        assertThatCode(() -> small.takeMemory(100 * MIB)).doesNotThrowAnyException();
    }

    @Test
    void lightAppendsPassWhateverHeavyOnesTake() {
        memory.claim().takeMemory(100 * MIB);
        Claim waiting = memory.claim();
        refused(waiting, 50 * MIB);
        waiting.await(() -> granted.add("waiting"));
        Claim light = memory.claim();

        light.takeMemory(MIB);
        light.uncompressed(MIB);
        light.end();

        assertThat(memory.usedBytes()).isEqualTo(100 * MIB);
        assertThat(granted).isEmpty();
    }

    @Test
    void noMoreThanSoManyAreHeavyAtOnce() {
        List<Claim> running = List.of(memory.claim(), memory.claim(), memory.claim());
        running.forEach(each -> each.uncompressed(5 * MIB));
        Claim fourth = memory.claim();

        assertThatThrownBy(() -> fourth.uncompressed(5 * MIB)).isInstanceOf(WorkRefused.class);
        fourth.await(() -> granted.add("fourth"));
        assertThat(memory.atOnce()).isEqualTo(3);
        assertThat(granted).isEmpty();
        running.get(1).end();

        assertThat(granted).containsExactly("fourth");
        assertThat(memory.usedBytes()).isZero();
        fourth.uncompressed(5 * MIB);
        fourth.end();
        running.get(0).end();
        running.get(2).end();
        assertThat(memory.atOnce()).isZero();
    }

    @Test
    void nobodyOvertakesWhoWaits() {
        Claim first = memory.claim();
        first.takeMemory(90 * MIB);
        Claim large = memory.claim();
        refused(large, 95 * MIB);
        large.await(() -> granted.add("large"));

        Claim small = memory.claim();
        refused(small, 5 * MIB);
        small.await(() -> granted.add("small"));
        first.end();

        assertThat(granted).containsExactly("large");
        large.end();
        assertThat(granted).containsExactly("large", "small");
    }

    /** Appends that take what they like in steps: all come to their end, in the bound, and nothing stays. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void allComeToTheirEnd(long seed) {
        var random = new SplittableRandom(seed);
        Deque<Append> running = new ArrayDeque<>();
        for (int i = 0; i < 200; i++) {
            running.add(new Append(memory.claim(), 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 60)));
        }
        int steps = 0;
        long most = 0;
        while (!running.isEmpty()) {
            Append next = running.poll();
            next.step(random, running);
            most = Math.max(most, memory.usedBytes());
            assertThat(memory.atOnce()).isLessThanOrEqualTo(3);
            steps++;
            assertThat(steps).isLessThan(1_000_000);
        }

        assertThat(memory.usedBytes()).isZero();
        assertThat(memory.waiting()).isZero();
        assertThat(most).isLessThanOrEqualTo(2 * 300 * MIB);
    }

    /** One that needs {@code wanted} in all. */
    private static final class Append {

        private final Claim claim;
        private final int wanted;
        private int taken;

        Append(Claim claim, int wanted) {
            this.claim = claim;
            this.wanted = wanted;
        }

        void step(SplittableRandom random, Deque<Append> running) {
            if (taken == wanted) {
                claim.end();
                return;
            }
            int more = Math.min(wanted - taken, 1 + random.nextInt(20));
            try {
                claim.takeMemory(more * MIB);
                taken += more;
                running.add(this);
            } catch (WorkRefused tooLittle) {
                taken = 0;
                claim.await(() -> running.add(this));
            }
        }
    }
}
