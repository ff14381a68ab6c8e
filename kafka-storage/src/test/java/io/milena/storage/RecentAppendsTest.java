package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a log counts as appended lately, also against a model that remembers every append. */
class RecentAppendsTest {

    private static final long WINDOW = 1_600;

    @Test
    void afterAStartNothingIsRecent() {
        assertThat(RecentAppends.NONE.isRecent(0, 0, WINDOW)).isFalse();
    }

    @Test
    void whatWasAppendedStaysRecentUntilTheDirectoryHasTakenAWindowMore() {
        RecentAppends recent = RecentAppends.NONE.appended(10, 0, 5_000, WINDOW);

        assertThat(recent.isRecent(10, 5_000 + WINDOW, WINDOW)).isTrue();
        assertThat(recent.isRecent(10, 5_001 + WINDOW, WINDOW)).isFalse();
        assertThat(recent.isRecent(9, 5_000, WINDOW)).isFalse();
    }

    @Test
    void aMarkTellsWhereToBeginToLook() {
        RecentAppends recent = RecentAppends.NONE.appended(10, 77, 0, WINDOW).appended(20, 99, 500, WINDOW);

        assertThat(recent.positionBefore(15, 0)).isEqualTo(77);
        assertThat(recent.positionBefore(20, 0)).isEqualTo(99);
        assertThat(recent.positionBefore(9, 0)).isZero();
        assertThat(recent.positionBefore(25, 21)).as("in another segment").isZero();
    }

    @Test
    void aCutForgetsTheMarksBehindIt() {
        RecentAppends recent = RecentAppends.NONE.appended(10, 77, 0, WINDOW).appended(20, 99, 500, WINDOW);

        assertThat(recent.truncatedTo(20).positionBefore(25, 0)).isEqualTo(77);
        assertThat(recent.truncatedTo(21)).isSameAs(recent);
        assertThat(recent.truncatedTo(5).markCount()).isZero();
    }

    private record Append(long offset, long totalBefore) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverMoreIsRecentThanTheWindowAndNotMuchLess(long seed) {
        var random = new SplittableRandom(seed);
        List<Append> model = new ArrayList<>();
        RecentAppends recent = RecentAppends.NONE;
        long offset = 0;
        long total = 0;
        for (int step = 0; step < 2_000; step++) {
            if (random.nextInt(20) == 0 && offset > 0) {
                offset = random.nextLong(offset);
                long end = offset;
                model.removeIf(append -> append.offset() >= end);
                recent = recent.truncatedTo(end);
            }
            recent = recent.appended(offset, 0, total, WINDOW);
            model.add(new Append(offset, total));
            offset += 1 + random.nextInt(5);
            int appended = 1 + random.nextInt(60);
            int others = random.nextInt(4) == 0 ? random.nextInt(400) : 0;
            total += appended + others;
            assertThat(recent.markCount()).isLessThanOrEqualTo(18);
            Append asked = model.get(random.nextInt(model.size()));
            long age = total - asked.totalBefore();
            boolean isRecent = recent.isRecent(asked.offset(), total, WINDOW);
            assertThat(isRecent && age > WINDOW)
                    .as("seed %d step %d, age %d", seed, step, age)
                    .isFalse();
            assertThat(!isRecent && age <= WINDOW - WINDOW / 16)
                    .as("seed %d step %d, age %d", seed, step, age)
                    .isFalse();
        }
    }
}
