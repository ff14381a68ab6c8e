package io.milena.clients.consumer;

import io.milena.common.errors.InvalidGroupIdException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a consumer is a member of its group. Times in milliseconds.
 *
 * @param groupId null for a consumer without a group
 * @param instanceId of a static member (KIP-345); null for a dynamic one
 * @param sessionTimeoutMs without a heartbeat until the coordinator gives the member up
 * @param maxPollIntervalMs without a {@code poll} until the member gives up its partitions; also how long the others
 *     wait for it in a rebalance
 * @param heartbeatMs between two heartbeats
 * @param leavesOnClose whether a dynamic member that closes says so
 */
record GroupSettings(
        @Nullable String groupId,
        @Nullable String instanceId,
        int sessionTimeoutMs,
        int maxPollIntervalMs,
        int heartbeatMs,
        boolean leavesOnClose) {

    /** @throws InvalidGroupIdException if there is none */
    String requiredGroupId() {
        if (groupId == null) {
            throw new InvalidGroupIdException("this needs a group, and the consumer has none: set group.id");
        }
        return groupId;
    }

    boolean isStatic() {
        return instanceId != null;
    }

    long sessionTimeoutNanos() {
        return TimeUnit.MILLISECONDS.toNanos(sessionTimeoutMs);
    }

    long maxPollIntervalNanos() {
        return TimeUnit.MILLISECONDS.toNanos(maxPollIntervalMs);
    }

    long heartbeatNanos() {
        return TimeUnit.MILLISECONDS.toNanos(heartbeatMs);
    }
}
