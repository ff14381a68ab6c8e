package io.milena.metrics;

import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metered;
import com.codahale.metrics.Snapshot;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import org.jspecify.annotations.Nullable;

/** The kinds of MBean that show a metric, each with exactly the attributes that the reference gives it. */
enum BeanKind {
    GAUGE(attributes -> attributes.put("Value", Object.class, reading -> ((Gauge<?>) reading.metric()).getValue())),
    COUNTER(BeanKind::count),
    METER(BeanKind::rates),
    HISTOGRAM(BeanKind::values),
    TIMER(attributes -> {
        rates(attributes);
        values(attributes);
        attributes.put("LatencyUnit", TimeUnit.class, reading -> TimeUnit.MILLISECONDS);
    });

    private final Attributes attributes = new Attributes();
    private final MBeanInfo info;

    BeanKind(Consumer<Attributes> fill) {
        fill.accept(attributes);
        info = attributes.info(name());
    }

    MBeanInfo info() {
        return info;
    }

    /** How to read the attribute called {@code name}, or null when this kind has none of that name. */
    @Nullable
    Function<MetricBean.Reading, @Nullable Object> reader(String name) {
        Attribute attribute = attributes.byName.get(name);
        return attribute == null ? null : attribute.reader;
    }

    private static void count(Attributes attributes) {
        attributes.put("Count", long.class, reading -> ((Counting) reading.metric()).getCount());
    }

    private static void rates(Attributes attributes) {
        count(attributes);
        rate(attributes, "MeanRate", Metered::getMeanRate);
        rate(attributes, "OneMinuteRate", Metered::getOneMinuteRate);
        rate(attributes, "FiveMinuteRate", Metered::getFiveMinuteRate);
        rate(attributes, "FifteenMinuteRate", Metered::getFifteenMinuteRate);
        attributes.put("EventType", String.class, reading -> reading.words().eventType());
        attributes.put("RateUnit", TimeUnit.class, reading -> reading.words().rateUnit());
    }

    private static void rate(Attributes attributes, String name, Function<Metered, Double> perSecond) {
        attributes.put(
                name, double.class, reading -> reading.words().rate(perSecond.apply((Metered) reading.metric())));
    }

    private static void values(Attributes attributes) {
        count(attributes);
        value(attributes, "Min", snapshot -> (double) snapshot.getMin());
        value(attributes, "Max", snapshot -> (double) snapshot.getMax());
        value(attributes, "Mean", Snapshot::getMean);
        value(attributes, "StdDev", Snapshot::getStdDev);
        value(attributes, "50thPercentile", Snapshot::getMedian);
        value(attributes, "75thPercentile", Snapshot::get75thPercentile);
        value(attributes, "95thPercentile", Snapshot::get95thPercentile);
        value(attributes, "98thPercentile", Snapshot::get98thPercentile);
        value(attributes, "99thPercentile", Snapshot::get99thPercentile);
        value(attributes, "999thPercentile", Snapshot::get999thPercentile);
    }

    private static void value(Attributes attributes, String name, Function<Snapshot, Double> reader) {
        attributes.put(name, double.class, reading -> reader.apply(reading.snapshot()) / reading.valuesPerShownUnit());
    }

    /** One attribute: its type as JMX names it, and how to read it. */
    private record Attribute(String type, Function<MetricBean.Reading, @Nullable Object> reader) {}

    /** The attributes of one kind, by name. */
    private static final class Attributes {

        private final Map<String, Attribute> byName = new TreeMap<>();

        void put(String name, Class<?> type, Function<MetricBean.Reading, @Nullable Object> reader) {
            byName.put(name, new Attribute(type.getName(), reader));
        }

        MBeanInfo info(String kind) {
            var infos = byName.entrySet().stream()
                    .map(entry -> new MBeanAttributeInfo(
                            entry.getKey(), entry.getValue().type, entry.getKey(), true, false, false))
                    .toArray(MBeanAttributeInfo[]::new);
            return new MBeanInfo(MetricBean.class.getName(), kind.toLowerCase(Locale.ROOT), infos, null, null, null);
        }
    }
}
