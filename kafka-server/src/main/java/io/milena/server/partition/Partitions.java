package io.milena.server.partition;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.StopOrders.StopOrder;
import io.milena.storage.Log;
import io.milena.storage.LogDirListener;
import io.milena.storage.LogManager;
import io.milena.storage.StorageFailedException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All partitions that this broker holds. Obeys the controller: opens and deletes logs, gives partitions their roles,
 * and ignores orders that are older than what it knows.
 *
 * <p>Thread-safe. Finding a partition takes no lock. Orders are carried out one batch at a time on the caller's thread,
 * and may block on disks.
 */
public final class Partitions implements LogDirListener {

    private static final Logger log = LoggerFactory.getLogger(Partitions.class);

    private final LogManager logs;
    private final TopicConfigs topicConfigs;
    private final LeadershipListener leadership;
    private final PartitionServices services;
    private final Executor lane;
    private final Map<TopicPartition, Partition> partitions = new ConcurrentHashMap<>();
    private int controllerEpoch;

    /**
     * @param logs where the logs are
     * @param topicConfigs settings of topics
     * @param leadership hears of what this broker leads
     * @param services what every partition is given
     * @param lane takes partitions of failed directories offline; may block
     */
    public Partitions(
            LogManager logs,
            TopicConfigs topicConfigs,
            LeadershipListener leadership,
            PartitionServices services,
            Executor lane) {
        this.logs = logs;
        this.topicConfigs = topicConfigs;
        this.leadership = leadership;
        this.services = services;
        this.lane = lane;
        services.metrics().countPartitions(this);
    }

    /** The partition; null if this broker does not hold it. */
    public @Nullable Partition find(TopicPartition partition) {
        return partitions.get(partition);
    }

    /** All partitions, in no order. */
    public Collection<Partition> all() {
        return Collections.unmodifiableCollection(partitions.values());
    }

    public PartitionMetrics metrics() {
        return services.metrics();
    }

    int count(Predicate<Standing> which) {
        int count = 0;
        for (Partition partition : partitions.values()) {
            count += which.test(partition.standing()) ? 1 : 0;
        }
        return count;
    }

    /** Producers that the logs remember. */
    int countProducers() {
        int count = 0;
        for (Partition partition : partitions.values()) {
            Log open = partition.log();
            count += open == null ? 0 : open.producerCount();
        }
        return count;
    }

    /** High watermarks of all partitions whose log is open. */
    SortedMap<TopicPartition, Long> highWatermarks() {
        SortedMap<TopicPartition, Long> offsets = new TreeMap<>();
        for (Partition partition : partitions.values()) {
            if (partition.log() != null) {
                offsets.put(partition.name(), partition.highWatermark());
            }
        }
        return offsets;
    }

    /** The settings of {@code topic} have changed. */
    public void updateConfig(String topic) {
        for (Partition partition : partitions.values()) {
            Log open = partition.log();
            if (open != null && partition.name().topic().equals(topic)) {
                open.config(topicConfigs.of(topic));
            }
        }
    }

    /** Leads and follows what the controller wants. */
    public synchronized OrdersOutcome obey(ReplicaOrders orders) {
        if (isStale(orders.controllerEpoch())) {
            return OrdersOutcome.staleController();
        }
        Map<TopicPartition, ErrorCode> outcomes = new LinkedHashMap<>();
        for (ReplicaOrder order : orders.orders()) {
            outcomes.put(order.partition(), obey(order));
        }
        return OrdersOutcome.of(outcomes);
    }

    private boolean isStale(int epoch) {
        if (epoch < controllerEpoch) {
            log.warn("orders of controller epoch {} are ignored, the epoch is {}", epoch, controllerEpoch);
            return true;
        }
        controllerEpoch = epoch;
        return false;
    }

    private ErrorCode obey(ReplicaOrder order) {
        Partition known = partitions.get(order.partition());
        ErrorCode refusal = refusal(order, known);
        if (refusal != ErrorCode.NONE) {
            return refusal;
        }
        try {
            Log open = logs.openOrCreate(
                    order.partition(),
                    order.topicId(),
                    topicConfigs.of(order.partition().topic()));
            if (differ(open.topicId(), order.topicId())) {
                log.error("{} is of topic id {} on disk, not {}", order.partition(), open.topicId(), order.topicId());
                return ErrorCode.INCONSISTENT_TOPIC_ID;
            }
            carryOut(order, known == null ? newPartition(order) : known, open);
            return ErrorCode.NONE;
        } catch (StorageFailedException e) {
            log.error("{} cannot be opened", order.partition(), e);
            return ErrorCode.KAFKA_STORAGE_ERROR;
        }
    }

    private ErrorCode refusal(ReplicaOrder order, @Nullable Partition known) {
        if (!order.image().replicas().contains(services.self().value())) {
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        }
        if (known == null) {
            return ErrorCode.NONE;
        }
        if (differ(known.topicId(), order.topicId())) {
            return ErrorCode.INCONSISTENT_TOPIC_ID;
        }
        PartitionImage before = known.image();
        boolean isNewer = order.image().leaderEpoch() > before.leaderEpoch()
                || order.image().leaderEpoch() == before.leaderEpoch()
                        && order.image().partitionEpoch() > before.partitionEpoch();
        return isNewer ? ErrorCode.NONE : ErrorCode.STALE_CONTROLLER_EPOCH;
    }

    private static boolean differ(Uuid one, Uuid other) {
        return !one.equals(other) && !one.equals(Uuid.ZERO) && !other.equals(Uuid.ZERO);
    }

    private Partition newPartition(ReplicaOrder order) {
        var partition = new Partition(order.partition(), order.topicId(), services);
        services.metrics().partitionCame(partition);
        return partition;
    }

    private void carryOut(ReplicaOrder order, Partition partition, Log open) {
        long checkpointed = logs.checkpointedHighWatermark(order.partition()).orElse(0);
        PartitionImage image = order.image();
        boolean led = partition.standing().leads();
        boolean sameEpoch = partition.image().leaderEpoch() == image.leaderEpoch();
        boolean leads = image.leader() == services.self().value();
        if (leads) {
            partition.lead(image, order.topicId(), open, checkpointed);
        } else {
            partition.follow(image, order.topicId(), open, checkpointed);
        }
        partitions.put(order.partition(), partition);
        if (leads && !(led && sameEpoch)) {
            leadership.leadershipTaken(order.partition(), image.leaderEpoch());
        } else if (led && !leads) {
            leadership.leadershipLost(order.partition());
        }
    }

    /** Lets go of what the controller no longer wants here. */
    public synchronized OrdersOutcome stop(StopOrders orders) {
        if (isStale(orders.controllerEpoch())) {
            return OrdersOutcome.staleController();
        }
        Map<TopicPartition, ErrorCode> outcomes = new LinkedHashMap<>();
        for (StopOrder order : orders.orders()) {
            outcomes.put(order.partition(), stop(order));
        }
        return OrdersOutcome.of(outcomes);
    }

    private ErrorCode stop(StopOrder order) {
        Partition known = partitions.get(order.partition());
        boolean isFenced = known != null
                && order.leaderEpoch() >= 0
                && order.leaderEpoch() < known.image().leaderEpoch();
        if (isFenced) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        if (known != null) {
            letGo(known);
        }
        try {
            if (order.fate() == StopOrders.Fate.DELETE) {
                logs.delete(order.partition());
            }
            return ErrorCode.NONE;
        } catch (StorageFailedException e) {
            log.error("{} cannot be deleted", order.partition(), e);
            return ErrorCode.KAFKA_STORAGE_ERROR;
        }
    }

    private void letGo(Partition partition) {
        TopicPartition name = partition.name();
        boolean led = partition.standing().leads();
        partitions.remove(name);
        partition.goOffline(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        services.metrics().partitionGone(partition);
        boolean lastOfTopic =
                partitions.keySet().stream().noneMatch(other -> other.topic().equals(name.topic()));
        if (lastOfTopic) {
            services.metrics().topicGone(name.topic());
        }
        if (led) {
            leadership.leadershipLost(name);
        }
    }

    /** May be called in the middle of an append, so it only passes the news on. */
    @Override
    public void directoryFailed(Path directory, SortedSet<TopicPartition> failed) {
        lane.execute(() -> takeOffline(failed));
    }

    private synchronized void takeOffline(SortedSet<TopicPartition> failed) {
        for (TopicPartition name : failed) {
            Partition partition = partitions.get(name);
            if (partition != null) {
                boolean led = partition.standing().leads();
                partition.goOffline(ErrorCode.KAFKA_STORAGE_ERROR);
                if (led) {
                    leadership.leadershipLost(name);
                }
            }
        }
    }
}
