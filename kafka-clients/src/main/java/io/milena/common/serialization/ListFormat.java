package io.milena.common.serialization;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Byte layout of a list (KIP-466), in one of two strategies.
 *
 * <pre>
 *   elements of one size:  0 | count of nulls, 4 | index of each null, 4 | size, 4 | elements that are not null
 *   all others:            1 | size, 4 | of each element: its length, 4, or -1 for null | its bytes
 * </pre>
 *
 * <p>Big-endian. Which strategy is taken follows from the serializer of the elements.
 */
final class ListFormat {

    static final byte CONSTANT_SIZE = 0;
    static final byte VARIABLE_SIZE = 1;
    static final int NULL_LENGTH = -1;
    static final int VARIES = -1;

    /** Bytes of an element by the serializer or deserializer of such elements. */
    private static final Map<Class<?>, Integer> ELEMENT_BYTES = Map.of(
            ShortSerializer.class, Short.BYTES,
            ShortDeserializer.class, Short.BYTES,
            IntegerSerializer.class, Integer.BYTES,
            IntegerDeserializer.class, Integer.BYTES,
            FloatSerializer.class, Float.BYTES,
            FloatDeserializer.class, Float.BYTES,
            UUIDSerializer.class, 36,
            UUIDDeserializer.class, 36);

    private static final Map<Class<?>, Integer> WIDE_ELEMENT_BYTES = Map.of(
            LongSerializer.class, Long.BYTES,
            LongDeserializer.class, Long.BYTES,
            DoubleSerializer.class, Double.BYTES,
            DoubleDeserializer.class, Double.BYTES);

    private ListFormat() {}

    /** Bytes of each element that {@code half} writes or reads; {@link #VARIES} if they are not all of one size. */
    static int elementBytes(@Nullable Object half) {
        Class<?> type = half == null ? Object.class : half.getClass();
        return ELEMENT_BYTES.getOrDefault(type, WIDE_ELEMENT_BYTES.getOrDefault(type, VARIES));
    }
}
