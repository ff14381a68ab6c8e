package io.milena.clients;

import com.codahale.metrics.MetricRegistry;
import io.milena.clients.BrokerCall.Expects;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.testing.SeededRandomness;
import io.milena.testing.TestLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A floor on a real loop, for tests: how to open it, send through it, and what it told. */
final class FloorHome implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final TestLoop loop = new TestLoop();
    private final MetricRegistry registry = new MetricRegistry();
    private final List<KafkaException> failures = new CopyOnWriteArrayList<>();
    private final List<String> connections = new CopyOnWriteArrayList<>();
    private final AtomicInteger threadsMissing = new AtomicInteger();
    private final ClientFloor floor;

    FloorHome(AddressResolver resolver, String bootstrap, String... keysAndValues) {
        Map<String, Object> given = new HashMap<>();
        given.put("bootstrap.servers", bootstrap);
        given.put("retry.backoff.ms", 20);
        given.put("reconnect.backoff.ms", 20);
        given.put("reconnect.backoff.max.ms", 100);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            given.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        var settings = ConnectionSettings.from(
                CommonSettings.TABLE.read(given), "tester", MetadataSettings.NEVER, MissingTopics.STAY_MISSING);
        var parts = new FloorParts(
                ClientKind.PRODUCER, loop.loop(), new SeededRandomness(1), resolver, this::inThread, registry);
        floor = ClientFloor.open(parts, settings);
        floor.metadata().onFailure(failures::add);
        floor.onConnections(new BrokersListener() {
            @Override
            public void ready(Node node) {
                connections.add("ready " + node.port());
            }

            @Override
            public void gone(Node node) {
                connections.add("gone " + node.port());
            }
        });
    }

    private void inThread(Runnable task) {
        if (threadsMissing.getAndUpdate(missing -> Math.max(0, missing - 1)) > 0) {
            throw new RejectedExecutionException("told to fail: no thread");
        }
        new Thread(task, "resolver-under-test").start();
    }

    /** There is no thread for the next so many tasks that may block. */
    void missThreads(int tasks) {
        threadsMissing.set(tasks);
    }

    static FloorHome open(String bootstrap, String... keysAndValues) {
        return new FloorHome(new SystemAddressResolver(), bootstrap, keysAndValues);
    }

    /** A resolver that knows one name, and addresses. */
    static AddressResolver knowing(String name, String... addresses) {
        return new AddressResolver() {
            @Override
            public List<InetAddress> addressesOf(String host) throws UnknownHostException {
                if (!host.equals(name)) {
                    return List.of(InetAddress.getByName(host));
                }
                List<InetAddress> found = new ArrayList<>();
                for (String address : addresses) {
                    found.add(InetAddress.getByName(address));
                }
                return found;
            }

            @Override
            public String canonicalNameOf(InetAddress address) {
                return address.getHostAddress();
            }
        };
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5));
    }

    TestLoop loop() {
        return loop;
    }

    ClientFloor floor() {
        return floor;
    }

    ClusterMetadata metadata() {
        return floor.metadata();
    }

    MetricRegistry registry() {
        return registry;
    }

    /** What listeners of failures were told. */
    List<KafkaException> failures() {
        return failures;
    }

    /** What listeners of connections were told: "ready" or "gone", and the port. */
    List<String> connections() {
        return connections;
    }

    /** Sends a heartbeat to {@code node}. */
    CompletableFuture<HeartbeatResponse> heartbeat(Node node, Duration timeout) {
        var outcome = new CompletableFuture<HeartbeatResponse>();
        loop.run(() -> floor.brokers()
                .send(
                        node,
                        new BrokerCall<HeartbeatResponse>(
                                ApiKey.HEARTBEAT,
                                ApiKey.HEARTBEAT.requestVersions(),
                                version -> new HeartbeatRequest().groupId("g").memberId("m"),
                                timeout.toNanos(),
                                Expects.ANSWER,
                                new Keeping(outcome))));
        return outcome;
    }

    /** Puts an outcome into a future. */
    private record Keeping(CompletableFuture<HeartbeatResponse> outcome)
            implements BrokerCall.Reply<HeartbeatResponse> {

        @Override
        public void answered(HeartbeatResponse answer, short version, long roundTripNanos) {
            outcome.complete(answer);
        }

        @Override
        public void failed(KafkaException cause) {
            outcome.completeExceptionally(cause);
        }
    }

    @Override
    public void close() {
        floor.close(PATIENCE);
        loop.close();
    }
}
