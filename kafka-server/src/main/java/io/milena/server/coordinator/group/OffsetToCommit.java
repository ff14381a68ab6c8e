package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One line of a commit.
 *
 * @param offset any; what is stored is what the client says
 * @param leaderEpoch {@link CommittedOffset#NO_EPOCH} if the client does not know it
 * @param metadata free text
 * @param commitTimeMs when, if the client may tell (v1); {@link CommittedOffset#NEVER_TOLD} for the time of the broker
 */
public record OffsetToCommit(
        TopicPartition partition,
        long offset,
        int leaderEpoch,
        @Nullable String metadata,
        long commitTimeMs) {}
