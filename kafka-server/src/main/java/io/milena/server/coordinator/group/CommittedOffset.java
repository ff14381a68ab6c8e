package io.milena.server.coordinator.group;

import org.jspecify.annotations.Nullable;

/**
 * How far a group is in one partition, as it is kept.
 *
 * @param offset of the next record to read; whatever the client said, {@link #NO_OFFSET} included
 * @param leaderEpoch of the last record read; {@link #NO_EPOCH} if the client does not know it
 * @param metadata free text of the client, not null on disk
 * @param commitTimeMs when it was committed, wall clock
 * @param expireTimeMs when it ends, as clients of old told; {@link #NEVER_TOLD} if the retention decides
 */
public record CommittedOffset(long offset, int leaderEpoch, String metadata, long commitTimeMs, long expireTimeMs) {

    public static final long NO_OFFSET = -1L;
    public static final int NO_EPOCH = -1;
    public static final long NEVER_TOLD = -1L;
    public static final String NO_METADATA = "";

    public CommittedOffset {
        metadata = metadata.isEmpty() ? NO_METADATA : metadata;
    }

    /** One without an end of its own. */
    public static CommittedOffset at(long offset, int leaderEpoch, @Nullable String metadata, long commitTimeMs) {
        return new CommittedOffset(
                offset, leaderEpoch, metadata == null ? NO_METADATA : metadata, commitTimeMs, NEVER_TOLD);
    }
}
