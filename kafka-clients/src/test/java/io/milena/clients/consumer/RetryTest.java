package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.Backoff;
import io.milena.common.time.Time;
import io.milena.testing.SeededRandomness;
import org.junit.jupiter.api.Test;

/** Waits between tries grow with failures in a row, from retry.backoff.ms to retry.backoff.max.ms. */
class RetryTest {

    private static final long MS = 1_000_000L;

    private final Retry retry = new Retry();

    /** At this time, with waits of 100 ms to 1 s. */
    static Retrying at(long nowNanos) {
        Time frozen = new Time() {
            @Override
            public long wallMs() {
                return nowNanos / MS;
            }

            @Override
            public long nanos() {
                return nowNanos;
            }
        };
        return new Retrying(new RetrySettings(new Backoff(100, 1_000), 0, 0, 0), frozen, new SeededRandomness(1));
    }

    @Test
    void eachFailureInARowWaitsLongerUpToTheMost() {
        retry.failed(at(0));
        assertThat(retry.waitNanos(0)).isBetween(80 * MS, 120 * MS);

        retry.failed(at(0));
        assertThat(retry.waitNanos(0)).isBetween(160 * MS, 240 * MS);

        for (int i = 0; i < 50; i++) {
            retry.failed(at(0));
        }
        assertThat(retry.waitNanos(0)).isBetween(800 * MS, 1_200 * MS);
        assertThat(retry.waitNanos(1_200 * MS)).isZero();
    }

    @Test
    void aSuccessForgetsFailuresAndHurryDoesNot() {
        retry.failed(at(0));
        retry.failed(at(0));

        retry.hurry();
        assertThat(retry.waitNanos(0)).isZero();
        retry.failed(at(0));
        assertThat(retry.waitNanos(0)).isBetween(320 * MS, 480 * MS);

        retry.succeeded();
        retry.failed(at(0));
        assertThat(retry.waitNanos(0)).isBetween(80 * MS, 120 * MS);
    }
}
