package io.milena.metrics;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Metrics that come and go together: those of one topic, one partition, one log directory.
 *
 * <p>Closing takes out of the registry what was put in through this scope, and nothing that has taken its name since.
 * Handles to removed metrics stay usable, they only count for nobody. Thread-safe.
 */
public final class MetricScope implements AutoCloseable {

    private final MetricRegistry registry;
    private final Map<String, Metric> mine = new ConcurrentHashMap<>();

    public MetricScope(MetricRegistry registry) {
        this.registry = registry;
    }

    public Meter meter(ObjectNames name) {
        return mine(name, registry.meter(name.toString()));
    }

    public Histogram histogram(ObjectNames name) {
        return mine(name, registry.histogram(name.toString()));
    }

    public Timer timer(ObjectNames name) {
        return mine(name, registry.timer(name.toString()));
    }

    /** A gauge; it takes the place of one with the same name, whose owner is older than this scope. */
    public void gauge(ObjectNames name, Gauge<?> gauge) {
        registry.remove(name.toString());
        mine(name, registry.register(name.toString(), gauge));
    }

    private <M extends Metric> M mine(ObjectNames name, M metric) {
        mine.put(name.toString(), metric);
        return metric;
    }

    @Override
    public void close() {
        mine.forEach((name, metric) -> {
            if (registry.getMetrics().get(name) == metric) {
                registry.remove(name);
            }
        });
        mine.clear();
    }
}
