package io.milena.common.serialization;

import io.milena.common.header.Headers;
import java.io.Closeable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns objects into bytes. An application may give its own; one that is named in a configuration needs a public
 * constructor without arguments.
 *
 * <p>A producer calls its serializers from every thread that sends, at the same time: they must be thread-safe.
 *
 * @param <T> what is written
 */
public interface Serializer<T> extends Closeable {

    /**
     * Called once after the constructor, if the serializer was named in a configuration.
     *
     * @param configs of the client
     * @param isKey whether keys are written, and not values
     */
    default void configure(Map<String, ?> configs, boolean isKey) {}

    /** The bytes of {@code data}; null is a value of its own, and usually stays null. */
    byte @Nullable [] serialize(@Nullable String topic, @Nullable T data);

    /** As {@link #serialize(String, Object)}, for those who read or add headers. */
    default byte @Nullable [] serialize(@Nullable String topic, @Nullable Headers headers, @Nullable T data) {
        return serialize(topic, data);
    }

    /** Called when the client closes; may be called more than once. */
    @Override
    default void close() {}
}
