/**
 * Metrics: cheap ones to write to on hot paths, and their way to JMX under Kafka's names and attributes.
 *
 * <p>The name of a metric in its registry is its ObjectName as text. Start reading at {@link
 * io.milena.metrics.StripedRegistry} to record, and at {@link io.milena.metrics.JmxExporter} to show.
 */
@NullMarked
package io.milena.metrics;

import org.jspecify.annotations.NullMarked;
