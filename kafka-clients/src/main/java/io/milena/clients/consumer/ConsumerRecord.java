package io.milena.clients.consumer;

import io.milena.common.header.Headers;
import io.milena.common.header.internals.RecordHeaders;
import io.milena.common.record.TimestampType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One record as it was read, with its place. Not thread-safe while its headers are changed.
 *
 * @param offset of the record in its partition
 * @param timestamp in milliseconds since the epoch, {@link #NO_TIMESTAMP} for none
 * @param timestampType who set the timestamp
 * @param serializedKeySize bytes of the key, {@link #NULL_SIZE} if it is null
 * @param serializedValueSize bytes of the value, {@link #NULL_SIZE} if it is null
 * @param leaderEpoch of the leader that appended the record, if it is known
 */
public record ConsumerRecord<K, V>(
        String topic,
        int partition,
        long offset,
        long timestamp,
        TimestampType timestampType,
        int serializedKeySize,
        int serializedValueSize,
        @Nullable K key,
        @Nullable V value,
        Headers headers,
        Optional<Integer> leaderEpoch) {

    /** There is no timestamp. */
    public static final long NO_TIMESTAMP = -1L;

    /** The size of a key or value that is null. */
    public static final int NULL_SIZE = -1;

    /** A record without time, sizes and headers, as tests make them. */
    public ConsumerRecord(String topic, int partition, long offset, @Nullable K key, @Nullable V value) {
        this(
                topic,
                partition,
                offset,
                NO_TIMESTAMP,
                TimestampType.NO_TIMESTAMP_TYPE,
                NULL_SIZE,
                NULL_SIZE,
                key,
                value,
                new RecordHeaders(),
                Optional.empty());
    }

    @Override
    public String toString() {
        return topic + "-" + partition + " offset " + offset + ", timestamp " + timestamp + " (" + timestampType
                + "), key " + key + ", value " + value + ", headers " + headers;
    }
}
