package io.milena.tools;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints the metrics of a client, one a line, by name. */
final class MetricsTable {

    private MetricsTable() {}

    static void print(Map<MetricName, ? extends Metric> metrics, PrintStream out) {
        Map<String, Object> byName = new TreeMap<>();
        metrics.forEach((name, metric) -> byName.put(text(name), metric.metricValue()));
        int width = byName.keySet().stream().mapToInt(String::length).max().orElse(1);
        out.println();
        out.println(String.format(Locale.ROOT, "%-" + width + "s   %s", "Metric Name", "Value"));
        byName.forEach((name, value) -> {
            String shown =
                    value instanceof Double number ? String.format(Locale.ROOT, "%.3f", number) : String.valueOf(value);
            out.println(String.format(Locale.ROOT, "%-" + width + "s : %s", name, shown));
        });
    }

    private static String text(MetricName name) {
        String tags = new TreeMap<>(name.tags())
                .entrySet().stream()
                        .map(tag -> tag.getKey() + "=" + tag.getValue())
                        .collect(Collectors.joining(", ", "{", "}"));
        return name.group() + ":" + name.name() + ":" + tags;
    }
}
