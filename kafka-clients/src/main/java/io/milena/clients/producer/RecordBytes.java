package io.milena.clients.producer;

import io.milena.common.errors.SerializationException;
import io.milena.common.header.Headers;
import io.milena.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Makes bytes of keys and values with the application's serializers, under no lock. Thread-safe if they are.
 *
 * <p>A record without headers gets none made for a serializer that would not look at them.
 */
final class RecordBytes<K, V> implements AutoCloseable {

    private final Half<K> keys;
    private final Half<V> values;

    RecordBytes(Serializer<K> keys, Serializer<V> values) {
        this.keys = new Half<>(keys, ignoresHeaders(keys), ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        this.values = new Half<>(values, ignoresHeaders(values), ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
    }

    private static boolean ignoresHeaders(Serializer<?> serializer) {
        try {
            return serializer
                    .getClass()
                    .getMethod("serialize", String.class, Headers.class, Object.class)
                    .isDefault();
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    byte @Nullable [] key(ProducerRecord<K, V> record) {
        return keys.bytes(record, record.key());
    }

    byte @Nullable [] value(ProducerRecord<K, V> record) {
        return values.bytes(record, record.value());
    }

    @Override
    public void close() {
        keys.serializer.close();
        values.serializer.close();
    }

    /** The serializer of keys, or of values. */
    private record Half<T>(Serializer<T> serializer, boolean ignoresHeaders, String setting) {

        byte @Nullable [] bytes(ProducerRecord<?, ?> record, @Nullable T data) {
            try {
                return ignoresHeaders
                        ? serializer.serialize(record.topic(), data)
                        : serializer.serialize(record.topic(), record.headers(), data);
            } catch (ClassCastException e) {
                String type = data == null ? "null" : data.getClass().getName();
                throw new SerializationException(
                        "an object of class " + type + " for topic " + record.topic() + " (expected: what "
                                + serializer.getClass().getName() + ", see " + setting + ", can write)",
                        e);
            }
        }
    }
}
