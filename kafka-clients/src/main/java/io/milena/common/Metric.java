package io.milena.common;

import org.jspecify.annotations.Nullable;

/** One figure of a client, as {@code metrics()} tells it; read anew each time. Thread-safe. */
public interface Metric {

    MetricName metricName();

    /** Mostly a {@link Double}. */
    @Nullable
    Object metricValue();
}
