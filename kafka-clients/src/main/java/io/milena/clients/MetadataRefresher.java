package io.milena.clients;

import io.milena.clients.BrokerCall.Expects;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.MetadataSettings.Recovery;
import io.milena.clients.MetadataState.Question;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataRequest.MetadataRequestTopic;
import io.milena.protocol.messages.MetadataResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks brokers for the picture of the cluster when {@link MetadataState} says so, and tells who wants to know.
 *
 * <p>Confined to the event loop but for the methods of {@link ClusterMetadata} that any thread may call.
 */
final class MetadataRefresher implements ClusterMetadata {

    /** From 4 on a client has a say in whether topics are created. */
    private static final VersionRange VERSIONS = new VersionRange((short) 4, MetadataRequest.HIGHEST_VERSION);

    /** A topic that is wanted again and again need not be told to the loop each time. */
    private static final long TOUCH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final FloorParts parts;
    private final ConnectionSettings settings;
    private final MetadataState state;
    private final List<Consumer<ClusterView>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<KafkaException>> failureListeners = new CopyOnWriteArrayList<>();
    private final Map<String, Long> touched = new ConcurrentHashMap<>();
    private volatile ClusterView view;
    private volatile long answeredNanos;
    private @Nullable BrokerPool pool;
    private @Nullable Reachability reachability;
    private Collection<Node> bootstrap = List.of();
    private Scheduler.Timer timer = () -> {};
    private boolean isClosed;

    MetadataRefresher(FloorParts parts, ConnectionSettings settings) {
        this.parts = parts;
        this.settings = settings;
        this.state = new MetadataState(
                settings.metadata(), List.of(), failures -> settings.retry().delayMs(failures, parts.randomness()));
        this.view = state.view();
        this.answeredNanos = now();
    }

    /** Begins to ask, first these brokers. On the loop. */
    void start(Collection<Node> first, BrokerPool askThrough, Reachability says) {
        bootstrap = first;
        pool = askThrough;
        reachability = says;
        state.bootstrapped(first);
        shown(true);
        look();
    }

    private Scheduler scheduler() {
        return parts.loop().scheduler();
    }

    private long now() {
        return parts.loop().time().nanos();
    }

    // ---- for any thread

    /** How long ago a broker told of everything that is wanted; until one did, how long this is there. */
    long ageNanos() {
        return now() - answeredNanos;
    }

    @Override
    public ClusterView view() {
        return view;
    }

    /** Cheap for topics that are wanted already, so that it may be called for every record. */
    @Override
    public void want(Set<String> topics) {
        long now = now();
        boolean isNews = false;
        for (String topic : topics) {
            Long last = touched.get(topic);
            if (last == null || now - last >= TOUCH_NANOS) {
                touched.put(topic, now);
                isNews = true;
            }
        }
        if (isNews) {
            Set<String> wanted = Set.copyOf(topics);
            change(() -> state.topicsWanted(wanted, now()));
        }
    }

    @Override
    public void wantOnly(Set<String> topics) {
        Set<String> wanted = Set.copyOf(topics);
        change(() -> {
            touched.keySet().retainAll(wanted);
            shown(state.onlyWanted(wanted, now()));
        });
    }

    @Override
    public void wantAll() {
        change(state::allWanted);
    }

    @Override
    public void refresh() {
        change(state::refreshWanted);
    }

    @Override
    public void leaderLearned(TopicPartition partition, int leaderId, int leaderEpoch, @Nullable Node leader) {
        change(() -> shown(state.leaderLearned(partition, leaderId, leaderEpoch, leader)));
    }

    @Override
    public void onChange(Consumer<ClusterView> listener) {
        listeners.add(listener);
    }

    @Override
    public void onFailure(Consumer<KafkaException> listener) {
        failureListeners.add(listener);
    }

    private void change(Runnable event) {
        scheduler().execute(() -> {
            event.run();
            look();
        });
    }

    // ---- on the loop

    private void shown(boolean isNews) {
        if (!isNews) {
            return;
        }
        ClusterView next = state.view();
        view = next;
        if (pool != null) {
            pool.retain(next.brokers().values());
        }
        listeners.forEach(listener -> listener.accept(next));
    }

    private void look() {
        BrokerPool through = pool;
        if (isClosed || through == null) {
            return;
        }
        timer.cancel();
        long waitNanos = state.waitNanos(now());
        if (waitNanos == 0) {
            ask(through);
        } else if (waitNanos > 0) {
            timer = scheduler().after(Duration.ofNanos(waitNanos), this::look);
        }
    }

    private void ask(BrokerPool through) {
        Question question = state.asked(now());
        touched.keySet().removeIf(topic -> question.topics() != null && !state.isWanted(topic));
        Node node = through.leastLoaded();
        if (node == null) {
            scheduler().execute(() -> failed(question, new KafkaException("no broker is known")));
            return;
        }
        through.send(
                node,
                new BrokerCall<MetadataResponse>(
                        ApiKey.METADATA,
                        VERSIONS,
                        version -> requestOf(question),
                        TimeUnit.MILLISECONDS.toNanos(settings.requestTimeoutMs()),
                        Expects.ANSWER,
                        new Answer(question)));
    }

    private MetadataRequest requestOf(Question question) {
        List<String> topics = question.topics();
        return new MetadataRequest()
                .allowAutoTopicCreation(settings.metadata().missingTopics() == MissingTopics.MAY_BE_CREATED)
                .topics(
                        topics == null
                                ? null
                                : topics.stream()
                                        .map(topic -> new MetadataRequestTopic().name(topic))
                                        .toList());
    }

    private void answered(Question question, MetadataResponse answer) {
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (error == ErrorCode.REBOOTSTRAP_REQUIRED) {
            rebootstrap();
        }
        if (error != ErrorCode.NONE) {
            failed(question, error.exception(null));
        } else if (answer.brokers().isEmpty()) {
            failed(question, new KafkaException("the broker that was asked knows no broker, not even itself"));
        } else {
            long now = now();
            answeredNanos = question.isPartial() ? answeredNanos : now;
            shown(state.answered(question, MetadataAnswers.facts(answer), now));
            look();
        }
    }

    private void failed(Question question, KafkaException cause) {
        if (isClosed) {
            return;
        }
        boolean isLost = reachability != null && reachability.isLost();
        KafkaException told = isLost ? reachability.failure() : cause;
        state.failed(question);
        if (isLost && settings.metadata().recovery() == Recovery.REBOOTSTRAP) {
            rebootstrap();
        }
        failureListeners.forEach(listener -> listener.accept(told));
        look();
    }

    private void rebootstrap() {
        state.bootstrapped(bootstrap);
        shown(true);
    }

    void close() {
        isClosed = true;
        timer.cancel();
    }

    /** Hears what a broker says to one question. */
    private final class Answer implements BrokerCall.Reply<MetadataResponse> {

        private final Question question;

        Answer(Question question) {
            this.question = question;
        }

        @Override
        public void answered(MetadataResponse answer, short version, long roundTripNanos) {
            MetadataRefresher.this.answered(question, answer);
        }

        @Override
        public void failed(KafkaException cause) {
            MetadataRefresher.this.failed(question, cause);
        }
    }
}
