package io.milena.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricRegistryListener;
import com.codahale.metrics.Timer;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.management.DynamicMBean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows every metric of a registry as an MBean under the metric's own name, with the reference's attributes.
 *
 * <p>Metrics may come and go at any time. The work is done in small portions on the executor given, so that neither the
 * start of a broker nor the thread that creates a topic waits for it. A name that is no ObjectName, or that another
 * registry has taken, is logged and left out. Thread-safe.
 */
public final class JmxExporter implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(JmxExporter.class);
    /** Most changes made before the executor's other tasks get a turn. */
    private static final int PORTION = 256;

    private final Supplier<MBeanServer> server;
    private final MetricRegistry registry;
    private final MetricCatalogue catalogue;
    private final Executor executor;
    private final MetricRegistryListener listener = new Listener();
    private final Queue<Change> changes = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Set<String> shown = new HashSet<>();
    private boolean closed;

    /** A metric that came, or with a null bean one that went. */
    private record Change(String name, @Nullable DynamicMBean bean) {}

    /** {@code server} is asked for on the executor, because making the platform's takes a tenth of a second. */
    public JmxExporter(
            Supplier<MBeanServer> server, MetricRegistry registry, MetricCatalogue catalogue, Executor executor) {
        this.server = server;
        this.registry = registry;
        this.catalogue = catalogue;
        this.executor = executor;
    }

    /** Begins to show the metrics there are and those to come; returns at once. */
    public void start() {
        registry.addListener(listener);
    }

    /** Takes every MBean of this exporter out of the server. The exporter cannot be started again. */
    @Override
    public void close() {
        registry.removeListener(listener);
        synchronized (this) {
            closed = true;
            changes.clear();
            Set.copyOf(shown).forEach(this::hide);
        }
    }

    private void changed(Change change) {
        changes.add(change);
        wakeUp();
    }

    private void wakeUp() {
        if (scheduled.compareAndSet(false, true)) {
            executor.execute(this::makeChanges);
        }
    }

    private void makeChanges() {
        makePortion();
        scheduled.set(false);
        if (!changes.isEmpty()) {
            wakeUp();
        }
    }

    private synchronized void makePortion() {
        for (int i = 0; i < PORTION; i++) {
            Change change = changes.poll();
            if (change == null) {
                return;
            }
            make(change);
        }
    }

    private void make(Change change) {
        DynamicMBean bean = change.bean;
        if (bean == null) {
            hide(change.name);
        } else if (!closed) {
            show(change.name, bean);
        }
    }

    private void show(String name, DynamicMBean bean) {
        try {
            server.get().registerMBean(bean, new ObjectName(name));
            shown.add(name);
        } catch (InstanceAlreadyExistsException e) {
            log.debug("metric {} is not shown over JMX: the name is taken", name);
        } catch (JMException | JMRuntimeException e) {
            log.warn("metric {} is not shown over JMX", name, e);
        }
    }

    private void hide(String name) {
        if (!shown.remove(name)) {
            return;
        }
        try {
            server.get().unregisterMBean(new ObjectName(name));
        } catch (JMException e) {
            log.debug("MBean {} was gone already", name, e);
        }
    }

    /** Turns what the registry tells into changes. */
    private final class Listener implements MetricRegistryListener {

        @Override
        public void onGaugeAdded(String name, Gauge<?> gauge) {
            changed(new Change(name, beanOf(gauge)));
        }

        private DynamicMBean beanOf(Gauge<?> gauge) {
            if (gauge instanceof FigureSet figures) {
                return new FigureBean(figures);
            }
            return gauge instanceof FactSet facts
                    ? new FactBean(facts)
                    : new MetricBean(BeanKind.GAUGE, gauge, catalogue.timer());
        }

        @Override
        public void onCounterAdded(String name, Counter counter) {
            changed(new Change(name, new MetricBean(BeanKind.COUNTER, counter, catalogue.timer())));
        }

        @Override
        public void onHistogramAdded(String name, Histogram histogram) {
            changed(new Change(name, new MetricBean(BeanKind.HISTOGRAM, histogram, catalogue.timer())));
        }

        @Override
        public void onMeterAdded(String name, Meter meter) {
            changed(new Change(name, new MetricBean(BeanKind.METER, meter, catalogue.meter(name))));
        }

        @Override
        public void onTimerAdded(String name, Timer timer) {
            changed(new Change(name, new MetricBean(BeanKind.TIMER, timer, catalogue.timer())));
        }

        @Override
        public void onGaugeRemoved(String name) {
            changed(new Change(name, null));
        }

        @Override
        public void onCounterRemoved(String name) {
            changed(new Change(name, null));
        }

        @Override
        public void onHistogramRemoved(String name) {
            changed(new Change(name, null));
        }

        @Override
        public void onMeterRemoved(String name) {
            changed(new Change(name, null));
        }

        @Override
        public void onTimerRemoved(String name) {
            changed(new Change(name, null));
        }
    }
}
