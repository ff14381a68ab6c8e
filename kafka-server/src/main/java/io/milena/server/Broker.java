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
import io.milena.server.api.CoordinatorApis;
import io.milena.server.api.CoordinatorVerifier;
import io.milena.server.api.DataApis;
import io.milena.server.api.DataServices;
import io.milena.server.api.GroupApis;
import io.milena.server.api.NoVerifier;
import io.milena.server.api.ProducerIdSupply;
import io.milena.server.api.TransactionVerifier;
import io.milena.server.controller.Controller;
import io.milena.server.controller.ControllerConfig;
import io.milena.server.coordinator.Coordinators;
import io.milena.server.coordinator.ProducerIds;
import io.milena.server.coordinator.ShardServices;
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
import io.milena.storage.CleanerSettings;
import io.milena.storage.DirectoryOwner;
import io.milena.storage.LogManager;
import io.milena.storage.StorageServices;
import io.milena.storage.files.NioFileStore;
import io.netty.buffer.ByteBufAllocator;
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
        var lanes = new Lanes(threads.lane("zookeeper"), threads.lane("background"));
        stops.push(registry::close);
        ZooKeeperParts zookeeper = connect(lanes);
        String clusterId = zookeeper.clusterId(randomness);
        metrics.clusterId(clusterId);
        TopicParts topics = readTopicSettings(zookeeper, lanes);

        LogManager logs = openLogs(clusterId, topics.settings(), lanes.background());
        var leadership = new LeadershipNews();
        Partitions held = holdPartitions(logs, topics.settings(), leadership, lanes.background());
        topics.configs().onChange(held::updateConfig);
        var cluster = new ClusterView(ClusterImage.empty(clusterId));
        var controllerMetrics = new ControllerMetrics(registry, time);
        LocalBrokerLink local = linkToItself(held, topics, cluster, controllerMetrics);
        var connection = new Controller.Connection(zookeeper.session(), controllerMetrics.measuring(lanes.session()));
        var outlets = new Controller.Outlets(new LocalLinks(config.brokerId(), local), controllerMetrics);
        var controller =
                new Controller(controllerConfig(clusterId), connection, outlets, topics.settings(), time, randomness);
        metrics.controller(controller);

        Executor workers = workers();
        var producerIds = new ProducerIdSupply(
                controller, lanes.session(), config.brokerId().value());
        Coordinators coordinators = coordinate(controller, cluster, producerIds, workers);
        leadership.to(coordinators);
        local.onTopicsGone(coordinators.groups()::topicsDeleted);
        TransactionVerifier verifier = verifier(coordinators);
        serveData(cluster, verifier, workers);
        serveAdmin(controller, cluster, topics, lanes.session());
        CoordinatorApis.serve(table, coordinators, verifier, producerIds, cluster);
        GroupApis.serve(table, coordinators.groups(), cluster);
        Front bound = bind();
        stops.push(coordinators::stop);
        register(zookeeper, lanes.session(), bound, held);
        controller.start();
        awaitFirstOrders(zookeeper, local);
        bound.accept();
        startBackground(logs, held, lanes.background());
        stops.push(() -> metrics.phase(BrokerPhase.STOPPING));
        metrics.phase(BrokerPhase.RUNNING);
        logStart(clusterId, bound, startNanos);
    }

    private ZooKeeperParts connect(Lanes lanes) {
        ZooKeeperParts zookeeper = ZooKeeperParts.start(
                config.rooms().zookeeper(),
                config.rooms().storage().directories().get(0),
                new ZooKeeperParts.Services(
                        lanes.session(),
                        lanes.background(),
                        time,
                        new SessionMetrics(registry),
                        environment.onFatal()));
        stops.push(zookeeper::stop);
        return zookeeper;
    }

    private TopicParts readTopicSettings(ZooKeeperParts zookeeper, Lanes lanes) {
        var configs = new DynamicConfigs(zookeeper.session(), lanes.session(), time);
        zookeeper.await(configs.start());
        var rules = new TopicConfigRules(catalogue);
        return new TopicParts(
                configs, new TopicSettingsRules(rules, config.topics().logs(), configs), rules);
    }

    private LocalBrokerLink linkToItself(
            Partitions held, TopicParts topics, ClusterView cluster, ControllerMetrics controllerMetrics) {
        var channel = new ControllerMetrics.Channel(
                controllerMetrics, config.brokerId().value());
        Executor orders = channel.measuring(threads.lane("orders")::execute);
        return new LocalBrokerLink(held, topics.configs(), cluster, orders);
    }

    private Front bind() {
        var network = new NetworkMetrics(registry);
        var dispatcher = new ApiDispatcher(table, network.requests());
        Front bound = Front.bind(config, new Front.Services(dispatcher, network, threads, time));
        front = bound;
        stops.push(() -> bound.stop(LONGEST_GOODBYE));
        return bound;
    }

    private static void awaitFirstOrders(ZooKeeperParts zookeeper, LocalBrokerLink local) {
        zookeeper.await(
                local.informed(),
                "no controller has told this broker what the cluster looks like: another broker is controller, and this"
                        + " version works as the only broker of its cluster; stop the other one, or give each a"
                        + " zookeeper.connect of its own");
    }

    private void logStart(String clusterId, Front bound, long startNanos) {
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

    private Partitions holdPartitions(
            LogManager logs, TopicSettingsRules topicSettings, LeadershipNews leadership, Lane background) {
        var services = new PartitionServices(
                config.brokerId(), time, new SoleReplicaProposals(), new PartitionMetrics(registry));
        var held = new Partitions(logs, topicSettings, leadership, services, background::execute);
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

    private ControllerConfig controllerConfig(String clusterId) {
        return new ControllerConfig(
                config.brokerId().value(),
                clusterId,
                config.topics().partitions(),
                config.topics().replicationFactor(),
                config.topics().deletion());
    }

    private Executor workers() {
        int workerThreads = config.rooms().work().workerThreads();
        var watched = new LaneGroup(time, workerThreads, SLOW_TASK_NANOS);
        Executor workers = watched.watching(threads.pool("worker", workerThreads));
        Meter idle = registry.meter("kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent");
        registry.onTick(() -> watched.markIdleOn(idle));
        return workers;
    }

    private Coordinators coordinate(
            Controller controller, ClusterView cluster, ProducerIds producerIds, Executor workers) {
        var services =
                new ShardServices(partitions.get()::find, cluster, List.of(), workers, time, ByteBufAllocator.DEFAULT);
        var wishes = new CoordinatorParts.Wishes(controller, producerIds, config.brokerId(), randomness, registry);
        return CoordinatorParts.make(config.rooms().coordinators(), services, threads, wishes);
    }

    private TransactionVerifier verifier(Coordinators coordinators) {
        return config.rooms().coordinators().transactions().isVerified()
                ? new CoordinatorVerifier(coordinators.transactions())
                : new NoVerifier();
    }

    private void serveData(ClusterView cluster, TransactionVerifier verifier, Executor workers) {
        DataApis.serve(
                table,
                new DataServices(
                        config.rooms().data(),
                        partitions.get(),
                        cluster,
                        verifier,
                        workers,
                        time,
                        randomness,
                        registry));
    }

    private void serveAdmin(Controller controller, ClusterView cluster, TopicParts topics, Lane sessionLane) {
        var admin = new TopicConfigAdmin(topics.configs(), sessionLane, topics.settings()::check);
        var settings = new AdminServices.Settings(
                topics.configs(),
                admin,
                topics.rules(),
                new ConfigDescriptions(catalogue, config.source().file()));
        AdminApis.serve(
                table,
                new AdminServices(
                        config.brokerId().value(), config.topics().autoCreation(), cluster, controller, settings));
    }

    private void startCleaning(LogManager logs) {
        CleanerSettings cleaning = config.rooms().cleaning();
        List<Scheduler> lanes = new ArrayList<>(cleaning.threads());
        for (int i = 0; i < cleaning.threads(); i++) {
            lanes.add(threads.lane("cleaner-" + i));
        }
        logs.startCleaning(cleaning, lanes);
    }

    private void startBackground(LogManager logs, Partitions held, Lane background) {
        logs.startBackgroundWork();
        startCleaning(logs);
        registry.tickOn(background);
        var exporter = new JmxExporter(environment.beans(), registry, new MetricCatalogue(), background::execute);
        stops.push(exporter::close);
        exporter.start();
        held.metrics().showPartitions(background::execute);
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

    /**
     * What a broker needs of its process.
     *
     * @param beans where its metrics are shown
     * @param onFatal told, on any thread, why the broker can no longer serve
     */
    record Environment(Supplier<MBeanServer> beans, Consumer<String> onFatal) {}

    /** The lane of the ZooKeeper session and of the controller, and the one for work that may block. */
    private record Lanes(Lane session, Lane background) {}

    /** What the rooms are told about the settings of topics. */
    private record TopicParts(DynamicConfigs configs, TopicSettingsRules settings, TopicConfigRules rules) {}

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
}
