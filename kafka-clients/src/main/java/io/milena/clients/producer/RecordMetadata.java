package io.milena.clients.producer;

import io.milena.common.TopicPartition;

/** Where a record went. Immutable. */
public final class RecordMetadata {

    /** The partition of a record that failed before it was chosen. */
    public static final int UNKNOWN_PARTITION = -1;

    private static final long NONE = -1;

    private final TopicPartition partition;
    private final long offset;
    private final long timestamp;
    private final int serializedKeySize;
    private final int serializedValueSize;

    /**
     * @param baseOffset of the record's batch; -1 if the broker did not tell
     * @param batchIndex of the record in its batch
     * @param timestamp milliseconds since the epoch; -1 for none
     */
    public RecordMetadata(
            TopicPartition partition,
            long baseOffset,
            int batchIndex,
            long timestamp,
            int serializedKeySize,
            int serializedValueSize) {
        this.partition = partition;
        this.offset = baseOffset == NONE ? NONE : baseOffset + batchIndex;
        this.timestamp = timestamp;
        this.serializedKeySize = serializedKeySize;
        this.serializedValueSize = serializedValueSize;
    }

    /** Whether the broker told an offset: not with {@code acks=0}, nor for a batch that it knew already. */
    public boolean hasOffset() {
        return offset != NONE;
    }

    /** The record's offset; -1 if it is not known. */
    public long offset() {
        return offset;
    }

    public boolean hasTimestamp() {
        return timestamp != NONE;
    }

    /** The record's own timestamp, or when the broker appended it if the topic is set so; milliseconds, -1 for none. */
    public long timestamp() {
        return timestamp;
    }

    /** Bytes of the key; -1 for a null key. */
    public int serializedKeySize() {
        return serializedKeySize;
    }

    /** Bytes of the value; -1 for a null value. */
    public int serializedValueSize() {
        return serializedValueSize;
    }

    public String topic() {
        return partition.topic();
    }

    public int partition() {
        return partition.partition();
    }

    @Override
    public String toString() {
        return partition + "@" + offset;
    }
}
