package io.milena.common.errors;

import io.milena.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A key or value could not be deserialized. The consumer stays before the record: a seek to the offset after it goes on
 * behind it.
 */
public final class RecordDeserializationException extends SerializationException {

    private static final long serialVersionUID = 1L;

    private final transient TopicPartition partition;
    private final long offset;
    private final DeserializationExceptionOrigin origin;

    /** What could not be deserialized. */
    public enum DeserializationExceptionOrigin {
        KEY,
        VALUE
    }

    public RecordDeserializationException(
            DeserializationExceptionOrigin origin,
            TopicPartition partition,
            long offset,
            String message,
            @Nullable Throwable cause) {
        super(message, cause);
        this.origin = origin;
        this.partition = partition;
        this.offset = offset;
    }

    public DeserializationExceptionOrigin origin() {
        return origin;
    }

    public TopicPartition topicPartition() {
        return partition;
    }

    /** Of the record; the next one may be sought. */
    public long offset() {
        return offset;
    }
}
