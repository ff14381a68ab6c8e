package io.milena.server.network;

import com.codahale.metrics.MetricRegistry;
import io.milena.metrics.FigureSet;
import io.milena.metrics.ObjectNames;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many connections of one listener on one event loop each client software has, in {@code
 * kafka.server:type=socket-server-metrics,clientSoftwareName=...,clientSoftwareVersion=...} of that listener and loop.
 *
 * <p>Software that was seen is shown until its place is needed, also when it has no connection any more. Clients choose
 * these names, so there are only so many places; who comes while each belongs to someone connected is not counted.
 *
 * <p>Told on that loop only.
 */
final class ClientCensus {

    /** As many as the reference shows for each listener and thread. */
    static final int PLACES = 100;

    private final Map<ClientSoftware, Count> bySoftware = new LinkedHashMap<>();
    private final MetricRegistry registry;
    private final String listener;
    private final int processor;

    ClientCensus(MetricRegistry registry, String listener, int processor) {
        this.registry = registry;
        this.listener = listener;
        this.processor = processor;
    }

    /** The connections of one software. Changed on the loop, read by whoever reads the metric. */
    static final class Count {

        private volatile int connections;

        private void add(int change) {
            connections = connections + change;
        }
    }

    /** One more connection of {@code software}: where it is counted; null if there is no place for it. */
    @Nullable
    Count joined(ClientSoftware software) {
        Count count = bySoftware.get(software);
        if (count == null && (bySoftware.size() < PLACES || leaveAPlace())) {
            count = new Count();
            bySoftware.put(software, count);
            show(software, count);
        }
        if (count != null) {
            count.add(1);
        }
        return count;
    }

    /** A connection that was counted there is gone, or says that it is of another software. */
    void left(@Nullable Count count) {
        if (count != null) {
            count.add(-1);
        }
    }

    /** Whether someone without connections could be forgotten: the one seen first. */
    private boolean leaveAPlace() {
        for (Map.Entry<ClientSoftware, Count> each : bySoftware.entrySet()) {
            if (each.getValue().connections == 0) {
                bySoftware.remove(each.getKey());
                registry.remove(nameOf(each.getKey()));
                return true;
            }
        }
        return false;
    }

    private void show(ClientSoftware software, Count count) {
        registry.register(nameOf(software), new FigureSet().with("connections", () -> count.connections));
    }

    private String nameOf(ClientSoftware software) {
        return "kafka.server:type=socket-server-metrics,clientSoftwareName=" + ObjectNames.sanitized(software.name())
                + ",clientSoftwareVersion=" + ObjectNames.sanitized(software.version())
                + ",listener=" + ObjectNames.sanitized(listener)
                + ",networkProcessor=" + processor;
    }
}
