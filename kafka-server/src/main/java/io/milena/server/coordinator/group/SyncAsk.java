package io.milena.server.coordinator.group;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * SyncGroup: a member wants its share of the work; the leader brings the shares of all.
 *
 * @param protocolType what the member takes the group's to be; null if it does not say
 * @param protocol what the member takes for agreed; null if it does not say
 * @param assignments by member id; empty if this is not the leader
 */
public record SyncAsk(
        String groupId,
        GenerationRef from,
        @Nullable String protocolType,
        @Nullable String protocol,
        Map<String, byte[]> assignments) {}
