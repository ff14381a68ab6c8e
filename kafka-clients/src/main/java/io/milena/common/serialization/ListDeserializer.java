package io.milena.common.serialization;

import io.milena.common.KafkaException;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.SerializationException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads lists that {@link ListSerializer} wrote, each element by another deserializer. A null list stays null.
 *
 * <p>Made without arguments, it takes the class of its lists and the serde of their elements from {@code
 * default.list.key.serde.type} and {@code default.list.key.serde.inner}, or those of values. Thread-safe if the
 * deserializer of the elements is.
 *
 * @param <E> what the lists hold
 */
public final class ListDeserializer<E> implements Deserializer<List<E>> {

    private volatile @Nullable Deserializer<E> inner;
    private volatile @Nullable Class<?> listType;

    public ListDeserializer() {}

    /** @param listType has a public constructor without arguments, or one that takes a capacity */
    public <L extends List<E>> ListDeserializer(Class<L> listType, Deserializer<E> inner) {
        this.listType = listType;
        this.inner = inner;
    }

    /** The deserializer of the elements; null until it is known. */
    public @Nullable Deserializer<E> innerDeserializer() {
        return inner;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (inner != null || listType != null) {
            throw new ConfigException("the class or the deserializer of a list is given twice");
        }
        listType = ListSettings.listType(configs, isKey);
        Serde<E> serde = ListSettings.innerSerde(configs, isKey);
        Deserializer<E> found = serde.deserializer();
        found.configure(configs, isKey);
        inner = found;
    }

    @Override
    public @Nullable List<E> deserialize(@Nullable String topic, byte @Nullable [] data) {
        Deserializer<E> elements = inner;
        if (data == null || elements == null) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(data);
        try {
            return read(in, topic, elements);
        } catch (BufferUnderflowException e) {
            throw new SerializationException("data for a list: " + data.length + " bytes (expected: more)", e);
        }
    }

    private List<E> read(ByteBuffer in, @Nullable String topic, Deserializer<E> elements) {
        byte strategy = in.get();
        if (strategy == ListFormat.CONSTANT_SIZE) {
            return readConstant(in, topic, elements);
        }
        if (strategy == ListFormat.VARIABLE_SIZE) {
            return readVarying(in, topic, elements);
        }
        throw new SerializationException("strategy of a list: " + strategy + " (expected: 0 or 1)");
    }

    private List<E> readConstant(ByteBuffer in, @Nullable String topic, Deserializer<E> elements) {
        int elementBytes = ListFormat.elementBytes(elements);
        if (elementBytes == ListFormat.VARIES) {
            throw new SerializationException("a list of elements of one size, read by "
                    + elements.getClass().getName());
        }
        Set<Integer> nulls = new HashSet<>();
        int nullCount = count(in, Integer.BYTES, 0);
        for (int i = 0; i < nullCount; i++) {
            nulls.add(in.getInt());
        }
        int size = count(in, elementBytes, nullCount);
        List<E> list = newList(size);
        for (int i = 0; i < size; i++) {
            list.add(nulls.contains(i) ? null : element(in, elementBytes, topic, elements));
        }
        return list;
    }

    private List<E> readVarying(ByteBuffer in, @Nullable String topic, Deserializer<E> elements) {
        int size = count(in, Integer.BYTES, 0);
        List<E> list = newList(size);
        for (int i = 0; i < size; i++) {
            int length = in.getInt();
            list.add(length == ListFormat.NULL_LENGTH ? null : element(in, length, topic, elements));
        }
        return list;
    }

    /** A count, of which all but {@code free} take so many bytes each: more than there are bytes is no count. */
    private static int count(ByteBuffer in, int bytesEach, int free) {
        int count = in.getInt();
        if (count < 0 || count - (long) free > in.remaining() / bytesEach) {
            throw new SerializationException(
                    "count in a list: " + count + " (expected: what fits " + in.remaining() + " bytes)");
        }
        return count;
    }

    private static <E> @Nullable E element(
            ByteBuffer in, int length, @Nullable String topic, Deserializer<E> elements) {
        if (length < 0 || length > in.remaining()) {
            throw new SerializationException(
                    "length of an element: " + length + " (expected: up to " + in.remaining() + ")");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return elements.deserialize(topic, bytes);
    }

    private List<E> newList(int size) {
        Class<?> type = listType;
        if (type == null || type == ArrayList.class) {
            return new ArrayList<>(size);
        }
        try {
            @SuppressWarnings("unchecked")
            List<E> list = (List<E>) type.getConstructor().newInstance();
            return list;
        } catch (ReflectiveOperationException e) {
            throw new KafkaException("a list of class " + type.getName() + " cannot be made", e);
        }
    }

    @Override
    public void close() {
        Deserializer<E> elements = inner;
        if (elements != null) {
            elements.close();
        }
    }
}
