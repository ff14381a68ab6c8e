package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Time;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.EndpointImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics that keep the coordinators' state: makes one when it is first needed, and finds who leads the partition of
 * a key. Thread-safe.
 */
public final class CoordinatorTopics {

    private static final Logger log = LoggerFactory.getLogger(CoordinatorTopics.class);

    /** Clients ask again at once, so what stops a topic from being made is told so often at most. */
    private static final long BETWEEN_LINES_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ClusterView cluster;
    private final TopicMaker maker;
    private final Time time;
    private final Map<CoordinatorKind, CoordinatorTopic> topics;
    /** Who waits for a topic that is being made. Guarded by this. */
    private final Map<CoordinatorKind, List<Consumer<ErrorCode>>> awaited = new EnumMap<>(CoordinatorKind.class);
    /** When a line was logged last. Guarded by this. */
    private long toldNanos;

    /** Whether one was logged at all. Guarded by this. */
    private boolean isTold;

    /** @param topics of all kinds */
    CoordinatorTopics(ClusterView cluster, TopicMaker maker, Time time, Map<CoordinatorKind, CoordinatorTopic> topics) {
        this.cluster = cluster;
        this.maker = maker;
        this.time = time;
        this.topics = new EnumMap<>(topics);
    }

    /**
     * Has the topic of {@code kind} made if it does not exist. {@code then} is told NONE when it does, else
     * COORDINATOR_NOT_AVAILABLE; at once, or on any thread.
     */
    public void ensure(CoordinatorKind kind, Consumer<ErrorCode> then) {
        if (cluster.current().topic(kind.topic()) != null) {
            then.accept(ErrorCode.NONE);
            return;
        }
        CoordinatorTopic topic = Objects.requireNonNull(topics.get(kind));
        int brokers = cluster.current().brokers().size();
        if (brokers < topic.replicationFactor()) {
            tell(
                    kind,
                    "it wants a replication factor of " + topic.replicationFactor() + ", and " + brokers
                            + " brokers are alive");
            then.accept(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        } else if (isFirst(kind, then)) {
            maker.make(topic, (outcome, why) -> made(kind, outcome, why));
        }
    }

    private synchronized boolean isFirst(CoordinatorKind kind, Consumer<ErrorCode> then) {
        boolean isFirst = !awaited.containsKey(kind);
        awaited.computeIfAbsent(kind, first -> new ArrayList<>()).add(then);
        return isFirst;
    }

    private void made(CoordinatorKind kind, ErrorCode outcome, String why) {
        if (outcome == ErrorCode.NONE) {
            log.info("{} is there: coordinators of {} can work", kind.topic(), kind);
        } else {
            tell(kind, outcome + " " + why);
        }
        ErrorCode told = outcome == ErrorCode.NONE ? ErrorCode.NONE : ErrorCode.COORDINATOR_NOT_AVAILABLE;
        waiting(kind).forEach(then -> then.accept(told));
    }

    private synchronized List<Consumer<ErrorCode>> waiting(CoordinatorKind kind) {
        List<Consumer<ErrorCode>> all = awaited.remove(kind);
        return all == null ? List.of() : all;
    }

    private synchronized void tell(CoordinatorKind kind, String why) {
        long now = time.nanos();
        if (!isTold || now - toldNanos >= BETWEEN_LINES_NANOS) {
            isTold = true;
            toldNanos = now;
            log.error("{} cannot be made, so nothing coordinates {}: {}", kind.topic(), kind, why);
        }
    }

    /** Who coordinates {@code key}, as a client on the listener of that name reaches it. */
    public CoordinatorPlace locate(CoordinatorKind kind, String key, String listener) {
        ClusterImage image = cluster.current();
        TopicImage topic = image.topic(kind.topic());
        PartitionImage partition = topic == null
                ? null
                : topic.partition(ShardMap.partitionOf(key, topic.partitions().size()));
        BrokerImage leader = partition == null ? null : image.brokers().get(partition.leader());
        EndpointImage endpoint = leader == null ? null : leader.endpoint(listener);
        return leader == null || endpoint == null
                ? CoordinatorPlace.unknown(ErrorCode.COORDINATOR_NOT_AVAILABLE)
                : CoordinatorPlace.of(leader, endpoint);
    }
}
