package io.milena.clients;

import io.milena.common.Node;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.InterruptException;
import io.milena.common.time.Scheduler;
import io.milena.metrics.FigureSet;
import io.milena.transport.ConnectionTerms;
import io.milena.transport.Connector;
import io.milena.transport.SecurityLayer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a producer, a consumer and an admin client stand on: connections to the brokers of one cluster, and its picture.
 *
 * <pre>
 * var group = new MultiThreadIoEventLoopGroup(1, threads, Sockets.handlers());
 * var floor = ClientFloor.open(
 *         new FloorParts(kind, ClientLoop.of(group.next(), time), randomness, resolver, blocking, registry), settings);
 * floor.metadata().want(Set.of("orders"));
 * ...
 * floor.close(timeout);
 * group.shutdownGracefully(...);
 * </pre>
 *
 * <p>Opened and closed by any thread; what its parts may be used by, they say. The loop is the root's, which ends it
 * after the floor.
 */
public final class ClientFloor {

    private static final Logger log = LoggerFactory.getLogger(ClientFloor.class);

    private static final String UNKNOWN_VERSION = "unknown";

    private final FloorParts parts;
    private final ConnectionSettings settings;
    private final List<BrokersListener> listeners = new CopyOnWriteArrayList<>();
    private final MetadataRefresher metadata;
    private final ConnectionMetrics metrics;
    private final Reachability reachability;
    private final BrokerPool pool;

    private ClientFloor(FloorParts parts, ConnectionSettings settings) {
        this.parts = parts;
        this.settings = settings;
        this.metadata = new MetadataRefresher(parts, settings);
        this.metrics = new ConnectionMetrics(parts, settings);
        this.reachability = new Reachability(settings.clientId(), this::knownBrokers);
        var terms = new ConnectionTerms(
                parts.loop(),
                settings.clientId(),
                softwareVersion(),
                settings.sockets(),
                SecurityLayer.PLAINTEXT,
                TimeUnit.MILLISECONDS.toNanos(settings.requestTimeoutMs()));
        var linkTerms = new LinkTerms(parts, settings, new Connector(terms), new News(), reachability, metrics);
        this.pool = new BrokerPool(linkTerms, this::knownBrokers);
    }

    /**
     * Begins to connect and to ask for the picture, in the background; before, names are looked up until one has an
     * address.
     *
     * @throws ConfigException if none has
     */
    public static ClientFloor open(FloorParts parts, ConnectionSettings settings) {
        refuseUnknown(parts, settings);
        var floor = new ClientFloor(parts, settings);
        if (settings.dnsLookup() == DnsLookup.RESOLVE_CANONICAL_BOOTSTRAP_SERVERS_ONLY) {
            parts.blocking().execute(() -> floor.start(floor.canonical()));
        } else {
            floor.start(settings.bootstrap());
        }
        return floor;
    }

    private static void refuseUnknown(FloorParts parts, ConnectionSettings settings) {
        for (BrokerAddress address : settings.bootstrap()) {
            try {
                parts.resolver().addressesOf(address.host());
                return;
            } catch (UnknownHostException e) {
                log.warn("{}: no address is known for {}", settings.clientId(), address);
            }
        }
        throw new ConfigException("No resolvable bootstrap urls given in "
                + CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG + ": " + settings.bootstrap() + " (expected: "
                + BrokerAddress.EXPECTED + ")");
    }

    /** The version of the jar that this library runs from. */
    public static String softwareVersion() {
        return Objects.requireNonNullElse(ClientFloor.class.getPackage().getImplementationVersion(), UNKNOWN_VERSION);
    }

    /** Names that have no address stay as they are: they may have one later. */
    private List<BrokerAddress> canonical() {
        Set<BrokerAddress> canonical = new LinkedHashSet<>();
        for (BrokerAddress address : settings.bootstrap()) {
            try {
                for (InetAddress found : parts.resolver().addressesOf(address.host())) {
                    canonical.add(new BrokerAddress(parts.resolver().canonicalNameOf(found), address.port()));
                }
            } catch (UnknownHostException e) {
                log.warn("{}: no address is known for {}", settings.clientId(), address);
                canonical.add(address);
            }
        }
        return List.copyOf(canonical);
    }

    private void start(List<BrokerAddress> addresses) {
        List<Node> bootstrap = new ArrayList<>();
        for (BrokerAddress address : addresses) {
            bootstrap.add(new Node(-1 - bootstrap.size(), address.host(), address.port(), null));
        }
        scheduler().execute(() -> metadata.start(bootstrap, pool, reachability));
    }

    private Collection<Node> knownBrokers() {
        return metadata.view().brokers().values();
    }

    /** Confined to the loop. */
    public Brokers brokers() {
        return pool;
    }

    public ClusterMetadata metadata() {
        return metadata;
    }

    /** How long ago a broker told of all that is wanted; until one did, how long this is open. For any thread. */
    public long metadataAgeNanos() {
        return metadata.ageNanos();
    }

    /** The loop of this client. */
    public Scheduler scheduler() {
        return parts.loop().scheduler();
    }

    /** {@code listener} hears of connections from now on. */
    public void onConnections(BrokersListener listener) {
        listeners.add(listener);
    }

    /** Puts the figures of all connections into the set that shows the whole client; before it is registered. */
    public FigureSet addFigures(FigureSet set) {
        return metrics.into(set);
    }

    /**
     * Ends all connections; what is pending fails, and what is sent from now on.
     *
     * @param timeout how long to wait until that is done; on the loop itself nothing is waited for
     * @return whether it was done by then
     */
    public boolean close(Duration timeout) {
        var done = new CountDownLatch(1);
        scheduler().execute(() -> {
            metadata.close();
            pool.close();
            metrics.close();
            // What fails is told in tasks of its own, two of them one after the other.
            scheduler().execute(() -> scheduler().execute(() -> scheduler().execute(done::countDown)));
        });
        if (parts.loop().eventLoop().inEventLoop()) {
            return false;
        }
        try {
            return done.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new InterruptException("interrupted while closing", e);
        }
    }

    /** Passes on what links tell. */
    private final class News implements BrokersListener {

        @Override
        public void ready(Node node) {
            listeners.forEach(listener -> listener.ready(node));
        }

        @Override
        public void gone(Node node) {
            listeners.forEach(listener -> listener.gone(node));
        }
    }
}
