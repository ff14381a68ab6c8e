package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Metrics of what a start finds come after the start, and go with what they are about. */
class LateMetricsTest {

    private final MetricRegistry registry = new MetricRegistry();
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final LateMetrics<String> logs =
            new LateMetrics<>(registry, (scope, log) -> scope.gauge(name(log), log::length));

    private static ObjectNames name(String log) {
        return ObjectNames.of("kafka.log", "Log", "Size").with("topic", log);
    }

    private static String text(String log) {
        return name(log).toString();
    }

    private int runAll() {
        int count = 0;
        for (Runnable task = later.poll(); task != null; task = later.poll()) {
            task.run();
            count++;
        }
        return count;
    }

    @Test
    void whatAStartFindsIsDescribedWhenItIsOver() {
        logs.came("a");
        logs.came("b");
        assertThat(registry.getNames()).isEmpty();

        logs.begin(later::add);
        assertThat(registry.getNames()).isEmpty();
        runAll();

        assertThat(registry.getNames()).containsExactly(text("a"), text("b"));
    }

    @Test
    void whatComesLaterIsDescribedAtOnce() {
        logs.begin(later::add);

        logs.came("a");

        assertThat(registry.getNames()).containsExactly(text("a"));
    }

    @Test
    void othersGetTheirTurnBetweenThousands() {
        for (int i = 0; i < 1_000; i++) {
            logs.came("log" + i);
        }

        logs.begin(later::add);

        assertThat(runAll()).isGreaterThan(10);
        assertThat(registry.getNames()).hasSize(1_000);
    }

    @Test
    void whatGoesBeforeItsTurnIsNeverDescribed() {
        logs.came("a");
        logs.came("b");
        logs.begin(later::add);

        logs.went("a");
        runAll();
        assertThat(registry.getNames()).containsExactly(text("b"));
        logs.went("b");

        assertThat(registry.getNames()).isEmpty();
    }

    @Test
    void nothingIsLeftAfterTheClose() {
        logs.came("a");
        logs.begin(later::add);
        runAll();
        logs.came("b");

        logs.close();

        assertThat(registry.getNames()).isEmpty();
    }
}
