package io.milena.clients.consumer;

import io.milena.clients.ClientFloor;
import io.milena.clients.ClientKind;
import io.milena.clients.ClusterNews;
import io.milena.clients.ConnectionSettings;
import io.milena.clients.FloorParts;
import io.milena.clients.MetadataSettings;
import io.milena.clients.SystemAddressResolver;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.Randomness;
import io.milena.common.config.SettingValues;
import io.milena.metrics.JmxExporter;
import io.milena.metrics.MetricCatalogue;
import io.milena.metrics.NamedFigures;
import io.milena.transport.ClientLoop;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a consumer of a real cluster stands on: connections, an event loop of its own, and JMX. */
final class LoopFloor implements ConsumerFloor {

    /** Of the JVM's memory; others may need some, and as much as waits for the application may be on its way to it. */
    private static final int FETCHING_PART = 16;

    private final SettingValues values;
    private final ConsumerSettings settings;
    private final String clientId;
    private final Root root;
    private final ClientFloor floor;
    private final ConsumerMetrics metrics;
    private final JmxExporter exporter;
    private volatile @Nullable Map<MetricName, ? extends Metric> lastFigures;

    private LoopFloor(SettingValues values, String clientId, Root root) {
        this.values = values;
        this.clientId = clientId;
        this.root = root;
        settings = ConsumerSettingsReader.read(values);
        ConnectionSettings connections =
                ConnectionSettings.from(values, clientId, MetadataSettings.NEVER, settings.missing());
        metrics = new ConsumerMetrics(
                root.loop().time(),
                connections.statsWindow(),
                clientId,
                settings.fetch().isolation());
        floor = ClientFloor.open(
                new FloorParts(
                        ClientKind.CONSUMER,
                        root.loop(),
                        root.randomness(),
                        new SystemAddressResolver(),
                        root.blocking(),
                        metrics.registry()),
                connections);
        metrics.register(floor);
        exporter = new JmxExporter(
                ManagementFactory::getPlatformMBeanServer,
                metrics.registry(),
                new MetricCatalogue(),
                floor.scheduler()::execute);
        exporter.start();
    }

    /**
     * What only the root may make.
     *
     * @param group of the loop, which this floor ends
     * @param blocking for tasks that wait
     * @param heapBytes that the JVM may have
     */
    record Root(EventLoopGroup group, ClientLoop loop, Randomness randomness, Executor blocking, long heapBytes) {}

    /** @throws io.milena.common.config.ConfigException naming key, value and what is allowed; the loop is ended then */
    static LoopFloor open(SettingValues values, String clientId, Root root) {
        boolean opened = false;
        try {
            var floor = new LoopFloor(values, clientId, root);
            opened = true;
            return floor;
        } finally {
            if (!opened) {
                root.group().shutdownGracefully(0, 0, TimeUnit.SECONDS);
            }
        }
    }

    @Override
    public SettingValues values() {
        return values;
    }

    @Override
    public ConsumerSettings settings() {
        return settings;
    }

    @Override
    public String clientId() {
        return clientId;
    }

    @Override
    public Seams seams() {
        return new Seams(
                floor.brokers(),
                floor.metadata(),
                floor.scheduler(),
                root.loop().time(),
                root.randomness(),
                Math.min(root.loop().memory().limitBytes(), root.heapBytes()) / FETCHING_PART);
    }

    @Override
    public ByteBufAllocator allocator() {
        return root.loop().allocator();
    }

    @Override
    public ConsumerWatch watch() {
        return metrics;
    }

    @Override
    public void tellOfCluster(Collection<?> plugIns) {
        ClusterNews.tell(floor, plugIns);
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        Map<MetricName, ? extends Metric> known = lastFigures;
        return known != null ? known : NamedFigures.of(metrics.registry());
    }

    @Override
    public void close(long timeoutNanos) {
        lastFigures = NamedFigures.of(metrics.registry());
        floor.close(Duration.ofNanos(timeoutNanos));
        metrics.close();
        exporter.close();
        root.group().shutdownGracefully(0, Math.max(timeoutNanos, 1), TimeUnit.NANOSECONDS);
    }
}
