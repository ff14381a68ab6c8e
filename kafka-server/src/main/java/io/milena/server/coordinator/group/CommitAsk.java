package io.milena.server.coordinator.group;

import java.util.List;

/**
 * OffsetCommit: a member, or someone outside of any membership, says how far the group is.
 *
 * @param from {@link GenerationRef#OUTSIDE} if the client is no member, as all of v0
 * @param retentionMs how long to keep the offsets in milliseconds, as clients of v2 to v4 may tell (before KIP-211);
 *     {@link #DEFAULT_RETENTION} if the broker decides
 * @param offsets existing partitions that the client may read
 */
public record CommitAsk(String groupId, GenerationRef from, long retentionMs, List<OffsetToCommit> offsets) {

    public static final long DEFAULT_RETENTION = -1L;

    public CommitAsk {
        offsets = List.copyOf(offsets);
    }
}
