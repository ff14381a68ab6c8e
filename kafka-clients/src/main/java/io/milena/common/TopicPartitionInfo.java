package io.milena.common;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one partition of a topic lives. Immutable.
 *
 * @param partition its index
 * @param leader null if there is none
 * @param replicas all that have it, the preferred leader first; one that is not alive has an empty host and port -1
 * @param isr those that are in sync
 * @param elr those that may become leader though not in sync (KIP-966); null if brokers do not tell
 * @param lastKnownElr the last ones known to have been; null if brokers do not tell
 */
public record TopicPartitionInfo(
        int partition,
        @Nullable Node leader,
        List<Node> replicas,
        List<Node> isr,
        @Nullable List<Node> elr,
        @Nullable List<Node> lastKnownElr) {

    public TopicPartitionInfo {
        replicas = List.copyOf(replicas);
        isr = List.copyOf(isr);
        elr = elr == null ? null : List.copyOf(elr);
        lastKnownElr = lastKnownElr == null ? null : List.copyOf(lastKnownElr);
    }

    public TopicPartitionInfo(int partition, @Nullable Node leader, List<Node> replicas, List<Node> isr) {
        this(partition, leader, replicas, isr, null, null);
    }
}
