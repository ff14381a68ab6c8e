package io.milena.server;

import com.codahale.metrics.Meter;
import io.milena.common.Randomness;
import io.milena.common.time.Scheduler;
import io.milena.common.time.SystemTime;
import io.milena.common.time.Time;
import io.milena.metrics.JmxExporter;
import io.milena.metrics.LaneGroup;
import io.milena.metrics.MetricCatalogue;
import io.milena.metrics.StripedRegistry;
import io.milena.server.api.AdminApis;
import io.milena.server.api.AdminServices;
import io.milena.server.api.ApiDispatcher;
import io.milena.server.api.ApiTable;
import io.milena.server.api.DataApis;
import io.milena.server.api.DataServices;
import io.milena.server.api.ProducerIdSupply;
import io.milena.server.controller.Controller;
import io.milena.server.controller.ControllerConfig;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.network.NetworkMetrics;
import io.milena.server.partition.HighWatermarkCheckpoint;
import io.milena.server.partition.PartitionMetrics;
import io.milena.server.partition.PartitionServices;
import io.milena.server.partition.Partitions;
import io.milena.server.settings.ConfigCatalogue;
import io.milena.server.settings.ConfigDescriptions;
import io.milena.server.settings.DynamicConfigs;
import io.milena.server.settings.TopicConfigAdmin;
import io.milena.server.settings.TopicConfigRules;
import io.milena.server.zookeeper.BrokerRegistration;
import io.milena.server.zookeeper.ZkSession;
import io.milena.storage.CleanerSettings;
import io.milena.storage.DirectoryOwner;
import io.milena.storage.LogManager;
import io.milena.storage.StorageServices;
import io.milena.storage.files.NioFileStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.MBeanServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One broker: makes the threads, clocks and pools, joins the rooms, starts them in order and stops them in reverse.
 *
 * <pre>
 *   ZooKeeper inside, session, cluster id -> settings of topics -> logs -> partitions -> controller, handlers
 *     -> listeners bound -> registration -> election -> first orders carried out -> listeners open
 * </pre>
 *
 * <p>Confined to the thread that starts and stops it; {@link #port} may be asked from anywhere.
 */
public final class Broker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Broker.class);

    /** A worker that is busy longer than this with one task counts as slow. */
    private static final long SLOW_TASK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Duration LONGEST_GOODBYE = Duration.ofSeconds(10);

    private final BrokerConfig config;
    private final Environment environment;
    private final Time time = new SystemTime();
    private final Randomness randomness = new SystemRandomness();
    private final StripedRegistry registry;
    private final ServerMetrics metrics;
    private final BrokerThreads threads;
    private final Deque<Runnable> stops = new ArrayDeque<>();
    private final AtomicReference<Partitions> partitions = new AtomicReference<>();
    private final ApiTable table = new ApiTable();
    private final ConfigCatalogue catalogue;
    private @Nullable Front front;

    /**
     * What a broker needs of its process.
     *
     * @param beans where its metrics are shown
     * @param onFatal told, on any thread, why the broker can no longer serve
     */
    record Environment(Supplier<MBeanServer> beans, Consumer<String> onFatal) {}

    private Broker(BrokerConfig config, ConfigCatalogue catalogue, Environment environment) {
        this.config = config;
        this.catalogue = catalogue;
        this.environment = environment;
        this.registry = new StripedRegistry(time, config.rooms().work().networkThreads());
        this.metrics = new ServerMetrics(registry);
        this.threads = new BrokerThreads("broker-" + config.brokerId());
    }

    /**
     * Starts a broker; returns when it serves.
     *
     * @throws RuntimeException if it cannot start; whatever had started is stopped again
     */
    static Broker start(BrokerConfig config, ConfigCatalogue catalogue, Environment environment) {
        var broker = new Broker(config, catalogue, environment);
        boolean started = false;
        try {
            broker.start();
            started = true;
            return broker;
        } finally {
            if (!started) {
                broker.close();
            }
        }
    }

    /** Port of a listener, also where the system chose it. */
    public int port(String listener) {
        if (front == null) {
            throw new IllegalStateException("the broker has not started");
        }
        return front.port(listener);
    }

    private void start() {
        long startNanos = time.nanos();
        stops.push(threads::close);
        Lane sessionLane = threads.lane("zookeeper");
        Lane background = threads.lane("background");
        stops.push(registry::close);
        ZooKeeperParts zookeeper = ZooKeeperParts.start(
                config.rooms().zookeeper(),
                config.rooms().storage().directories().get(0),
                new ZooKeeperParts.Lanes(sessionLane, background),
                environment.onFatal());
        stops.push(zookeeper::stop);
        var sessionMetrics = new SessionMetrics(registry);
        ZkSession session = new MeasuredSession(zookeeper.session(), time, sessionMetrics);
        sessionMetrics.follow(session);
        String clusterId = zookeeper.clusterId(randomness);
        metrics.clusterId(clusterId);
        var topicConfigs = new DynamicConfigs(session, sessionLane, time);
        zookeeper.await(topicConfigs.start());
        var rules = new TopicConfigRules(catalogue);
        var topicSettings = new TopicSettingsRules(rules, config.topics().logs(), topicConfigs);

        LogManager logs = openLogs(clusterId, topicSettings, background);
        Partitions held = holdPartitions(logs, topicSettings, background);
        topicConfigs.onChange(held::updateConfig);
        var cluster = new ClusterView(ClusterImage.empty(clusterId));
        var deeds = new ControllerMetrics(registry, time);
        var orders = new ControllerMetrics.Channel(deeds, config.brokerId().value());
        var local = new LocalBrokerLink(held, topicConfigs, cluster, orders.measuring(threads.lane("orders")::execute));
        var controller = new Controller(
                controllerConfig(clusterId),
                new Controller.Connection(session, deeds.measuring(sessionLane)),
                new Controller.Outlets(new LocalLinks(config.brokerId(), local), deeds),
                topicSettings,
                time,
                randomness);
        metrics.controller(controller);
        serveApis(controller, cluster, new TopicParts(topicConfigs, topicSettings, rules), sessionLane);

        var network = new NetworkMetrics(registry);
        var dispatcher = new ApiDispatcher(table, network.requests());
        Front bound = Front.bind(config, new Front.Means(dispatcher, network, threads, time));
        front = bound;
        stops.push(() -> bound.stop(LONGEST_GOODBYE));
        register(zookeeper, sessionLane, bound, held);
        controller.start();
        zookeeper.await(
                local.informed(),
                "no controller has told this broker what the cluster looks like: another broker is controller, and this"
                        + " version works as the only broker of its cluster");
        bound.accept();
        startBackground(logs, background);
        stops.push(() -> metrics.phase(BrokerPhase.STOPPING));
        metrics.phase(BrokerPhase.RUNNING);
        tellOfStart(clusterId, bound, startNanos);
    }

    private void tellOfStart(String clusterId, Front bound, long startNanos) {
        log.info(
                "broker {} of cluster {} serves {} after {} ms",
                config.brokerId(),
                clusterId,
                bound.advertised(),
                TimeUnit.NANOSECONDS.toMillis(time.nanos() - startNanos));
    }

    private LogManager openLogs(String clusterId, TopicSettingsRules topicSettings, Lane background) {
        Executor recovery = threads.pool("recovery", config.rooms().storage().recoveryThreads());
        var services = new StorageServices(
                new NioFileStore(), time, randomness, background, threads::ofDisk, recovery, registry);
        LogManager logs = LogManager.open(
                config.rooms().storage().withRecentBytes(PageCache.reliableBytes()),
                services,
                new DirectoryOwner(config.brokerId().value(), clusterId),
                topicSettings::of,
                (directory, failed) -> {
                    Partitions held = partitions.get();
                    if (held != null) {
                        held.directoryFailed(directory, failed);
                    }
                });
        stops.push(logs::close);
        return logs;
    }

    private Partitions holdPartitions(LogManager logs, TopicSettingsRules topicSettings, Lane background) {
        var services = new PartitionServices(
                config.brokerId(), time, new SoleReplicaProposals(), new PartitionMetrics(registry));
        var held = new Partitions(logs, topicSettings, new UncoordinatedLeadership(), services, background::execute);
        partitions.set(held);
        var checkpoint = new HighWatermarkCheckpoint(
                held, logs, background, config.rooms().work().highWatermarkInterval());
        stops.push(checkpoint::stop);
        checkpoint.start();
        return held;
    }

    private void register(ZooKeeperParts zookeeper, Lane sessionLane, Front bound, Partitions held) {
        var registration = new BrokerRegistration(
                new BrokerRegistration.Session(zookeeper.session(), sessionLane),
                config.brokerId().value(),
                config.rooms().zookeeper().sessionTimeout(),
                () -> bound.announcement(config, time.wallMs()),
                time);
        zookeeper.await(registration.start(new RegistrationNews(held)));
    }

    /** Tells the partitions which orders are meant for them. Thread-safe. */
    private record RegistrationNews(Partitions held) implements BrokerRegistration.Listener {

        @Override
        public void registered(long brokerEpoch) {
            held.registered(brokerEpoch);
        }

        @Override
        public void lost() {
            held.registrationLost();
        }
    }

    private ControllerConfig controllerConfig(String clusterId) {
        return new ControllerConfig(
                config.brokerId().value(),
                clusterId,
                config.topics().partitions(),
                config.topics().replicationFactor(),
                config.topics().deletable() ? ControllerConfig.Deletion.ENABLED : ControllerConfig.Deletion.DISABLED);
    }

    /** What the handlers of settings rest on. */
    private record TopicParts(DynamicConfigs configs, TopicSettingsRules settings, TopicConfigRules rules) {}

    private void serveApis(Controller controller, ClusterView cluster, TopicParts topics, Lane sessionLane) {
        int workerThreads = config.rooms().work().workerThreads();
        var watched = new LaneGroup(time, workerThreads, SLOW_TASK_NANOS);
        Executor workers = watched.watching(threads.pool("worker", workerThreads));
        Meter idle = registry.meter("kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent");
        registry.onTick(() -> watched.markIdleOn(idle));
        DataApis.serve(
                table,
                new DataServices(
                        config.rooms().data(),
                        partitions.get(),
                        cluster,
                        new ProducerIdSupply(
                                controller, sessionLane, config.brokerId().value()),
                        workers,
                        time,
                        randomness,
                        registry));
        var admin = new TopicConfigAdmin(topics.configs(), sessionLane, topics.settings()::check);
        var settings = new AdminServices.Settings(
                topics.configs(),
                admin,
                topics.rules(),
                new ConfigDescriptions(catalogue, config.source().file()));
        var autoCreation =
                config.topics().autoCreate() ? AdminServices.AutoCreation.ENABLED : AdminServices.AutoCreation.DISABLED;
        AdminApis.serve(
                table, new AdminServices(config.brokerId().value(), autoCreation, cluster, controller, settings));
    }

    private void startCleaning(LogManager logs) {
        CleanerSettings cleaning = config.rooms().cleaning();
        List<Scheduler> lanes = new ArrayList<>(cleaning.threads());
        for (int i = 0; i < cleaning.threads(); i++) {
            lanes.add(threads.lane("cleaner-" + i));
        }
        logs.startCleaning(cleaning, lanes);
    }

    private void startBackground(LogManager logs, Lane background) {
        logs.startBackgroundWork();
        startCleaning(logs);
        registry.tickOn(background);
        var exporter = new JmxExporter(environment.beans(), registry, new MetricCatalogue(), background::execute);
        stops.push(exporter::close);
        exporter.start();
        var info = new AppInfo(config.brokerId().value(), time.wallMs(), environment.beans());
        stops.push(info::hide);
        background.execute(info::show);
    }

    /** Answers what was begun, writes what must be found again, ends the session, and ends all threads. */
    @Override
    public void close() {
        while (!stops.isEmpty()) {
            try {
                stops.pop().run();
            } catch (RuntimeException e) {
                log.error("a part of broker {} could not be stopped in order", config.brokerId(), e);
            }
        }
        log.info("broker {} has stopped", config.brokerId());
    }
}
