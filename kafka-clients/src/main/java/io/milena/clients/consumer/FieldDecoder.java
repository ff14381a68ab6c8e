package io.milena.clients.consumer;

import io.milena.common.header.Headers;
import io.milena.common.serialization.Deserializer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Hands the bytes of keys, or of values, to their deserializer in the shape that it takes them in. Confined to the
 * application's thread.
 *
 * <p>One that takes an array gets one of its own. One that takes a buffer gets a copy too, since it may keep it; those
 * of this library do not, and read the batch where it lies.
 */
final class FieldDecoder<T> {

    private static final String OURS = Deserializer.class.getPackageName();

    private final Deserializer<T> deserializer;
    private final Shape shape;
    private ByteBuffer view = ByteBuffer.allocate(0);

    /** What a deserializer takes. */
    private enum Shape {
        ARRAY,
        BUFFER,
        SHARED_BUFFER
    }

    FieldDecoder(Deserializer<T> deserializer) {
        this.deserializer = deserializer;
        this.shape = shapeOf(deserializer.getClass());
    }

    private static Shape shapeOf(Class<?> type) {
        try {
            Class<?> declaring = type.getMethod("deserialize", String.class, Headers.class, ByteBuffer.class)
                    .getDeclaringClass();
            if (declaring == Deserializer.class) {
                return Shape.ARRAY;
            }
            return declaring.getPackageName().equals(OURS) ? Shape.SHARED_BUFFER : Shape.BUFFER;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every deserializer has this method", e);
        }
    }

    Deserializer<T> deserializer() {
        return deserializer;
    }

    /**
     * @param at where in {@code bytes} the field begins
     * @param length of the field; negative for null
     */
    @Nullable
    T decode(String topic, Headers headers, byte[] bytes, int at, int length) {
        if (length < 0) {
            return shape == Shape.ARRAY
                    ? deserializer.deserialize(topic, headers, (byte[]) null)
                    : deserializer.deserialize(topic, headers, (ByteBuffer) null);
        }
        if (shape == Shape.SHARED_BUFFER) {
            return deserializer.deserialize(topic, headers, shared(bytes, at, length));
        }
        byte[] own = Arrays.copyOfRange(bytes, at, at + length);
        return shape == Shape.ARRAY
                ? deserializer.deserialize(topic, headers, own)
                : deserializer.deserialize(topic, headers, ByteBuffer.wrap(own));
    }

    /** The view is that of the field before, if both lie in one array, and keeps that array; but not a large one. */
    private ByteBuffer shared(byte[] bytes, int at, int length) {
        if (bytes.length > ScratchArrays.MAX_KEPT_BYTES) {
            return ByteBuffer.wrap(bytes, at, length);
        }
        if (view.array() != bytes) {
            view = ByteBuffer.wrap(bytes);
        }
        return view.clear().limit(at + length).position(at);
    }
}
