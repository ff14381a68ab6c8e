package io.milena.clients.consumer;

import io.milena.clients.BrokerCall;
import io.milena.clients.Brokers;
import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of one broker at the seam of {@link Brokers}: each API is answered by a function that the test may replace.
 * A function that answers null loses the connection. Answers come on the loop, fetches without records a little later.
 */
final class FakeCluster implements Brokers, ClusterMetadata {

    static final Node NODE = new Node(1, "localhost", 9092, null);

    private static final Duration EMPTY_FETCH = Duration.ofMillis(10);

    private final Scheduler loop;
    private final Map<ApiKey, Function<ApiMessage, @Nullable ApiMessage>> answers = new EnumMap<>(ApiKey.class);
    private final List<Consumer<ClusterView>> listeners = new CopyOnWriteArrayList<>();
    private final List<ApiMessage> requests = new CopyOnWriteArrayList<>();
    private volatile ClusterView view = new ClusterView(0, "fake", NODE, Map.of(1, NODE), Map.of());
    private volatile boolean reachable = true;
    private volatile Trouble trouble = (api, broker) -> broker.get();

    FakeCluster(Scheduler loop) {
        this.loop = loop;
    }

    /** From now on {@code api} is answered so; {@code answer} runs on the loop. */
    void on(ApiKey api, Function<ApiMessage, @Nullable ApiMessage> answer) {
        synchronized (answers) {
            answers.put(api, answer);
        }
    }

    /** What stands between the client and the broker; called on the loop. */
    interface Trouble {

        /**
         * @param broker answers as it would without trouble, and does what it was asked for
         * @return what the client hears; null if the connection is lost
         */
        @Nullable
        ApiMessage meet(ApiKey api, Supplier<@Nullable ApiMessage> broker);
    }

    void troubledBy(Trouble next) {
        trouble = next;
    }

    /** All requests of this kind so far. */
    <T extends ApiMessage> List<T> requests(Class<T> type) {
        List<T> found = new ArrayList<>();
        for (ApiMessage request : requests) {
            if (type.isInstance(request)) {
                found.add(type.cast(request));
            }
        }
        return found;
    }

    void unreachable() {
        reachable = false;
    }

    /** The topic has these partitions, led in this epoch. */
    void topic(String name, int partitions, int leaderEpoch) {
        Map<String, ClusterView.Topic> topics = new LinkedHashMap<>(view.topics());
        List<ClusterView.Partition> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new ClusterView.Partition(i, 1, leaderEpoch, List.of(1), List.of(1), List.of(), ErrorCode.NONE));
        }
        topics.put(name, new ClusterView.Topic(name, new Uuid(7, name.hashCode()), false, ErrorCode.NONE, all));
        swap(topics);
    }

    /** As before a client has asked for the first time. */
    void noTopics() {
        swap(Map.of());
    }

    void forbidden(String name) {
        Map<String, ClusterView.Topic> topics = new LinkedHashMap<>(view.topics());
        topics.put(
                name, new ClusterView.Topic(name, Uuid.ZERO, false, ErrorCode.TOPIC_AUTHORIZATION_FAILED, List.of()));
        swap(topics);
    }

    private void swap(Map<String, ClusterView.Topic> topics) {
        view = new ClusterView(view.version() + 1, "fake", NODE, Map.of(1, NODE), topics);
        ClusterView current = view;
        loop.execute(() -> listeners.forEach(listener -> listener.accept(current)));
    }

    @Override
    public <A extends ApiMessage> void send(Node node, BrokerCall<A> call) {
        short version = call.versions().highest();
        ApiMessage request = call.maker().apply(version);
        requests.add(request);
        Function<ApiMessage, @Nullable ApiMessage> answer;
        synchronized (answers) {
            answer = answers.get(call.api());
        }
        boolean isDead = !reachable || answer == null;
        Runnable reply =
                () -> reply(call, isDead ? null : trouble.meet(call.api(), () -> answer.apply(request)), version);
        if (call.api() == ApiKey.FETCH) {
            loop.after(EMPTY_FETCH, reply);
        } else {
            loop.execute(reply);
        }
    }

    @SuppressWarnings("unchecked") // the test answers each API with its own kind
    private static <A extends ApiMessage> void reply(BrokerCall<A> call, @Nullable ApiMessage answer, short version) {
        if (answer == null) {
            call.reply().failed(new DisconnectException("the broker is gone"));
        } else {
            call.reply().answered((A) answer, version, 1_000);
        }
    }

    @Override
    public boolean isReady(Node node) {
        return reachable;
    }

    @Override
    public int pending(Node node) {
        return 0;
    }

    @Override
    public @Nullable Node leastLoaded() {
        return NODE;
    }

    @Override
    public void disconnect(Node node) {}

    @Override
    public ClusterView view() {
        return view;
    }

    @Override
    public void want(Set<String> topics) {}

    @Override
    public void wantOnly(Set<String> topics) {}

    @Override
    public void wantAll() {}

    @Override
    public void refresh() {}

    @Override
    public void leaderLearned(TopicPartition partition, int leaderId, int leaderEpoch, @Nullable Node leader) {}

    @Override
    public void onChange(Consumer<ClusterView> listener) {
        listeners.add(listener);
    }

    @Override
    public void onFailure(Consumer<KafkaException> listener) {}
}
