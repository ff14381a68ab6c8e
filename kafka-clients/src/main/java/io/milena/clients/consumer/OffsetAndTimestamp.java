package io.milena.clients.consumer;

import java.util.Optional;

/**
 * The first record at or after a time that was asked for.
 *
 * @param offset of the record, 0 or more
 * @param timestamp of the record, in milliseconds since the epoch, 0 or more
 * @param leaderEpoch of the leader that appended it, if it is known
 */
public record OffsetAndTimestamp(long offset, long timestamp, Optional<Integer> leaderEpoch) {

    public OffsetAndTimestamp {
        if (offset < 0 || timestamp < 0) {
            throw new IllegalArgumentException(
                    "offset " + offset + ", timestamp " + timestamp + " (expected: 0 or more)");
        }
    }

    public OffsetAndTimestamp(long offset, long timestamp) {
        this(offset, timestamp, Optional.empty());
    }
}
