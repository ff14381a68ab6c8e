package io.milena.storage.cleaner;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.CleanerConfig;
import io.milena.storage.CleanerConfig.CompactionLag;
import io.milena.storage.CleanerConfig.Policy;
import io.milena.storage.cleaner.CleaningPlan.Bounds;
import io.milena.storage.cleaner.CleaningPlan.Sealed;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may be cleaned, and when, for three sealed segments of 100 bytes with the offsets 0-9, 10-19 and 20-29. */
class CleaningPlanTest {

    private static final long NOW_MS = 1_000_000;
    private static final long FOREVER = Long.MAX_VALUE;
    private static final List<Sealed> SEGMENTS = List.of(
            new Sealed(10, 100, NOW_MS - 3_000, NOW_MS - 4_000),
            new Sealed(20, 100, NOW_MS - 2_000, NOW_MS - 3_000),
            new Sealed(30, 100, NOW_MS - 1_000, NOW_MS - 2_000));

    private static CleaningPlan plan(Bounds bounds, CompactionLag lag) {
        return CleaningPlan.of(SEGMENTS, bounds, config(0.5, lag), NOW_MS);
    }

    private static CleanerConfig config(double ratio, CompactionLag lag) {
        return new CleanerConfig(Set.of(Policy.COMPACT), ratio, lag, 0);
    }

    private static CompactionLag anyTime() {
        return new CompactionLag(0, FOREVER);
    }

    @Test
    void aLogThatWasNeverCleanedIsDirtyFromItsStart() {
        CleaningPlan plan = plan(new Bounds(0, 35, 35, CleaningPlan.NEVER_CLEANED), anyTime());

        assertThat(plan).isEqualTo(new CleaningPlan(0, 30, 0, 300, 0));
        assertThat(plan.dirtyRatio()).isEqualTo(1.0);
    }

    @Test
    void whatACleaningSawIsClean() {
        CleaningPlan plan = plan(new Bounds(0, 35, 35, 20), anyTime());

        assertThat(plan).isEqualTo(new CleaningPlan(20, 30, 200, 100, 0));
        assertThat(plan.isDue(config(0.5, anyTime()))).isFalse();
        assertThat(plan.isDue(config(0.3, anyTime()))).isTrue();
    }

    @Test
    void aSegmentThatWasCleanedInPartIsDirty() {
        CleaningPlan plan = plan(new Bounds(0, 35, 35, 15), anyTime());

        assertThat(plan).isEqualTo(new CleaningPlan(15, 30, 100, 200, 0));
    }

    @Test
    void aCheckpointBeforeTheLogStartCountsForNothing() {
        CleaningPlan plan = plan(new Bounds(10, 35, 35, 3), anyTime());

        assertThat(plan.firstDirtyOffset()).isEqualTo(10);
    }

    @Test
    void anOpenTransactionHoldsItsSegment() {
        assertThat(plan(new Bounds(0, 29, 35, 0), anyTime()).endOffset()).isEqualTo(20);
    }

    @Test
    void whatIsNotCommittedHoldsItsSegment() {
        assertThat(plan(new Bounds(0, 35, 12, 0), anyTime()).endOffset()).isEqualTo(10);
    }

    @Test
    void youngSegmentsWait() {
        assertThat(plan(new Bounds(0, 35, 35, 0), new CompactionLag(2_500, FOREVER))
                        .endOffset())
                .isEqualTo(10);
    }

    @Test
    void whatWaitsTooLongIsDueHoweverLittleItIs() {
        var lag = new CompactionLag(0, 1_500);

        CleaningPlan plan = plan(new Bounds(0, 35, 35, 20), lag);

        assertThat(plan.delayMs()).isEqualTo(500);
        assertThat(plan.isDue(config(0.9, lag))).isTrue();
    }

    @Test
    void aCleanLogIsNeverDue() {
        CleaningPlan plan = plan(new Bounds(0, 35, 35, 30), new CompactionLag(0, 1));

        assertThat(plan.isDue(config(0, anyTime()))).isFalse();
    }
}
