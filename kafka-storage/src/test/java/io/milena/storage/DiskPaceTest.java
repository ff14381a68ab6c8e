package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a disk counts as slow. The clock of durations may begin anywhere. */
class DiskPaceTest {

    private static final long SLOW = DiskPace.SLOW_NANOS + 2;

    private final DiskPace pace = new DiskPace();

    @ParameterizedTest
    @ValueSource(longs = {0, -10_000_000_000L, Long.MAX_VALUE - 5})
    void aSlowWriteCountsUntilAQuickOne(long nowNanos) {
        pace.writeBegan(nowNanos);
        pace.writeEnded(nowNanos, nowNanos + SLOW);
        assertThat(pace.isSlow()).isTrue();

        pace.writeEnded(nowNanos, nowNanos + 10);

        assertThat(pace.isSlow()).isFalse();
    }

    @Test
    void aSlowForceCountsUntilAQuickWriteAndNotUntilAQuickForce() {
        pace.forceEnded(SLOW);
        pace.forceEnded(10);
        assertThat(pace.isSlow()).isTrue();

        pace.writeEnded(0, 10);

        assertThat(pace.isSlow()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -10_000_000_000L, Long.MAX_VALUE - 5})
    void aWriteThatDoesNotEndIsStuck(long nowNanos) {
        pace.writeBegan(nowNanos);

        assertThat(pace.isWriting()).isTrue();
        assertThat(pace.isStuck(nowNanos + 10)).isFalse();
        assertThat(pace.isStuck(nowNanos + SLOW)).isTrue();
        pace.writeEnded(nowNanos, nowNanos + 10);
        assertThat(pace.isWriting()).isFalse();
        assertThat(pace.isStuck(nowNanos + SLOW)).isFalse();
    }
}
