package io.milena.clients;

import io.milena.common.Node;
import io.milena.common.time.Time;
import io.milena.metrics.FactSet;
import io.milena.metrics.FigureSet;
import io.milena.metrics.MetricFamily;
import io.milena.metrics.MetricScope;
import io.milena.metrics.NamedFigures;
import io.milena.metrics.ObjectNames;
import io.milena.metrics.SampledRate;
import io.milena.metrics.StatsWindow;
import io.milena.metrics.WindowedStats;
import io.milena.transport.IoFigures;
import io.milena.transport.TrafficListener;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a client tells of its connections: of all together, and of those to each broker.
 *
 * <p>Written on the event loop; everyone may read.
 */
final class ConnectionMetrics {

    private static final double MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** What this version never does, but dashboards ask for. */
    private static final String[] AUTHENTICATION_COUNTS = {
        "failed-authentication", "failed-reauthentication", "successful-authentication", "successful-reauthentication"
    };

    /** The build does not say which commit it is of. */
    private static final String UNKNOWN = "unknown";

    private final Time time;
    private final StatsWindow window;
    private final IoFigures io;
    private final Traffic all;
    private final WindowedStats made;
    private final WindowedStats closed;
    private final MetricFamily<String, Traffic> nodes;
    private final MetricScope facts;

    /** Sizes and times of one broker's requests, or of all. */
    private static final class Traffic {

        private final WindowedStats requests;
        private final WindowedStats answers;
        private final WindowedStats latency;

        Traffic(Time time, StatsWindow window) {
            requests = new WindowedStats(time, window);
            answers = new WindowedStats(time, window);
            latency = new WindowedStats(time, window);
        }

        void requested(int bytes, long nowNanos) {
            requests.record(bytes, nowNanos);
        }

        void answered(int bytes, long roundTripNanos, long nowNanos) {
            answers.record(bytes, nowNanos);
            latency.record(roundTripNanos, nowNanos);
        }

        FigureSet into(FigureSet set) {
            return set.with("outgoing-byte-rate", requests::sumPerSecond)
                    .with("outgoing-byte-total", requests::total)
                    .with("request-rate", requests::eventsPerSecond)
                    .with("request-total", requests::events)
                    .with("request-size-avg", requests::average)
                    .with("request-size-max", requests::max)
                    .with("incoming-byte-rate", answers::sumPerSecond)
                    .with("incoming-byte-total", answers::total)
                    .with("response-rate", answers::eventsPerSecond)
                    .with("response-total", answers::events);
        }
    }

    ConnectionMetrics(FloorParts parts, ConnectionSettings settings) {
        this.time = parts.loop().time();
        this.window = settings.statsWindow();
        this.io = parts.loop().io();
        this.all = new Traffic(time, window);
        this.made = new WindowedStats(time, window);
        this.closed = new WindowedStats(time, window);
        ObjectNames type = ObjectNames.ofType(
                        parts.kind().domain(), parts.kind().prefix() + "-node-metrics")
                .with("client-id", settings.clientId());
        this.facts = new MetricScope(parts.registry());
        tellFacts(parts, settings.clientId());
        this.nodes = new MetricFamily<>(parts.registry(), (scope, node) -> {
            var traffic = new Traffic(time, window);
            FigureSet set = traffic.into(new FigureSet())
                    .with("request-latency-avg", () -> traffic.latency.average() / MILLI_NANOS)
                    .with("request-latency-max", () -> traffic.latency.max() / MILLI_NANOS);
            scope.gauge(type.with("node-id", node), set);
            return traffic;
        });
    }

    /** Which build runs, since when, once for JMX alone and once as a metric; and how many metrics there are. */
    private void tellFacts(FloorParts parts, String clientId) {
        ObjectNames appInfo = ObjectNames.ofType(parts.kind().domain(), "app-info");
        long startMs = time.wallMs();
        String version = ClientFloor.softwareVersion();
        facts.gauge(
                appInfo.with("id", clientId),
                new FactSet(Map.of("Version", version, "CommitId", UNKNOWN, "StartTimeMs", startMs)));
        facts.gauge(
                appInfo.with("client-id", clientId),
                new FactSet(Map.of("version", version, "commit-id", UNKNOWN, "start-time-ms", startMs)));
        facts.gauge(
                ObjectNames.ofType(parts.kind().domain(), "kafka-metrics-count").with("client-id", clientId),
                new FigureSet()
                        .with("count", () -> NamedFigures.of(parts.registry()).size()));
    }

    /** Who listens to the connections to {@code node}. */
    TrafficListener trafficTo(Node node) {
        Traffic one = nodes.of("node-" + node.id());
        return new TrafficListener() {
            @Override
            public void requested(int bytes) {
                long now = time.nanos();
                all.requested(bytes, now);
                one.requested(bytes, now);
            }

            @Override
            public void answered(int bytes, long roundTripNanos) {
                long now = time.nanos();
                all.answered(bytes, roundTripNanos, now);
                one.answered(bytes, roundTripNanos, now);
            }
        };
    }

    void connectionMade() {
        made.record(1);
    }

    void connectionClosed() {
        closed.record(1);
    }

    /** Puts the figures of all connections into the set of the whole client. */
    FigureSet into(FigureSet set) {
        all.into(set)
                .with("network-io-rate", () -> all.requests.eventsPerSecond() + all.answers.eventsPerSecond())
                .with("network-io-total", () -> all.requests.events() + all.answers.events())
                .with("connection-count", () -> made.events() - closed.events())
                .with("connection-creation-rate", made::eventsPerSecond)
                .with("connection-creation-total", made::events)
                .with("connection-close-rate", closed::eventsPerSecond)
                .with("connection-close-total", closed::events);
        timeOfTheLoop(set);
        return authentication(set);
    }

    private void timeOfTheLoop(FigureSet set) {
        var selects = new SampledRate(time, io::waits);
        var work = new SampledRate(time, io::workNanos);
        var waiting = new SampledRate(time, io::waitNanos);
        set.with("select-rate", selects::perSecond)
                .with("select-total", io::waits)
                .with("io-ratio", () -> work.perSecond() / TimeUnit.SECONDS.toNanos(1))
                .with("io-wait-ratio", () -> waiting.perSecond() / TimeUnit.SECONDS.toNanos(1))
                .with("io-time-ns-avg", () -> each(work, selects))
                .with("io-time-ns-total", io::workNanos)
                .with("iotime-total", io::workNanos)
                .with("io-wait-time-ns-avg", () -> each(waiting, selects))
                .with("io-wait-time-ns-total", io::waitNanos)
                .with("io-waittime-total", io::waitNanos);
    }

    private static double each(SampledRate sum, SampledRate events) {
        double perSecond = events.perSecond();
        return perSecond <= 0 ? 0 : sum.perSecond() / perSecond;
    }

    private static FigureSet authentication(FigureSet set) {
        for (String count : AUTHENTICATION_COUNTS) {
            set.with(count + "-rate", () -> 0).with(count + "-total", () -> 0);
        }
        return set.with("successful-authentication-no-reauth-total", () -> 0)
                .with("reauthentication-latency-avg", () -> Double.NaN)
                .with("reauthentication-latency-max", () -> Double.NaN);
    }

    /** Takes the figures of brokers out of the registry, and the facts. */
    void close() {
        facts.close();
        nodes.close();
    }
}
