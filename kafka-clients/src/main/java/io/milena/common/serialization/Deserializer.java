package io.milena.common.serialization;

import io.milena.common.header.Headers;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns bytes into objects. An application may give its own; one that is named in a configuration needs a public
 * constructor without arguments.
 *
 * @param <T> what is read
 */
public interface Deserializer<T> extends Closeable {

    /**
     * Called once after the constructor, if the deserializer was named in a configuration.
     *
     * @param configs of the client
     * @param isKey whether keys are read, and not values
     */
    default void configure(Map<String, ?> configs, boolean isKey) {}

    /** The object that {@code data} stands for; null is a value of its own, and usually stays null. */
    @Nullable
    T deserialize(@Nullable String topic, byte @Nullable [] data);

    /** As {@link #deserialize(String, byte[])}, for those who read headers. */
    default @Nullable T deserialize(@Nullable String topic, @Nullable Headers headers, byte @Nullable [] data) {
        return deserialize(topic, data);
    }

    /**
     * As {@link #deserialize(String, Headers, byte[])}, from the bytes between position and limit of {@code data}, and
     * only during the call. For those who need no array of their own.
     */
    default @Nullable T deserialize(@Nullable String topic, @Nullable Headers headers, @Nullable ByteBuffer data) {
        return deserialize(topic, headers, data == null ? null : ByteBuffers.bytes(data));
    }

    /** Called when the client closes; may be called more than once. */
    @Override
    default void close() {}
}
