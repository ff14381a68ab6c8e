package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.Map;
import java.util.TreeMap;

/**
 * The leader's log no longer has what was read: an unclean election cut it off (KIP-320), and there is no reset policy.
 */
public final class LogTruncationException extends OffsetOutOfRangeException {

    private static final long serialVersionUID = 1L;

    private final transient Map<TopicPartition, OffsetAndMetadata> divergent;

    public LogTruncationException(Map<TopicPartition, Long> offsets, Map<TopicPartition, OffsetAndMetadata> divergent) {
        this(
                "the logs were truncated below the positions " + offsets + "; they agree up to " + divergent,
                offsets,
                divergent);
    }

    public LogTruncationException(
            String message, Map<TopicPartition, Long> offsets, Map<TopicPartition, OffsetAndMetadata> divergent) {
        super(message, offsets);
        this.divergent = new TreeMap<>(divergent);
    }

    /** Up to where the log is still what this consumer read; a partition of which that is not known is missing. */
    public Map<TopicPartition, OffsetAndMetadata> divergentOffsets() {
        return divergent;
    }
}
