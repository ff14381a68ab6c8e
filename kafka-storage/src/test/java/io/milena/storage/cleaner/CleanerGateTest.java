package io.milena.storage.cleaner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** {@code log.cleaner.io.max.bytes.per.second} holds for all threads together, and a stop for each of them. */
class CleanerGateTest {

    private final AtomicLong nowNanos = new AtomicLong();
    private final AtomicLong movedBytes = new AtomicLong();
    private final StopSignal stop = new StopSignal();
    private final Time time = new Time() {
        @Override
        public long wallMs() {
            return nowNanos.get() / 1_000_000;
        }

        @Override
        public long nanos() {
            return nowNanos.get();
        }
    };

    private CleanerGate gate(double bytesPerSecond) {
        return new CleanerGate(time, bytesPerSecond, nowNanos::addAndGet, stop, movedBytes::addAndGet);
    }

    @Test
    void bytesTakeTheTimeThatTheRateGivesThem() throws CleaningAborted {
        CleanerGate gate = gate(1_000);

        for (int i = 0; i < 100; i++) {
            gate.pass(100);
        }

        assertThat(movedBytes.get()).isEqualTo(10_000);
        assertThat(Duration.ofNanos(nowNanos.get())).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(11));
    }

    @Test
    void anotherLimitHoldsForTheNextPiece() throws CleaningAborted {
        CleanerGate gate = gate(1);
        gate.limit(1_000);

        gate.pass(1_100);

        assertThat(Duration.ofNanos(nowNanos.get())).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void withoutALimitTheyTakeNone() throws CleaningAborted {
        gate(Double.MAX_VALUE).pass(1L << 40);

        assertThat(nowNanos.get()).isZero();
    }

    @Test
    void aStopEndsTheCleaningAtItsNextPiece() {
        CleanerGate gate = gate(1);
        stop.give();

        assertThatThrownBy(() -> gate.pass(1_000_000)).isInstanceOf(CleaningAborted.class);
        assertThat(nowNanos.get()).isZero();
    }
}
