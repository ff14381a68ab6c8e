package io.milena.common.errors;

import io.milena.common.TopicPartition;
import io.milena.common.header.Headers;
import io.milena.common.record.TimestampType;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A key or value could not be deserialized. The consumer stays before the record: a seek to the offset after it goes on
 * behind it. The record comes along as it is (KIP-1036), for instance to be put aside.
 *
 * <p>Serialized, it is its message and cause only.
 */
public final class RecordDeserializationException extends SerializationException {

    private static final long serialVersionUID = 1L;

    private final transient RawRecord record;
    private final DeserializationExceptionOrigin origin;

    /** What could not be deserialized. */
    public enum DeserializationExceptionOrigin {
        KEY,
        VALUE
    }

    /**
     * The record as it lies in its partition.
     *
     * @param timestamp in milliseconds since the epoch; -1 for none
     * @param keyBuffer null if the record has no key
     * @param valueBuffer null if the record has no value
     */
    public record RawRecord(
            TopicPartition partition,
            long offset,
            long timestamp,
            TimestampType timestampType,
            @Nullable ByteBuffer keyBuffer,
            @Nullable ByteBuffer valueBuffer,
            Headers headers) {}

    public RecordDeserializationException(
            DeserializationExceptionOrigin origin, RawRecord record, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.origin = origin;
        this.record = record;
    }

    public DeserializationExceptionOrigin origin() {
        return origin;
    }

    public TopicPartition topicPartition() {
        return record.partition();
    }

    /** Of the record; the next one may be sought. */
    public long offset() {
        return record.offset();
    }

    /** In milliseconds since the epoch; -1 for none. */
    public long timestamp() {
        return record.timestamp();
    }

    public TimestampType timestampType() {
        return record.timestampType();
    }

    /** The bytes of the key, to be read once; null if the record has none. */
    public @Nullable ByteBuffer keyBuffer() {
        return record.keyBuffer();
    }

    /** The bytes of the value, to be read once; null if the record has none. */
    public @Nullable ByteBuffer valueBuffer() {
        return record.valueBuffer();
    }

    public Headers headers() {
        return record.headers();
    }
}
