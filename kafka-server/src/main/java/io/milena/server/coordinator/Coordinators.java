package io.milena.server.coordinator;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Randomness;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.coordinator.group.GroupFigures;
import io.milena.server.coordinator.group.GroupMachine;
import io.milena.server.coordinator.group.GroupRecord;
import io.milena.server.coordinator.group.GroupRecords;
import io.milena.server.coordinator.transaction.ProducerIdOutlet;
import io.milena.server.coordinator.transaction.TransactionMachine;
import io.milena.server.coordinator.transaction.TransactionRecord;
import io.milena.server.coordinator.transaction.TransactionRecords;
import io.milena.server.partition.LeadershipListener;
import java.util.List;
import java.util.Map;

/**
 * The coordinators of one broker, made and joined. Hears which partitions of their topics this broker leads.
 * Thread-safe.
 */
public final class Coordinators implements LeadershipListener {

    private static final long NO_PRODUCER_ID = -1;

    private final ShardMap<GroupMachine, GroupRecord> groupShards;
    private final ShardMap<TransactionMachine, TransactionRecord> transactionShards;
    private final GroupCoordinator groups;
    private final TransactionCoordinator transactions;
    private final MarkerWriter markerWriter;
    private final CoordinatorTopics topics;

    /**
     * @param lanes where groups and transactions live
     * @param outside what the coordinators want of others
     */
    public Coordinators(CoordinatorConfig config, ShardServices services, Lanes lanes, Outside outside) {
        var metrics = new CoordinatorMetrics(outside.registry(), services.time());
        var figures = new GroupFigures();
        var groupLoads = new LoadTimes(services.time());
        groupShards = new ShardMap<>(
                groupKind(config.groups(), figures, outside.randomness()), services.on(lanes.groups()), groupLoads);
        groups = new GroupCoordinator(groupShards);
        markerWriter = new MarkerWriter(services, groups);
        var markers = new Markers(lanes.transactions(), services.cluster(), outside.links(markerWriter));
        var transactionLoads = new LoadTimes(services.time());
        transactionShards = new ShardMap<>(
                transactionKind(config.transactions(), markers, outside.producerIds()),
                services.on(List.of(lanes.transactions())),
                transactionLoads);
        transactions = new TransactionCoordinator(transactionShards, groups);
        topics = new CoordinatorTopics(
                services.cluster(),
                outside.topics(),
                services.time(),
                Map.of(
                        CoordinatorKind.GROUPS, config.groups().topic(),
                        CoordinatorKind.TRANSACTIONS, config.transactions().topic()));
        metrics.showGroups(figures, groupLoads);
        metrics.showTransactions(markers, transactionLoads);
    }

    private static ShardKind<GroupMachine, GroupRecord> groupKind(
            GroupSettings settings, GroupFigures figures, Randomness randomness) {
        return new ShardKind<>(
                CoordinatorKind.GROUPS.topic(),
                new GroupRecords(),
                tools -> new GroupMachine(settings.groups(), figures, randomness, tools.timers(), tools.undo()),
                settings.terms());
    }

    private static ShardKind<TransactionMachine, TransactionRecord> transactionKind(
            TransactionSettings settings, Markers markers, ProducerIds ids) {
        return new ShardKind<>(
                CoordinatorKind.TRANSACTIONS.topic(),
                new TransactionRecords(),
                tools -> new TransactionMachine(
                        settings.transactions(),
                        tools.leaderEpoch(),
                        new TransactionMachine.Outlets(
                                order -> markers.send(order, tools.turns()), then -> next(ids, then, tools.turns())),
                        tools.timers(),
                        tools.undo()),
                settings.terms());
    }

    private static void next(
            ProducerIds ids, ProducerIdOutlet.Arrival then, Turns<TransactionMachine, TransactionRecord> turns) {
        ids.next(
                id -> turns.give((machine, turn) -> then.came(ErrorCode.NONE, id, turn)),
                error -> turns.give((machine, turn) -> then.came(error, NO_PRODUCER_ID, turn)));
    }

    /** The front door to groups. */
    public GroupCoordinator groups() {
        return groups;
    }

    /** The front door to transactions. */
    public TransactionCoordinator transactions() {
        return transactions;
    }

    /** Writes markers to the partitions that this broker leads. */
    public MarkerWriter markers() {
        return markerWriter;
    }

    /** Finds coordinators, and makes their topics. */
    public CoordinatorTopics topics() {
        return topics;
    }

    @Override
    public void leadershipTaken(TopicPartition partition, int leaderEpoch) {
        if (partition.topic().equals(groupShards.topic())) {
            groupShards.leadershipTaken(partition, leaderEpoch);
        } else if (partition.topic().equals(transactionShards.topic())) {
            transactionShards.leadershipTaken(partition, leaderEpoch);
        }
    }

    @Override
    public void leadershipLost(TopicPartition partition) {
        if (partition.topic().equals(groupShards.topic())) {
            groupShards.leadershipLost(partition);
        } else if (partition.topic().equals(transactionShards.topic())) {
            transactionShards.leadershipLost(partition);
        }
    }

    /** Gives up all shards: whoever waits hears that this is not the coordinator any more. */
    public void stop() {
        groupShards.stop();
        transactionShards.stop();
    }

    /**
     * The threads of coordinators.
     *
     * @param groups shared by the shards of groups
     * @param transactions of all shards of transactions, and of their markers
     */
    public record Lanes(List<Scheduler> groups, Scheduler transactions) {

        public Lanes {
            groups = List.copyOf(groups);
        }
    }

    /**
     * What the coordinators want of others.
     *
     * @param topics makes their topics
     * @param producerIds gives ids to transactional producers
     * @param others the ways to other brokers, for markers of their partitions
     * @param self id of this broker
     * @param randomness for member ids
     * @param registry where their metrics are shown
     */
    public record Outside(
            TopicMaker topics,
            ProducerIds producerIds,
            MarkerLink.Links others,
            int self,
            Randomness randomness,
            MetricRegistry registry) {

        private MarkerLink.Links links(MarkerWriter here) {
            return broker -> broker == self ? here : others.to(broker);
        }
    }
}
