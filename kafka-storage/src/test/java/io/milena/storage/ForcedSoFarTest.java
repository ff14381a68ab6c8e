package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a force says about a log to which more was appended, or which was cut, while it went on. */
class ForcedSoFarTest {

    private final ForcedSoFar soFar = new ForcedSoFar(0, 0);

    @Test
    void aForceCoversWhatWasWrittenWhenItBegan() {
        soFar.wrote(5);
        ForcedSoFar.Mark mark = soFar.mark(5);
        soFar.wrote(2);
        soFar.forced(mark, 1);

        assertThat(soFar.endOffset()).isEqualTo(5);
        assertThat(soFar.unforcedRecords()).isEqualTo(2);
    }

    @Test
    void forcesThatOverlapCountOnce() {
        soFar.wrote(5);
        ForcedSoFar.Mark one = soFar.mark(5);
        ForcedSoFar.Mark other = soFar.mark(5);
        soFar.wrote(3);
        soFar.forced(one, 1);
        soFar.forced(other, 1);

        assertThat(soFar.unforcedRecords()).isEqualTo(3);
    }

    @Test
    void aForceSaysNothingOfALogThatWasCutMeanwhile() {
        soFar.wrote(10);
        ForcedSoFar.Mark mark = soFar.mark(10);
        soFar.cutAt(4);
        soFar.wrote(6);
        soFar.forced(mark, 1);

        assertThat(soFar.endOffset()).isZero();
        assertThat(soFar.unforcedRecords()).isPositive();
    }

    @Test
    void namesStayDirtyUntilTheForceThatSawThemHasEnded() {
        ForcedSoFar.Mark before = soFar.mark(0);
        soFar.namesChanged();
        soFar.forced(before, 1);
        assertThat(soFar.areNamesDirty()).isTrue();

        soFar.forced(soFar.mark(0), 2);

        assertThat(soFar.areNamesDirty()).isFalse();
    }

    @Test
    void onlyWhatAForceWasAskedForIsAwaited() {
        soFar.wrote(5);
        assertThat(soFar.isAwaited(5)).isFalse();
        soFar.asked(5);

        assertThat(soFar.isAwaited(5)).isTrue();
        assertThat(soFar.isAwaited(6)).isFalse();
        soFar.forced(soFar.mark(5), 1);
        assertThat(soFar.isAwaited(5)).isFalse();
    }

    @Test
    void nothingBehindACutThatIsUnderWayCountsAsForced() {
        var forced = new ForcedSoFar(0, 0);
        forced.wrote(10);

        forced.cutting(4);
        forced.forced(forced.mark(10), 1);
        assertThat(forced.endOffset()).isEqualTo(4);
        forced.cutEnded();
        forced.forced(forced.mark(10), 2);

        assertThat(forced.endOffset()).isEqualTo(10);
    }
}
