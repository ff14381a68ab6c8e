package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.transaction.MarkerOrder;
import io.milena.server.coordinator.transaction.TransactionMachine;
import io.milena.server.coordinator.transaction.TransactionRecord;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.PartitionImage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has the markers of prepared transactions written by the brokers that lead their partitions, until they are written
 * or the partitions are no more, and tells the machine that ordered them.
 *
 * <p>There is one run for a transactional id: one that follows, as after a reload of the shard, begins when the writes
 * of the one before have their outcome, so that no late marker ends the next transaction. Orders may come on any
 * thread; all else is confined to the lane.
 */
final class Markers {

    private final Scheduler lane;
    private final ClusterView cluster;
    private final MarkerLink.Links links;
    private final Map<String, MarkerRun> runs = new LinkedHashMap<>();
    private final AtomicInteger pausing = new AtomicInteger();

    Markers(Scheduler lane, ClusterView cluster, MarkerLink.Links links) {
        this.lane = lane;
        this.cluster = cluster;
        this.links = links;
    }

    /** Carries out {@code order}, and tells the machine behind {@code turns} when it is done. */
    void send(MarkerOrder order, Turns<TransactionMachine, TransactionRecord> turns) {
        lane.execute(() -> {
            var run = new MarkerRun(order, lane, new Order(turns));
            MarkerRun before = runs.put(order.transactionalId(), run);
            if (before == null) {
                run.start();
            } else {
                before.giveWayTo(run::start);
            }
        });
    }

    /** Orders of which some markers could not be written and are tried again. Any thread. */
    int waitingOrders() {
        return pausing.get();
    }

    /**
     * Before a broker has heard what the cluster looks like, a partition that is not there is not gone: then even the
     * topic is missing whose leader sent the order.
     */
    private boolean isGone(ClusterImage image, TopicPartition partition) {
        return image.partition(partition.topic(), partition.partition()) == null
                && image.topic(CoordinatorKind.TRANSACTIONS.topic()) != null;
    }

    /** Another broker may have let a client name the topic of transactions; nothing is ever written there. */
    private static boolean needsNone(TopicPartition partition) {
        return partition.topic().equals(CoordinatorKind.TRANSACTIONS.topic());
    }

    /** What one run needs. */
    private final class Order implements MarkerRun.Outlet {

        private final Turns<TransactionMachine, TransactionRecord> turns;

        private Order(Turns<TransactionMachine, TransactionRecord> turns) {
            this.turns = turns;
        }

        @Override
        public boolean isWanted() {
            return !turns.isOver();
        }

        @Override
        public void write(TopicPartition partition, EndMarker marker, Reply<ErrorCode> reply) {
            ClusterImage image = cluster.current();
            PartitionImage known = image.partition(partition.topic(), partition.partition());
            if (isGone(image, partition) || needsNone(partition)) {
                reply.give(ErrorCode.NONE);
            } else if (known == null || !known.hasLeader()) {
                reply.give(ErrorCode.LEADER_NOT_AVAILABLE);
            } else {
                links.to(known.leader()).write(partition, marker, reply);
            }
        }

        @Override
        public void pauseBegan() {
            pausing.incrementAndGet();
        }

        @Override
        public void pauseEnded() {
            pausing.decrementAndGet();
        }

        @Override
        public void written(MarkerRun run) {
            forget(run);
            turns.give((machine, turn) -> machine.markersWritten(run.order(), turn));
        }

        @Override
        public void givenUp(MarkerRun run) {
            forget(run);
        }

        private void forget(MarkerRun run) {
            runs.remove(run.order().transactionalId(), run);
        }
    }
}
