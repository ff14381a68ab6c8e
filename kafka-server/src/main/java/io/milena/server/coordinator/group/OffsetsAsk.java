package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OffsetFetch of one group: how far is it?
 *
 * @param partitions which ones; empty means none, null all that have an offset
 * @param stability what to say of a partition about which a transaction is open
 */
public record OffsetsAsk(String groupId, @Nullable List<TopicPartition> partitions, Stability stability) {

    /** Whether an offset may be told while a transaction could still replace it. */
    public enum Stability {
        ANY,
        /** {@code requireStable} (KIP-447): such a partition is answered with UNSTABLE_OFFSET_COMMIT. */
        STABLE_ONLY
    }
}
