package io.milena.common.serialization;

import io.milena.common.config.ConfigException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes lists, each element by another serializer (KIP-466). A null list stays null; elements may be null.
 *
 * <p>Made without arguments, it takes the serde of its elements from {@code default.list.key.serde.inner} or {@code
 * default.list.value.serde.inner}. Thread-safe if the serializer of the elements is.
 *
 * @param <E> what the lists hold
 */
public final class ListSerializer<E> implements Serializer<List<E>> {

    private volatile @Nullable Serializer<E> inner;

    public ListSerializer() {}

    public ListSerializer(Serializer<E> inner) {
        this.inner = inner;
    }

    /** The serializer of the elements; null until it is known. */
    public @Nullable Serializer<E> getInnerSerializer() {
        return inner;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (inner != null) {
            throw new ConfigException("the serializer of a list's elements is given twice");
        }
        Serde<E> serde = ListSettings.innerSerde(configs, isKey);
        Serializer<E> found = serde.serializer();
        found.configure(configs, isKey);
        inner = found;
    }

    @Override
    public byte @Nullable [] serialize(@Nullable String topic, @Nullable List<E> data) {
        Serializer<E> elements = inner;
        if (data == null || elements == null) {
            return null;
        }
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            if (ListFormat.elementBytes(elements) == ListFormat.VARIES) {
                writeVarying(out, topic, data, elements);
            } else {
                writeConstant(out, topic, data, elements);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array takes all bytes", e);
        }
        return bytes.toByteArray();
    }

    private void writeConstant(DataOutputStream out, @Nullable String topic, List<E> data, Serializer<E> elements)
            throws IOException {
        List<Integer> nulls = new ArrayList<>();
        int index = 0;
        for (E element : data) {
            if (element == null) {
                nulls.add(index);
            }
            index++;
        }
        out.writeByte(ListFormat.CONSTANT_SIZE);
        out.writeInt(nulls.size());
        for (int at : nulls) {
            out.writeInt(at);
        }
        out.writeInt(data.size());
        for (E element : data) {
            byte[] written = element == null ? null : elements.serialize(topic, element);
            if (written != null) {
                out.write(written);
            }
        }
    }

    private void writeVarying(DataOutputStream out, @Nullable String topic, List<E> data, Serializer<E> elements)
            throws IOException {
        out.writeByte(ListFormat.VARIABLE_SIZE);
        out.writeInt(data.size());
        for (E element : data) {
            byte[] written = element == null ? null : elements.serialize(topic, element);
            if (written == null) {
                out.writeInt(ListFormat.NULL_LENGTH);
            } else {
                out.writeInt(written.length);
                out.write(written);
            }
        }
    }

    @Override
    public void close() {
        Serializer<E> elements = inner;
        if (elements != null) {
            elements.close();
        }
    }
}
