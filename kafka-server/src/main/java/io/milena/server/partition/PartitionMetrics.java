package io.milena.server.partition;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.milena.metrics.LateMetrics;
import io.milena.metrics.MetricFamily;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.storage.AppendResult;
import io.milena.storage.Log;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;

/** Every metric of this room. Production code calls the verbs; the names live here and nowhere else. Thread-safe. */
public final class PartitionMetrics {

    private static final String SERVER = "kafka.server";
    private static final String REPLICA_MANAGER = "ReplicaManager";
    private static final String PURGATORY = "DelayedOperationPurgatory";

    private final MetricRegistry registry;
    private final TopicMetrics allTopics;
    private final MetricFamily<String, TopicMetrics> byTopic;
    private final LateMetrics<Partition> gaugesOfPartitions;

    /** {@code kafka.server:type=ReplicaManager,name=IsrShrinksPerSec} */
    private final Meter shrinks;

    /** {@code kafka.server:type=ReplicaManager,name=IsrExpandsPerSec} */
    private final Meter expands;

    /** {@code kafka.server:type=ReplicaManager,name=FailedIsrUpdatesPerSec} */
    private final Meter failedUpdates;

    private final Meter expiredConsumers;
    private final Meter expiredFollowers;
    private final LongAdder produceWaits = new LongAdder();
    private final LongAdder fetchWaits = new LongAdder();

    public PartitionMetrics(MetricRegistry registry) {
        this.registry = registry;
        var scope = new MetricScope(registry);
        allTopics = new TopicMetrics(scope, "");
        byTopic = new MetricFamily<>(registry, TopicMetrics::new);
        gaugesOfPartitions = new LateMetrics<>(registry, PartitionMetrics::describe);
        shrinks = scope.meter(ObjectNames.of(SERVER, REPLICA_MANAGER, "IsrShrinksPerSec"));
        expands = scope.meter(ObjectNames.of(SERVER, REPLICA_MANAGER, "IsrExpandsPerSec"));
        failedUpdates = scope.meter(ObjectNames.of(SERVER, REPLICA_MANAGER, "FailedIsrUpdatesPerSec"));
        expiredConsumers = expired(scope, "consumer");
        expiredFollowers = expired(scope, "follower");
        delayed(scope, "Produce", produceWaits);
        delayed(scope, "Fetch", fetchWaits);
        nothingIsFetched(scope, "ReplicaFetcherManager", "Replica");
        nothingIsFetched(scope, "ReplicaAlterLogDirsManager", "ReplicaAlterLogDirs");
    }

    /** There are no fetchers, as in the reference on a broker that follows nobody: dashboards name their figures. */
    private static void nothingIsFetched(MetricScope scope, String manager, String clientId) {
        for (String name : new String[] {"MaxLag", "FailedPartitionsCount", "DeadThreadCount"}) {
            scope.gauge(ObjectNames.of(SERVER, manager, name).with("clientId", clientId), () -> 0);
        }
        scope.gauge(ObjectNames.of(SERVER, manager, "MinFetchRate").with("clientId", clientId), () -> 0.0);
    }

    /** {@code kafka.server:type=DelayedFetchMetrics,name=ExpiresPerSec}: fetches that waited in vain. */
    private static Meter expired(MetricScope scope, String fetcher) {
        return scope.meter(
                ObjectNames.of(SERVER, "DelayedFetchMetrics", "ExpiresPerSec").with("fetcherType", fetcher));
    }

    /** {@code kafka.server:type=DelayedOperationPurgatory}: requests of one kind that wait. */
    private static void delayed(MetricScope scope, String operation, LongAdder waits) {
        for (String name : new String[] {"PurgatorySize", "NumDelayedOperations"}) {
            scope.gauge(ObjectNames.of(SERVER, PURGATORY, name).with("delayedOperation", operation), waits::sum);
        }
    }

    /** An append has ended like this; what a client broke is counted. */
    void appended(AppendResult result) {
        if (result instanceof AppendResult.Refused refused) {
            allTopics().broken(refused.rule(), refused.offences());
        }
    }

    /** The meters over all topics. */
    public TopicMetrics allTopics() {
        return allTopics;
    }

    /** The meters of one topic. */
    public TopicMetrics topic(String topic) {
        return byTopic.of(topic);
    }

    void topicGone(String topic) {
        byTopic.remove(topic);
    }

    /** {@code kafka.server:type=ReplicaManager}: counts over all partitions of this broker. */
    void countPartitions(Partitions partitions) {
        count("LeaderCount", partitions, all -> all.count(Standing::leads));
        count("PartitionCount", partitions, all -> all.count(standing -> true));
        count("OfflineReplicaCount", partitions, all -> all.count(standing -> standing.log() == null));
        count("UnderReplicatedPartitions", partitions, all -> all.count(Standing::isUnderReplicated));
        count("UnderMinIsrPartitionCount", partitions, all -> all.count(Standing::isUnderMinInSync));
        count("AtMinIsrPartitionCount", partitions, all -> all.count(Standing::isAtMinInSync));
        // No transaction can be late before there are coordinators of transactions.
        count("PartitionsWithLateTransactionsCount", partitions, all -> 0);
        count("ProducerIdCount", partitions, Partitions::countProducers);
        count("ReassigningPartitions", partitions, all -> all.count(Standing::isReassigning));
    }

    private void count(String name, Partitions partitions, ToIntFunction<Partitions> count) {
        var scope = new MetricScope(registry);
        scope.gauge(ObjectNames.of(SERVER, REPLICA_MANAGER, name), () -> count.applyAsInt(partitions));
    }

    /** {@code kafka.cluster:type=Partition}: the gauges of one partition. */
    void partitionCame(Partition partition) {
        gaugesOfPartitions.came(partition);
    }

    void partitionGone(Partition partition) {
        gaugesOfPartitions.went(partition);
    }

    /** The start is over: the gauges of partitions are made, those that are there by now on {@code executor}. */
    public void showPartitions(Executor executor) {
        gaugesOfPartitions.begin(executor);
    }

    private static void describe(MetricScope scope, Partition partition) {
        gauge(scope, partition, "UnderReplicated", standing -> standing.isUnderReplicated() ? 1 : 0);
        gauge(scope, partition, "UnderMinIsr", standing -> standing.isUnderMinInSync() ? 1 : 0);
        gauge(scope, partition, "AtMinIsr", standing -> standing.isAtMinInSync() ? 1 : 0);
        gauge(
                scope,
                partition,
                "InSyncReplicasCount",
                standing -> standing.leads() ? standing.image().isr().size() : 0);
        gauge(
                scope,
                partition,
                "ReplicasCount",
                standing -> standing.leads() ? standing.image().replicas().size() : 0);
        scope.gauge(name("LastStableOffsetLag", partition), () -> lastStableOffsetLag(partition));
    }

    private static void gauge(MetricScope scope, Partition partition, String name, ToIntFunction<Standing> value) {
        scope.gauge(name(name, partition), () -> value.applyAsInt(partition.standing()));
    }

    private static long lastStableOffsetLag(Partition partition) {
        Log log = partition.log();
        long highWatermark = partition.highWatermark();
        return log == null ? 0 : highWatermark - log.offsets().lastStableOffset(highWatermark);
    }

    private static ObjectNames name(String name, Partition partition) {
        return ObjectNames.of("kafka.cluster", "Partition", name)
                .with("topic", partition.name().topic())
                .with("partition", partition.name().partition());
    }

    void inSyncSetShrank() {
        shrinks.mark();
    }

    void inSyncSetGrew() {
        expands.mark();
    }

    void inSyncProposalFailed() {
        failedUpdates.mark();
    }

    /** A produce request waits for its records to be committed. */
    public void produceWaitBegan() {
        produceWaits.increment();
    }

    public void produceWaitEnded() {
        produceWaits.decrement();
    }

    /** A fetch waits for more to read. */
    public void fetchWaitBegan() {
        fetchWaits.increment();
    }

    /** The time of a waiting fetch is up. */
    public void fetchWaitExpired(Isolation isolation) {
        (isolation == Isolation.LOG_END ? expiredFollowers : expiredConsumers).mark();
    }

    public void fetchWaitEnded() {
        fetchWaits.decrement();
    }
}
