package io.milena.server.coordinator.state;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Durable changes as records of the log and back, byte for byte as Apache Kafka writes them. Stateless.
 *
 * @param <D> a durable change
 */
public interface RecordCodec<D> {

    /**
     * The change as a record of the log.
     *
     * @throws IllegalArgumentException if it has no such form, as where a text is longer than its field may be
     */
    KeyValue encode(D record);

    /**
     * The change that a record of the log tells; null if its key is of a kind that this broker knows nothing of, and
     * passes over.
     *
     * @param value null in a tombstone
     * @throws MalformedRecord if the record cannot be read; the caller passes over it and says so
     */
    @Nullable
    D decode(ByteBuf key, @Nullable ByteBuf value) throws MalformedRecord;

    /** A record of a coordinator's log that cannot be read. */
    final class MalformedRecord extends Exception {

        private static final long serialVersionUID = 1L;

        public MalformedRecord(String message) {
            super(message);
        }

        public MalformedRecord(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
