package io.milena.storage.cleaner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long compaction pauses to keep within its bytes per second. */
class IoBudgetPlanTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void bytesOverTheRateAreWaitedFor() {
        var budget = new IoBudgetPlan(1_000);

        long first = budget.moved(600, -5 * SECOND);
        long second = budget.moved(1_000, -5 * SECOND + first);

        assertThat(first).isEqualTo(SECOND / 2);
        assertThat(second).isEqualTo(SECOND);
    }

    @Test
    void whatWasNotUsedLongAgoIsLost() {
        var budget = new IoBudgetPlan(1_000);
        budget.moved(1, 0);

        assertThat(budget.moved(1_100, 100 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void withoutALimitNobodyWaits() {
        assertThat(new IoBudgetPlan(Double.MAX_VALUE).moved(Long.MAX_VALUE, 0)).isZero();
    }
}
