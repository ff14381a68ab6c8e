package io.milena.server.partition;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.StopOrders.StopOrder;
import io.milena.storage.Log;
import io.milena.storage.LogConfig;
import io.milena.storage.LogDirListener;
import io.milena.storage.LogManager;
import io.milena.storage.StorageFailedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * and ignores orders that are older than what it knows, or meant for an earlier registration of this broker.
 *
 * <p>Thread-safe. Finding a partition takes no lock. Orders are carried out one batch at a time on the caller's thread,
 * and may block on disks.
 */
public final class Partitions implements LogDirListener {

    private static final Logger log = LoggerFactory.getLogger(Partitions.class);

    /** Changes of roles that are told one by one, where one batch of orders makes them. */
    private static final int MOST_TOLD = 100;

    private final LogManager logs;
    private final TopicConfigs topicConfigs;
    private final LeadershipListener leadership;
    private final PartitionServices services;
    private final Executor lane;
    private final Map<TopicPartition, Partition> partitions = new ConcurrentHashMap<>();
    private final Registration registration = new Registration();
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
                configure(open, topic);
            }
        }
    }

    /** Settings that change while they are being given to the log are given to it again. */
    private void configure(Log open, String topic) {
        LogConfig given = null;
        LogConfig wanted = topicConfigs.of(topic);
        while (!Objects.equals(wanted, given)) {
            open.config(wanted);
            given = wanted;
            wanted = topicConfigs.of(topic);
        }
    }

    /** This broker is registered under {@code brokerEpoch}; orders for earlier registrations are void. */
    public void registered(long brokerEpoch) {
        registration.gained(brokerEpoch);
    }

    /**
     * The registration is gone, and the controller may have other brokers lead: no records are taken until it says, to
     * the next registration, that this one does.
     */
    public void registrationLost() {
        registration.lost();
    }

    /** Leads and follows what the controller wants. */
    public synchronized OrdersOutcome obey(ReplicaOrders orders) {
        ErrorCode stale = staleness(orders.controllerEpoch(), orders.brokerEpoch());
        if (stale != ErrorCode.NONE) {
            return OrdersOutcome.refused(stale);
        }
        Map<TopicPartition, ErrorCode> outcomes = new LinkedHashMap<>();
        List<Partition> changed = new ArrayList<>();
        for (ReplicaOrder order : orders.orders()) {
            outcomes.put(order.partition(), obey(order, orders.brokerEpoch(), changed));
        }
        tell(changed);
        return OrdersOutcome.of(outcomes);
    }

    /** A start gives thousands their roles at once, and nobody reads a line for each. */
    private static void tell(List<Partition> changed) {
        if (changed.size() <= MOST_TOLD) {
            changed.forEach(each -> log.info("{} is {}", each.name(), each.standing()));
            return;
        }
        long led = changed.stream().filter(each -> each.standing().leads()).count();
        log.info("{} partitions have new roles, {} of them led here; level DEBUG tells each", changed.size(), led);
        changed.forEach(each -> log.debug("{} is {}", each.name(), each.standing()));
    }

    /** Why orders of these epochs are void: a replaced controller speaks, or another life of this broker is meant. */
    private ErrorCode staleness(int epoch, long brokerEpoch) {
        if (epoch < controllerEpoch) {
            log.warn("orders of controller epoch {} are ignored, the epoch is {}", epoch, controllerEpoch);
            return ErrorCode.STALE_CONTROLLER_EPOCH;
        }
        controllerEpoch = epoch;
        if (!registration.covers(brokerEpoch)) {
            log.info("orders for broker epoch {} are ignored, the broker was registered again since", brokerEpoch);
            return ErrorCode.STALE_BROKER_EPOCH;
        }
        return ErrorCode.NONE;
    }

    private ErrorCode obey(ReplicaOrder order, long brokerEpoch, List<Partition> changed) {
        Partition known = partitions.get(order.partition());
        ErrorCode refusal = refusal(order, known);
        if (refusal != ErrorCode.NONE) {
            return refusal;
        }
        Partition partition = known == null ? newPartition(order) : known;
        try {
            Log open = openLog(order);
            boolean leads = order.image().leader() == services.self().value();
            boolean isNews = leads ? lead(order, brokerEpoch, partition, open) : follow(order, partition, open);
            if (isNews) {
                changed.add(partition);
            }
            configure(open, order.partition().topic());
            return ErrorCode.NONE;
        } catch (StorageFailedException e) {
            log.error("{} cannot be opened", order.partition(), e);
            // So that clients hear of a storage error, and not that there is no such partition.
            partitions.putIfAbsent(order.partition(), partition);
            return ErrorCode.KAFKA_STORAGE_ERROR;
        }
    }

    /**
     * The log of the topic's incarnation that is meant. One of another incarnation, deleted and created again while
     * this broker did not hear of it, steps aside: it is nobody's any more, but records are never deleted unasked.
     */
    private Log openLog(ReplicaOrder order) {
        TopicPartition name = order.partition();
        if (order.copy() == ReplicaOrders.Copy.HELD && logs.mayBeOutOfReach(name)) {
            throw new StorageFailedException(
                    "its log may be in a directory that is offline: none is made in its place");
        }
        LogConfig config = topicConfigs.of(name.topic());
        Log found = logs.openOrCreate(name, order.topicId(), config);
        if (!differ(found.topicId(), order.topicId())) {
            return found;
        }
        Path stray = logs.setAside(name);
        log.warn(
                "{} on disk was of topic id {}, and the topic has id {} now: it was deleted and created again while"
                        + " this broker did not hear of it. The old log is kept in {}; delete that directory if nobody"
                        + " wants its records",
                name,
                found.topicId(),
                order.topicId(),
                stray);
        return logs.openOrCreate(name, order.topicId(), config);
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
        if (isOlder(order.image(), known.image())) {
            return ErrorCode.STALE_CONTROLLER_EPOCH;
        }
        boolean offline = known.log() == null && order.image().equals(known.image());
        return offline ? ErrorCode.KAFKA_STORAGE_ERROR : ErrorCode.NONE;
    }

    /** What a new controller says of a partition that it found in order is as old as what is known, and no older. */
    private static boolean isOlder(PartitionImage said, PartitionImage known) {
        return said.leaderEpoch() < known.leaderEpoch()
                || said.leaderEpoch() == known.leaderEpoch() && said.partitionEpoch() < known.partitionEpoch();
    }

    private static boolean differ(Uuid one, Uuid other) {
        return !one.equals(other) && !one.equals(Uuid.ZERO) && !other.equals(Uuid.ZERO);
    }

    private Partition newPartition(ReplicaOrder order) {
        var partition = new Partition(order.partition(), order.topicId(), services, registration);
        services.metrics().partitionCame(partition);
        return partition;
    }

    /** Returns whether the partition was not led in this epoch before. */
    private boolean lead(ReplicaOrder order, long brokerEpoch, Partition partition, Log open) {
        PartitionImage image = order.image();
        boolean leadsAlready = partition.standing().leads() && partition.image().leaderEpoch() == image.leaderEpoch();
        partition.lead(image, order.topicId(), open, checkpointed(order), brokerEpoch);
        partitions.put(order.partition(), partition);
        if (!leadsAlready) {
            leadership.leadershipTaken(order.partition(), image.leaderEpoch());
        }
        return !leadsAlready;
    }

    private long checkpointed(ReplicaOrder order) {
        return logs.checkpointedHighWatermark(order.partition()).orElse(0);
    }

    /** Returns whether there was anything new in that. */
    private boolean follow(ReplicaOrder order, Partition partition, Log open) {
        boolean led = partition.standing().leads();
        boolean followsAlready =
                partition.image().equals(order.image()) && partition.topicId().equals(order.topicId());
        if (followsAlready) {
            return false;
        }
        partition.follow(order.image(), order.topicId(), open, checkpointed(order));
        partitions.put(order.partition(), partition);
        if (led) {
            leadership.leadershipLost(order.partition());
        }
        return true;
    }

    /** Lets go of what the controller no longer wants here. */
    public synchronized OrdersOutcome stop(StopOrders orders) {
        ErrorCode stale = staleness(orders.controllerEpoch(), orders.brokerEpoch());
        if (stale != ErrorCode.NONE) {
            return OrdersOutcome.refused(stale);
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
        log.info("{} is {}", partition.name(), partition.standing());
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

    /** An append that is stuck in the failed directory holds up its own partition at most. */
    private void takeOffline(SortedSet<TopicPartition> failed) {
        for (TopicPartition name : failed) {
            Partition partition = partitions.get(name);
            if (partition != null) {
                partition.onLane(() -> takeOffline(partition));
            }
        }
    }

    private synchronized void takeOffline(Partition partition) {
        boolean led = partition.standing().leads();
        partition.goOffline(ErrorCode.KAFKA_STORAGE_ERROR);
        log.info("{} is {}", partition.name(), partition.standing());
        if (led) {
            leadership.leadershipLost(partition.name());
        }
    }
}
