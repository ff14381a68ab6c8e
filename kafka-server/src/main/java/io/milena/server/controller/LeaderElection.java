package io.milena.server.controller;

import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Who leads a partition after brokers came or went. Pure; immutable.
 *
 * <pre>
 *   leader lives                       it stays; dead replicas leave the in-sync set
 *   an in-sync replica lives           the first of them, in the order of the replicas, leads
 *   only others live, unclean allowed  the first of them leads, and is the in-sync set: records may be lost
 *   otherwise                          nobody leads; the in-sync set keeps the last that were in it
 * </pre>
 *
 * @param lives which brokers live
 * @param unclean which topics prefer a leader that lacks records to none
 */
record LeaderElection(IntPredicate lives, Predicate<String> unclean) {

    /** All partitions of {@code topics} that must change, in order. */
    List<Change> changes(Collection<TopicImage> topics) {
        List<Change> changes = new ArrayList<>();
        for (TopicImage topic : topics) {
            for (PartitionImage before : topic.partitions()) {
                PartitionImage after = settled(topic.name(), before);
                if (after != before) {
                    changes.add(new Change(topic.name(), before, after));
                }
            }
        }
        return changes;
    }

    /** The partition as it shall be; the same object when it is so already. */
    PartitionImage settled(String topic, PartitionImage partition) {
        if (partition.partitionEpoch() == ClusterState.NEVER_WRITTEN) {
            return born(partition);
        }
        List<Integer> liveInSync = partition.isr().stream().filter(lives::test).toList();
        boolean leaderLives = partition.hasLeader() && lives.test(partition.leader());
        if (!leaderLives) {
            return succeeded(topic, partition, liveInSync);
        }
        return liveInSync.size() == partition.isr().size()
                ? partition
                : partition.withLeader(partition.leader(), liveInSync);
    }

    /** The partition after its leader died, or while it has none. */
    private PartitionImage succeeded(String topic, PartitionImage partition, List<Integer> liveInSync) {
        List<Integer> live = partition.replicas().stream().filter(lives::test).toList();
        for (int candidate : live) {
            if (liveInSync.contains(candidate)) {
                return partition.withLeader(candidate, liveInSync);
            }
        }
        if (!live.isEmpty() && unclean.test(topic)) {
            return partition.withLeader(live.get(0), List.of(live.get(0)));
        }
        return partition.hasLeader() ? partition.withLeader(PartitionImage.NO_LEADER, partition.isr()) : partition;
    }

    /** The partition as led by the first of its replicas, where that one may lead; else the same object. */
    PartitionImage preferred(PartitionImage partition) {
        if (partition.replicas().isEmpty()) {
            return partition;
        }
        int first = partition.replicas().get(0);
        boolean may = first != partition.leader()
                && lives.test(first)
                && partition.isr().contains(first);
        return may ? partition.withLeader(first, partition.isr()) : partition;
    }

    /** A partition whose state was never written, since its creator died, has no records: anyone may lead. */
    private PartitionImage born(PartitionImage partition) {
        PartitionImage fresh = TopicCreation.fresh(partition.partition(), partition.replicas(), lives);
        return fresh.hasLeader() ? fresh : partition;
    }

    /** One partition that must change. */
    record Change(String topic, PartitionImage before, PartitionImage after) {

        /** Whether the new leader may lack records. */
        boolean isUnclean() {
            return before.partitionEpoch() != ClusterState.NEVER_WRITTEN
                    && after.hasLeader()
                    && !before.isr().contains(after.leader());
        }
    }
}
