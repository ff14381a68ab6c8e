package io.milena.clients.producer;

import io.milena.common.header.Header;
import io.milena.common.header.Headers;
import io.milena.common.header.internals.RecordHeaders;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record to send: a topic, and what else is known of it. Its headers can be added to until it is sent.
 * Otherwise immutable; headers are of one thread at a time.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public final class ProducerRecord<K, V> {

    private final String topic;
    private final @Nullable Integer partition;
    private final @Nullable Long timestamp;
    private final @Nullable K key;
    private final @Nullable V value;
    private @Nullable RecordHeaders headers;

    /**
     * @param partition null lets the producer choose
     * @param timestamp milliseconds since the epoch; null for the time of sending
     * @throws IllegalArgumentException for a null topic, a negative partition or timestamp
     */
    public ProducerRecord(
            String topic,
            @Nullable Integer partition,
            @Nullable Long timestamp,
            @Nullable K key,
            @Nullable V value,
            @Nullable Iterable<Header> headers) {
        if (topic == null) {
            throw new IllegalArgumentException("topic: null (expected: the name of a topic)");
        }
        if (timestamp != null && timestamp < 0) {
            throw new IllegalArgumentException("timestamp: " + timestamp + " (expected: 0 or more, or null)");
        }
        if (partition != null && partition < 0) {
            throw new IllegalArgumentException("partition: " + partition + " (expected: 0 or more, or null)");
        }
        this.topic = topic;
        this.partition = partition;
        this.timestamp = timestamp;
        this.key = key;
        this.value = value;
        this.headers = headers == null ? null : new RecordHeaders(headers);
    }

    public ProducerRecord(
            String topic, @Nullable Integer partition, @Nullable Long timestamp, @Nullable K key, @Nullable V value) {
        this(topic, partition, timestamp, key, value, null);
    }

    public ProducerRecord(
            String topic,
            @Nullable Integer partition,
            @Nullable K key,
            @Nullable V value,
            @Nullable Iterable<Header> headers) {
        this(topic, partition, null, key, value, headers);
    }

    public ProducerRecord(String topic, @Nullable Integer partition, @Nullable K key, @Nullable V value) {
        this(topic, partition, null, key, value, null);
    }

    public ProducerRecord(String topic, @Nullable K key, @Nullable V value) {
        this(topic, null, null, key, value, null);
    }

    public ProducerRecord(String topic, @Nullable V value) {
        this(topic, null, null, null, value, null);
    }

    public String topic() {
        return topic;
    }

    /** The partition to send to; null lets the producer choose. */
    public @Nullable Integer partition() {
        return partition;
    }

    public Headers headers() {
        RecordHeaders known = headers;
        if (known == null) {
            known = new RecordHeaders();
            headers = known;
        }
        return known;
    }

    public @Nullable K key() {
        return key;
    }

    public @Nullable V value() {
        return value;
    }

    /** Milliseconds since the epoch; null for the time of sending. */
    public @Nullable Long timestamp() {
        return timestamp;
    }

    /** The headers if there are any, for those who would not have them made. */
    @Nullable
    RecordHeaders headersIfAny() {
        return headers;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProducerRecord<?, ?> that
                && topic.equals(that.topic)
                && Objects.equals(partition, that.partition)
                && Objects.equals(timestamp, that.timestamp)
                && Objects.equals(key, that.key)
                && Objects.equals(value, that.value)
                && headers().equals(that.headers());
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, partition, timestamp, key, value, headers());
    }

    @Override
    public String toString() {
        return "ProducerRecord(topic=" + topic + ", partition=" + partition + ", headers=" + headers() + ", key=" + key
                + ", value=" + value + ", timestamp=" + timestamp + ")";
    }
}
