package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.partition.ManualLoop;
import org.junit.jupiter.api.Test;

/** How long shards took to load, as the metrics show it. */
class LoadTimesTest {

    private static final long WINDOW_MS = 30_000;

    private final ManualLoop loop = new ManualLoop();
    private final LoadTimes loadTimes = new LoadTimes(loop);

    @Test
    void thoseOfTheLastHalfMinuteCount() {
        loadTimes.loaded(900);
        loop.pass(WINDOW_MS);
        loadTimes.loaded(100);
        assertThat(loadTimes.longestMs()).isEqualTo(900);
        loop.pass(1);
        loadTimes.loaded(50);

        assertThat(loadTimes.longestMs()).isEqualTo(100);
        assertThat(loadTimes.averageMs()).isEqualTo(75);
    }

    @Test
    void withoutALoadThereIsNoNumber() {
        assertThat(loadTimes.longestMs()).isNaN();
        assertThat(loadTimes.averageMs()).isNaN();

        loadTimes.loaded(100);
        loop.pass(WINDOW_MS + 1);

        assertThat(loadTimes.longestMs()).isNaN();
        assertThat(loadTimes.averageMs()).isNaN();
    }
}
