package io.milena.server;

import io.milena.common.time.Time;
import io.milena.server.network.EventLoops;
import io.milena.server.network.ListenerConfig;
import io.milena.server.network.NetworkMetrics;
import io.milena.server.network.NetworkServer;
import io.milena.server.network.RequestSink;
import io.milena.server.zookeeper.BrokerZnode;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The broker's face to the network: its listeners, bound first so that their ports are known, opened when all is ready.
 *
 * <p>The listener for brokers, where it is one of its own, has event loops and a memory budget of its own, so that
 * replication never waits for clients. Confined to the thread that starts and stops the broker.
 */
final class Front {

    private static final String JMX_PORT_PROPERTY = "com.sun.management.jmxremote.port";
    private static final int NO_JMX = -1;

    private final NetworkServer server;
    private final List<EventLoops> loops = new ArrayList<>();
    private final ListenerSettings listeners;

    private Front(NetworkServer server, ListenerSettings listeners) {
        this.server = server;
        this.listeners = listeners;
    }

    /**
     * Binds all listeners; connections wait until {@link #accept}.
     *
     * @throws StartException if an address cannot be bound
     */
    static Front bind(BrokerConfig config, Services services) {
        var server = new NetworkServer(config.rooms().network(), services.sink(), services.metrics(), services.time());
        var front = new Front(server, config.listeners());
        boolean bound = false;
        try {
            front.bindAll(config, services);
            bound = true;
            return front;
        } catch (IOException e) {
            throw new StartException(e.getMessage() + "; check listeners, and that no other process has the port");
        } finally {
            if (!bound) {
                front.stop(Duration.ZERO);
            }
        }
    }

    private void bindAll(BrokerConfig config, Services services) throws IOException {
        List<ListenerConfig> forClients = new ArrayList<>();
        List<ListenerConfig> forBrokers = new ArrayList<>();
        boolean shared = listeners.listeners().size() == 1;
        for (Endpoint endpoint : listeners.listeners()) {
            boolean ofBrokers = !shared && endpoint.listener().equals(listeners.interBroker());
            (ofBrokers ? forBrokers : forClients)
                    .add(new ListenerConfig(endpoint.listener(), endpoint.host(), endpoint.port()));
        }
        server.bind(forClients, loops("network", config.rooms().work().networkThreads(), services));
        if (!forBrokers.isEmpty()) {
            server.bind(forBrokers, loops("replication", 1, services));
        }
    }

    private EventLoops loops(String name, int count, Services services) {
        EventLoops started = EventLoops.start(
                count,
                (threads, handlers) -> new MultiThreadIoEventLoopGroup(
                        threads, services.threads().loopFactory(name), handlers),
                services.time());
        loops.add(started);
        return started;
    }

    int port(String listener) {
        return server.boundPort(listener);
    }

    /** What clients are told, with the ports that the system chose. */
    List<Endpoint> advertised() {
        Map<String, Integer> ports = new HashMap<>();
        listeners.listeners().forEach(listener -> ports.put(listener.listener(), port(listener.listener())));
        return listeners.withBoundPorts(ports).advertised();
    }

    /** How this broker announces itself in ZooKeeper. */
    BrokerZnode announcement(BrokerConfig config, long nowMs) {
        List<BrokerZnode.Endpoint> endpoints = advertised().stream()
                .map(endpoint -> new BrokerZnode.Endpoint(
                        endpoint.listener(), ListenerSettings.PLAINTEXT, endpoint.host(), endpoint.port()))
                .toList();
        int jmxPort = Integer.getInteger(JMX_PORT_PROPERTY, NO_JMX);
        return new BrokerZnode(endpoints, new TreeMap<>(), config.identity().rack(), jmxPort, nowMs);
    }

    /** Lets connections in. */
    void accept() {
        server.accept();
    }

    /** Answers what was begun, for at most {@code bound}, and closes everything. */
    void stop(Duration bound) {
        server.stop(bound);
        loops.forEach(started -> started.stop(bound));
    }

    /** What the network needs of the root. */
    record Services(RequestSink sink, NetworkMetrics metrics, BrokerThreads threads, Time time) {}
}
