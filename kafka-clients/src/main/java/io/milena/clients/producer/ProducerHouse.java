package io.milena.clients.producer;

import com.codahale.metrics.MetricRegistry;
import io.milena.clients.ClientFloor;
import io.milena.clients.ClientKind;
import io.milena.clients.ConnectionSettings;
import io.milena.clients.FloorParts;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.SystemAddressResolver;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.Randomness;
import io.milena.common.config.SettingValues;
import io.milena.metrics.FigureSet;
import io.milena.metrics.JmxExporter;
import io.milena.metrics.MetricCatalogue;
import io.milena.metrics.MetricScope;
import io.milena.metrics.NamedFigures;
import io.milena.metrics.ObjectNames;
import io.milena.transport.ClientLoop;
import io.netty.channel.EventLoopGroup;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rooms of one producer joined together on an event loop that its root made: connections, engine, metrics. Opened
 * by the root, and closed by it.
 */
final class ProducerHouse {

    /** However little time there is to close: callbacks and futures of what is given up are told meanwhile. */
    private static final long LAST_WORDS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Root root;
    private final ClientFloor floor;
    private final ProducerEngine engine;
    private final ProducerMetrics metrics;
    private final NewestCluster picture;
    private final MetricRegistry registry = new MetricRegistry();
    private final MetricScope scope = new MetricScope(registry);
    private final JmxExporter exporter;
    private volatile @Nullable Map<MetricName, ? extends Metric> lastFigures;

    /**
     * What only the root may make.
     *
     * @param group of the loop, which this house ends
     * @param blocking for tasks that wait
     */
    record Root(EventLoopGroup group, ClientLoop loop, Randomness randomness, Executor blocking) {}

    private ProducerHouse(SettingValues values, String clientId, Root root) {
        this.root = root;
        ProducerTerms terms = ProducerTerms.from(values);
        ConnectionSettings connections = ConnectionSettings.from(
                values, clientId, values.get(ProducerSettings.METADATA_MAX_IDLE_MS), MissingTopics.MAY_BE_CREATED);
        floor = ClientFloor.open(
                new FloorParts(
                        ClientKind.PRODUCER,
                        root.loop(),
                        root.randomness(),
                        new SystemAddressResolver(),
                        root.blocking(),
                        registry),
                connections);
        metrics = new ProducerMetrics(new MetricTerms(root.loop().time(), connections.statsWindow()));
        engine = new ProducerEngine(
                terms,
                new Floor(
                        floor.brokers(),
                        floor.metadata(),
                        floor.scheduler(),
                        root.loop().time(),
                        root.randomness()),
                root.loop().allocator(),
                metrics,
                () -> root.loop().eventLoop().inEventLoop());
        picture = new NewestCluster(floor.metadata());
        floor.onConnections(engine.connections());
        register(clientId);
        exporter = new JmxExporter(
                ManagementFactory::getPlatformMBeanServer, registry, new MetricCatalogue(), floor.scheduler()::execute);
        exporter.start();
    }

    /** @throws io.milena.common.config.ConfigException naming key, value and what is allowed; the loop is ended then */
    static ProducerHouse open(SettingValues values, String clientId, Root root) {
        boolean opened = false;
        try {
            var house = new ProducerHouse(values, clientId, root);
            opened = true;
            return house;
        } finally {
            if (!opened) {
                root.group().shutdownGracefully(0, 0, TimeUnit.SECONDS);
            }
        }
    }

    private void register(String clientId) {
        FigureSet all = floor.addFigures(new FigureSet());
        all.with("metadata-age", () -> floor.metadataAgeNanos() / (double) TimeUnit.SECONDS.toNanos(1));
        metrics.addTo(all, engine.pool(), engine.waits());
        scope.gauge(named("producer-metrics", clientId), all);
        scope.gauge(
                named("kafka-metrics-count", clientId),
                new FigureSet().with("count", () -> registry.getMetrics().size()));
        metrics.onTopic((topic, figures) ->
                scope.gauge(named("producer-topic-metrics", clientId).with("topic", topic), figures));
    }

    private static ObjectNames named(String type, String clientId) {
        return ObjectNames.ofType(ClientKind.PRODUCER.domain(), type).with("client-id", clientId);
    }

    ProducerEngine engine() {
        return engine;
    }

    ProducerMetrics metrics() {
        return metrics;
    }

    NewestCluster picture() {
        return picture;
    }

    ClientFloor floor() {
        return floor;
    }

    /** All figures, after the end those that there were. */
    Map<MetricName, ? extends Metric> figures() {
        Map<MetricName, ? extends Metric> known = lastFigures;
        return known != null ? known : NamedFigures.of(registry);
    }

    Root root() {
        return root;
    }

    /** Ends the sending of records, within the time, also when another thread closes already and has more time. */
    void end(Duration timeout) throws InterruptedException {
        engine.close(timeout.toNanos());
        engine.awaitAborted(LAST_WORDS_NANOS);
    }

    /** Ends everything, within the time. Once. */
    void close(Duration timeout) throws InterruptedException {
        long start = root.loop().time().nanos();
        try {
            end(timeout);
        } finally {
            lastFigures = NamedFigures.of(registry);
            long left = Math.max(0, timeout.toNanos() - (root.loop().time().nanos() - start));
            floor.close(Duration.ofNanos(Math.max(left, LAST_WORDS_NANOS)));
            scope.close();
            exporter.close();
            engine.release();
            root.group().shutdownGracefully(0, Math.max(left, 1), TimeUnit.NANOSECONDS);
        }
    }
}
