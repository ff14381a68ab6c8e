package io.milena.metrics;

import com.codahale.metrics.Metric;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Snapshot;
import io.milena.metrics.MetricCatalogue.MeterWords;
import java.util.function.Function;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanInfo;
import org.jspecify.annotations.Nullable;

/** Shows one metric as an MBean, read-only. Immutable, and small: a big broker has a hundred thousand of them. */
final class MetricBean extends ReadOnlyBean {

    private static final double NANOS_PER_MS = 1e6;

    private final BeanKind kind;
    private final Metric metric;
    private final MeterWords words;

    MetricBean(BeanKind kind, Metric metric, MeterWords words) {
        this.kind = kind;
        this.metric = metric;
        this.words = words;
    }

    @Override
    public @Nullable Object getAttribute(String name) throws AttributeNotFoundException {
        Function<Reading, @Nullable Object> reader = kind.reader(name);
        if (reader == null) {
            throw new AttributeNotFoundException(name);
        }
        return reader.apply(new Reading());
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        var found = new AttributeList();
        var reading = new Reading();
        for (String name : names) {
            Function<Reading, @Nullable Object> reader = kind.reader(name);
            if (reader != null) {
                found.add(new Attribute(name, reader.apply(reading)));
            }
        }
        return found;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return kind.info();
    }

    /** One reading of the metric: its attributes share one snapshot. Confined to the reading thread. */
    final class Reading {

        private @Nullable Snapshot snapshot;

        Metric metric() {
            return metric;
        }

        MeterWords words() {
            return words;
        }

        Snapshot snapshot() {
            if (snapshot == null) {
                snapshot = ((Sampling) metric).getSnapshot();
            }
            return snapshot;
        }

        /** What recorded values are divided by to be shown: timers record nanoseconds and show milliseconds. */
        double valuesPerShownUnit() {
            return kind == BeanKind.TIMER ? NANOS_PER_MS : 1;
        }
    }
}
