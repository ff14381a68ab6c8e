package io.milena.admin;

import com.codahale.metrics.MetricRegistry;
import io.milena.clients.ClientFloor;
import io.milena.clients.ClientKind;
import io.milena.clients.CommonSettings;
import io.milena.clients.ConnectionSettings;
import io.milena.clients.FloorParts;
import io.milena.clients.MetadataSettings;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.SystemAddressResolver;
import io.milena.common.KafkaException;
import io.milena.common.KafkaFuture;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.ThreadRandomness;
import io.milena.common.TopicCollection;
import io.milena.common.TopicPartition;
import io.milena.common.config.ConfigResource;
import io.milena.common.config.SettingValues;
import io.milena.common.errors.TimeoutException;
import io.milena.common.time.Scheduler;
import io.milena.common.time.SystemTime;
import io.milena.metrics.FigureSet;
import io.milena.metrics.JmxExporter;
import io.milena.metrics.MetricCatalogue;
import io.milena.metrics.MetricScope;
import io.milena.metrics.NamedFigures;
import io.milena.metrics.ObjectNames;
import io.milena.transport.ClientLoop;
import io.milena.transport.IoFigures;
import io.milena.transport.Sockets;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link Admin} that talks to brokers: the root of its event loop, clocks and metrics. Thread-safe: each call is
 * handed to the event loop, which does it.
 */
final class KafkaAdmin extends AdminClient {

    private static final Logger log = LoggerFactory.getLogger(KafkaAdmin.class);
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(5);
    private static final String NAME = "adminclient-";
    private static final String THREAD = "kafka-admin-client-thread | ";
    private static final AtomicInteger CLIENTS = new AtomicInteger();

    private final Scheduler loop;
    private final AdminDriver driver;
    private final MetricRegistry registry;
    private final Runnable release;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /**
     * @param loop where {@code driver} lives
     * @param registry where the client's metrics are
     * @param release ends connections and loop; called once, when no call is open
     */
    KafkaAdmin(Scheduler loop, AdminDriver driver, MetricRegistry registry, Runnable release) {
        this.loop = loop;
        this.driver = driver;
        this.registry = registry;
        this.release = release;
    }

    /** @throws io.milena.common.config.ConfigException naming key, value and what is allowed */
    static KafkaAdmin open(Map<?, ?> given) {
        SettingValues values = AdminClientConfig.read(given);
        values.warnOfUnknown(log, "the admin client");
        String givenId = values.get(CommonSettings.CLIENT_ID);
        String clientId = givenId.isEmpty() ? NAME + CLIENTS.incrementAndGet() : givenId;
        return ClientKind.ADMIN.make(clientId, () -> open(values, clientId));
    }

    private static KafkaAdmin open(SettingValues values, String clientId) {
        ConnectionSettings settings =
                ConnectionSettings.from(values, clientId, MetadataSettings.NEVER, MissingTopics.STAY_MISSING);
        var time = new SystemTime();
        var io = new IoFigures(time);
        ThreadFactory threads = task -> daemon(new FastThreadLocalThread(task, THREAD + clientId));
        var group = new MultiThreadIoEventLoopGroup(1, threads, Sockets.handlers(io));
        try {
            return on(group, ClientLoop.of(group.next(), time, io), settings, values);
        } catch (RuntimeException e) {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw e;
        }
    }

    private static KafkaAdmin on(
            EventLoopGroup group, ClientLoop loop, ConnectionSettings settings, SettingValues values) {
        var registry = new MetricRegistry();
        var chance = new ThreadRandomness();
        var parts = new FloorParts(
                ClientKind.ADMIN, loop, chance, new SystemAddressResolver(), KafkaAdmin::beside, registry);
        ClientFloor floor = ClientFloor.open(parts, settings);
        Runnable hideMetrics = showMetrics(floor, registry, values, settings.clientId());
        var driver = new AdminDriver(
                floor.brokers(), floor.metadata(), floor.scheduler(), loop.time(), chance, AdminTerms.of(values));
        return new KafkaAdmin(floor.scheduler(), driver, registry, () -> {
            floor.close(LAST_PATIENCE);
            hideMetrics.run();
            group.shutdownGracefully(0, LAST_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        });
    }

    /** Returns what takes them away again. */
    private static Runnable showMetrics(
            ClientFloor floor, MetricRegistry registry, SettingValues values, String clientId) {
        var scope = new MetricScope(registry);
        String type = ClientKind.ADMIN.prefix() + "-metrics";
        scope.gauge(
                ObjectNames.ofType(ClientKind.ADMIN.domain(), type).with("client-id", clientId),
                floor.addFigures(new FigureSet()));
        boolean isShown = values.get(CommonSettings.AUTO_INCLUDE_JMX_REPORTER)
                || !values.get(CommonSettings.METRIC_REPORTERS).isEmpty();
        if (!isShown) {
            return scope::close;
        }
        var exporter = new JmxExporter(
                ManagementFactory::getPlatformMBeanServer, registry, new MetricCatalogue(), KafkaAdmin::beside);
        exporter.start();
        return () -> {
            exporter.close();
            scope.close();
        };
    }

    /** What may block has a thread of its own. */
    private static void beside(Runnable task) {
        daemon(new Thread(task, "kafka-admin-client-beside")).start();
    }

    private static Thread daemon(Thread thread) {
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public CreateTopicsResult createTopics(Collection<NewTopic> newTopics, CreateTopicsOptions options) {
        return begin(new CreateTopicsCall(newTopics, options), options).result();
    }

    @Override
    public DeleteTopicsResult deleteTopics(TopicCollection topics, DeleteTopicsOptions options) {
        return begin(new DeleteTopicsCall(topics, options), options).result();
    }

    @Override
    public ListTopicsResult listTopics(ListTopicsOptions options) {
        return begin(new ListTopicsCall(options), options).result();
    }

    @Override
    public DescribeTopicsResult describeTopics(TopicCollection topics, DescribeTopicsOptions options) {
        return begin(new DescribeTopicsCall(topics, options), options).result();
    }

    @Override
    public DescribeClusterResult describeCluster(DescribeClusterOptions options) {
        return begin(new DescribeClusterCall(options), options).result();
    }

    @Override
    public CreatePartitionsResult createPartitions(
            Map<String, NewPartitions> newPartitions, CreatePartitionsOptions options) {
        return begin(new CreatePartitionsCall(newPartitions, options), options).result();
    }

    @Override
    public DescribeConfigsResult describeConfigs(Collection<ConfigResource> resources, DescribeConfigsOptions options) {
        Map<Route, List<ConfigResource>> byRoute = new LinkedHashMap<>();
        Map<Integer, Route> routes = new LinkedHashMap<>();
        for (ConfigResource resource : resources) {
            Integer broker = DescribeConfigsCall.brokerOf(resource);
            Route route = broker == null ? Route.ANY : routes.computeIfAbsent(broker, Route::broker);
            byRoute.computeIfAbsent(route, any -> new ArrayList<>()).add(resource);
        }
        Map<ConfigResource, KafkaFuture<Config>> futures = new LinkedHashMap<>();
        byRoute.forEach((route, its) -> {
            var call = begin(new DescribeConfigsCall(route, its, options), options);
            futures.putAll(call.answers().futures());
        });
        return new DescribeConfigsResult(futures);
    }

    @Override
    public ListPartitionReassignmentsResult listPartitionReassignments(
            Optional<Set<TopicPartition>> partitions, ListPartitionReassignmentsOptions options) {
        return begin(new ListPartitionReassignmentsCall(partitions.orElse(null)), options)
                .result();
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return NamedFigures.of(registry);
    }

    /** Returns the call, which is on its way, or has failed because there is none any more. */
    private <C extends AdminCall<?>> C begin(C call, AbstractOptions<?> options) {
        if (isClosed.get()) {
            call.failed(AdminDriver.closed(call));
            return call;
        }
        @Nullable Integer timeoutMs = options.timeoutMs();
        AdminCall<?> begun = call;
        loop.execute(() -> driver.begin(begun, timeoutMs));
        return call;
    }

    @Override
    public void close(Duration timeout) {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        var quiet = new CountDownLatch(1);
        loop.execute(() -> driver.close(quiet::countDown));
        if (!isQuiet(quiet, timeout)) {
            KafkaException cause = new TimeoutException("the admin client was closed before the call ended");
            loop.execute(() -> driver.failAll(cause));
        }
        release.run();
    }

    /** Who is interrupted while waiting waits no longer. */
    private static boolean isQuiet(CountDownLatch quiet, Duration timeout) {
        try {
            return quiet.await(Math.max(0, TimeUnit.NANOSECONDS.convert(timeout)), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }
}
