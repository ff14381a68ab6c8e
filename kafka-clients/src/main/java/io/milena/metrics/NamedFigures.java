package io.milena.metrics;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The figures of a client as its {@code metrics()} tells them: one metric for each attribute of each MBean, whose type
 * is the metric's group and whose other keys are its tags. Stateless.
 */
public final class NamedFigures {

    private static final String TYPE = "type";

    /** Facts without it are for JMX alone. */
    private static final String CLIENT = "client-id";

    private NamedFigures() {}

    /** All figures in {@code registry} at this moment; their values are read when they are asked for. */
    public static Map<MetricName, Metric> of(MetricRegistry registry) {
        Map<MetricName, Metric> all = new LinkedHashMap<>();
        registry.getGauges().forEach((name, gauge) -> {
            if (gauge instanceof FigureSet figures) {
                put(all, name, figures.figures());
            } else if (gauge instanceof FactSet facts && tagsOf(name).containsKey(CLIENT)) {
                put(all, name, facts.facts());
            }
        });
        return all;
    }

    private static void put(Map<MetricName, Metric> all, String name, Map<String, ?> attributes) {
        Map<String, String> tags = tagsOf(name);
        String type = tags.remove(TYPE);
        attributes.forEach((attribute, value) -> {
            var metricName = new MetricName(attribute, type == null ? "" : type, "", tags);
            all.put(metricName, new Figure(metricName, value));
        });
    }

    private static Map<String, String> tagsOf(String name) {
        Map<String, String> tags = new LinkedHashMap<>();
        try {
            new ObjectName(name).getKeyPropertyList().forEach((key, value) -> tags.put(key, unquoted(value)));
        } catch (MalformedObjectNameException e) {
            tags.put(TYPE, name);
        }
        return tags;
    }

    private static String unquoted(String value) {
        return value.startsWith("\"") ? ObjectName.unquote(value) : value;
    }

    /**
     * One attribute.
     *
     * @param value a fact, or what supplies a figure
     */
    private record Figure(MetricName metricName, Object value) implements Metric {

        @Override
        public Object metricValue() {
            return value instanceof DoubleSupplier figure ? figure.getAsDouble() : value;
        }
    }
}
