package io.milena.clients.consumer;

import io.milena.clients.ClusterView;
import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which partitions may be fetched now, and from which broker. Pure; called with the consumer's lock held.
 *
 * <p>A broker serves one fetch of this consumer at a time. A partition is fetched ahead of the application, but no more
 * than {@link #CHUNKS_AHEAD} pieces, and nothing is while {@code fetch.max.bytes} wait to be handed over, or as much as
 * there is memory for. As much as the memory may be on its way besides, in equal parts from all brokers.
 *
 * <p>While a partition waits for the application to catch up, its broker is not asked for the others alone: where those
 * are quiet, the broker would take its time ({@code fetch.max.wait.ms}), and could not be asked for the busy one when
 * the application wants more of it. They are asked for together, as soon as one of the pieces is read.
 */
final class FetchPlan {

    /** Pieces of one partition that wait for the application at most: one to read, one to go on with. */
    static final int CHUNKS_AHEAD = 2;

    private final int maxBytes;
    private final long memoryBytes;

    FetchPlan(int maxBytes, long memoryBytes) {
        this.maxBytes = maxBytes;
        this.memoryBytes = memoryBytes;
    }

    /** Most that waits for the application before more is fetched. */
    long maxBufferedBytes() {
        return Math.min(maxBytes, memoryBytes);
    }

    /**
     * What to fetch.
     *
     * @param byBroker for each broker to ask, the partitions, in the order in which the application is to get them
     * @param bytesOfEach most that one broker is asked for
     * @param leaderless whether a partition has to wait because its leader is not known
     */
    record Targets(Map<Integer, List<AssignedPartition>> byBroker, int bytesOfEach, boolean leaderless) {}

    /**
     * @param busy brokers that have not answered the fetch before
     * @param bufferedBytes fetched and not handed over, though they may be
     */
    Targets choose(
            Collection<AssignedPartition> partitions,
            ClusterView view,
            Set<Integer> busy,
            long bufferedBytes,
            long nowNanos) {
        Map<Integer, List<AssignedPartition>> byBroker = new TreeMap<>();
        boolean leaderless = false;
        if (bufferedBytes >= maxBufferedBytes() && bufferedBytes > 0) {
            return new Targets(byBroker, maxBytes, false);
        }
        Set<Integer> held = new HashSet<>();
        for (AssignedPartition partition : partitions) {
            if (!isWanted(partition, nowNanos)) {
                if (isAhead(partition)) {
                    held.add(brokerOf(partition, view, nowNanos));
                }
                continue;
            }
            int broker = brokerOf(partition, view, nowNanos);
            if (broker == ClusterView.NO_LEADER) {
                leaderless = true;
            } else if (!busy.contains(broker)) {
                byBroker.computeIfAbsent(broker, added -> new ArrayList<>()).add(partition);
            }
        }
        byBroker.keySet().removeAll(held);
        held.addAll(busy);
        return new Targets(byBroker, bytesOfEach(byBroker.size() + held.size()), leaderless);
    }

    private int bytesOfEach(int brokers) {
        return (int) Math.min(maxBytes, Math.max(memoryBytes / Math.max(brokers, 1), 1));
    }

    /** Whether the application has enough of it for now, and is to go on with it. */
    private static boolean isAhead(AssignedPartition partition) {
        return partition.mayHandOver() && partition.chunks() >= CHUNKS_AHEAD;
    }

    private static boolean isWanted(AssignedPartition partition, long nowNanos) {
        return partition.mayHandOver()
                && !partition.isInFlight()
                && partition.chunks() < CHUNKS_AHEAD
                && partition.mayAsk(nowNanos);
    }

    private static int brokerOf(AssignedPartition partition, ClusterView view, long nowNanos) {
        int preferred = partition.preferredReplica(nowNanos);
        if (preferred != AssignedPartition.NONE && view.brokers().containsKey(preferred)) {
            return preferred;
        }
        TopicPartition id = partition.id();
        return view.leaderOf(id) == null ? ClusterView.NO_LEADER : leader(view, id);
    }

    private static int leader(ClusterView view, TopicPartition id) {
        ClusterView.Partition known = view.partition(id);
        return known == null ? ClusterView.NO_LEADER : known.leader();
    }
}
