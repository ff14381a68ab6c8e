package io.milena.clients.consumer;

import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A position to commit or as committed, with a note of the application. Immutable. */
public final class OffsetAndMetadata implements Serializable {

    private static final long serialVersionUID = 1L;

    private final long offset;
    private final String metadata;
    private final @Nullable Integer leaderEpoch;

    /**
     * @param offset of the next record to read, 0 or more
     * @param leaderEpoch of the leader that appended the record before, if it is known
     * @param metadata the application's note; null stands for none
     * @throws IllegalArgumentException for a negative offset
     */
    public OffsetAndMetadata(long offset, Optional<Integer> leaderEpoch, @Nullable String metadata) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset: " + offset + " (expected: 0 or more)");
        }
        this.offset = offset;
        this.leaderEpoch = leaderEpoch.orElse(null);
        this.metadata = metadata == null ? "" : metadata;
    }

    public OffsetAndMetadata(long offset, @Nullable String metadata) {
        this(offset, Optional.empty(), metadata);
    }

    public OffsetAndMetadata(long offset) {
        this(offset, "");
    }

    public long offset() {
        return offset;
    }

    public String metadata() {
        return metadata;
    }

    /** The epoch of the record before the offset; empty if it is not known. */
    public Optional<Integer> leaderEpoch() {
        return leaderEpoch == null || leaderEpoch < 0 ? Optional.empty() : Optional.of(leaderEpoch);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OffsetAndMetadata that
                && offset == that.offset
                && metadata.equals(that.metadata)
                && Objects.equals(leaderEpoch, that.leaderEpoch);
    }

    @Override
    public int hashCode() {
        return Objects.hash(offset, metadata, leaderEpoch);
    }

    @Override
    public String toString() {
        return "OffsetAndMetadata{offset=" + offset + ", leaderEpoch=" + leaderEpoch + ", metadata='" + metadata + "'}";
    }
}
