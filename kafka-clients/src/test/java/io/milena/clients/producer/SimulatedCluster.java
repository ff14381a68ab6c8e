package io.milena.clients.producer;

import io.milena.clients.BrokerCall;
import io.milena.clients.Brokers;
import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connections and a picture of a cluster without any sockets: each request is answered by what the test says, on the
 * simulated loop, in order, after a latency.
 */
final class SimulatedCluster implements Brokers, ClusterMetadata {

    private static final long LATENCY_MS = 1;

    private final SimulatedLoop loop;
    private final Map<Integer, Node> nodes = new LinkedHashMap<>();
    private final Map<String, ClusterView.Topic> topics = new HashMap<>();
    private final Map<ApiKey, Function<Sent, @Nullable Object>> handlers = new HashMap<>();
    private final List<Consumer<ClusterView>> listeners = new ArrayList<>();
    private final Map<Integer, Integer> pending = new HashMap<>();
    private final Set<String> wanted = new TreeSet<>();
    private ClusterView view;
    private int refreshes;

    /** A request as a broker gets it. */
    record Sent(Node node, ApiMessage message, short version) {}

    SimulatedCluster(SimulatedLoop loop, int brokers) {
        this.loop = loop;
        for (int i = 0; i < brokers; i++) {
            nodes.put(i, new Node(i, "broker" + i, 9092, null));
        }
        view = new ClusterView(1, "simulated", null, nodes, Map.of());
    }

    /** A topic whose partitions have these leaders, -1 for none. */
    void topic(String name, int... leaders) {
        List<ClusterView.Partition> partitions = new ArrayList<>();
        for (int i = 0; i < leaders.length; i++) {
            partitions.add(
                    new ClusterView.Partition(i, leaders[i], 0, List.of(), List.of(), List.of(), ErrorCode.NONE));
        }
        topics.put(name, new ClusterView.Topic(name, new Uuid(1, name.hashCode()), false, ErrorCode.NONE, partitions));
        view = new ClusterView(view.version() + 1, "simulated", null, nodes, Map.copyOf(topics));
        listeners.forEach(listener -> listener.accept(view));
    }

    /** Answers with a message, or fails with an exception; null never answers. */
    void on(ApiKey api, Function<Sent, @Nullable Object> handler) {
        handlers.put(api, handler);
    }

    int refreshes() {
        return refreshes;
    }

    @Override
    public <A extends ApiMessage> void send(Node node, BrokerCall<A> call) {
        pending.merge(node.id(), 1, Integer::sum);
        short version = call.versions().highest();
        ApiMessage message = call.maker().apply(version);
        Object answer = handlers.get(call.api()).apply(new Sent(node, message, version));
        message.release();
        if (answer != null) {
            loop.after(java.time.Duration.ofMillis(LATENCY_MS), () -> reply(node, call, answer, version));
        }
    }

    @SuppressWarnings("unchecked")
    private <A extends ApiMessage> void reply(Node node, BrokerCall<A> call, Object answer, short version) {
        pending.merge(node.id(), -1, Integer::sum);
        if (answer instanceof KafkaException failure) {
            call.reply().failed(failure);
        } else {
            call.reply().answered((A) answer, version, 1_000_000);
        }
    }

    @Override
    public boolean isReady(Node node) {
        return true;
    }

    @Override
    public int pending(Node node) {
        return pending.getOrDefault(node.id(), 0);
    }

    @Override
    public Node leastLoaded() {
        return nodes.get(0);
    }

    @Override
    public void disconnect(Node node) {}

    @Override
    public ClusterView view() {
        return view;
    }

    @Override
    public void want(Set<String> topics) {
        wanted.addAll(topics);
    }

    /** Topics that were wanted since this was asked last. */
    Set<String> takeWanted() {
        Set<String> taken = Set.copyOf(wanted);
        wanted.clear();
        return taken;
    }

    @Override
    public void wantOnly(Set<String> topics) {}

    @Override
    public void wantAll() {}

    @Override
    public void refresh() {
        refreshes++;
    }

    @Override
    public void leaderLearned(TopicPartition partition, int leaderId, int leaderEpoch, @Nullable Node leader) {}

    @Override
    public void onChange(Consumer<ClusterView> listener) {
        listeners.add(listener);
    }

    @Override
    public void onFailure(Consumer<KafkaException> listener) {}
}
