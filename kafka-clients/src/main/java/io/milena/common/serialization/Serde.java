package io.milena.common.serialization;

import java.io.Closeable;
import java.util.Map;

/**
 * A serializer and the deserializer that undoes it.
 *
 * @param <T> what is written and read
 */
public interface Serde<T> extends Closeable {

    /** Called once after the constructor, if the serde was named in a configuration; configures both halves. */
    default void configure(Map<String, ?> configs, boolean isKey) {}

    /** Closes both halves; may be called more than once. */
    @Override
    default void close() {}

    Serializer<T> serializer();

    Deserializer<T> deserializer();
}
