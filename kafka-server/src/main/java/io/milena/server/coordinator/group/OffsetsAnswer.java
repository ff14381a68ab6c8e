package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@link OffsetsAsk}.
 *
 * @param error of the whole request
 * @param offsets a line for each partition of the ask, in its order; if it asked for all, sorted by topic and
 *     partition
 */
public record OffsetsAnswer(ErrorCode error, List<FetchedOffset> offsets) {

    /**
     * How far the group is in one partition.
     *
     * @param offset {@link CommittedOffset#NO_OFFSET} if it has none there
     */
    public record FetchedOffset(
            TopicPartition partition,
            long offset,
            int leaderEpoch,
            @Nullable String metadata,
            ErrorCode error) {

        /** No offset, and why if there is an error. */
        public static FetchedOffset none(TopicPartition partition, ErrorCode error) {
            return new FetchedOffset(
                    partition, CommittedOffset.NO_OFFSET, CommittedOffset.NO_EPOCH, CommittedOffset.NO_METADATA, error);
        }
    }

    public static OffsetsAnswer refused(ErrorCode error) {
        return new OffsetsAnswer(error, List.of());
    }
}
