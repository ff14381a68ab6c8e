package io.milena.common.serialization;

import io.milena.common.utils.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The serdes that the library brings, one method for each, named like the class that they are of. Stateless. */
public final class Serdes {

    private Serdes() {}

    /** A serde of these two. */
    public static <T> Serde<T> serdeFrom(Serializer<T> serializer, Deserializer<T> deserializer) {
        return new Pair<>(serializer, deserializer);
    }

    /**
     * The serde of values of class {@code type}.
     *
     * @throws IllegalArgumentException if there is none here for that class
     */
    public static <T> Serde<T> serdeFrom(Class<T> type) {
        Serde<?> found = type == Void.class ? Void() : standard(type);
        @SuppressWarnings("unchecked")
        Serde<T> serde = (Serde<T>) found;
        return serde;
    }

    private static Serde<?> standard(Class<?> type) {
        Map<Class<?>, Serde<?>> whole = Map.of(
                String.class, String(),
                Short.class, Short(),
                Integer.class, Integer(),
                Long.class, Long(),
                Float.class, Float(),
                Double.class, Double(),
                Boolean.class, Boolean());
        Map<Class<?>, Serde<?>> bytes = Map.of(
                byte[].class, ByteArray(),
                ByteBuffer.class, ByteBuffer(),
                Bytes.class, Bytes(),
                UUID.class, UUID());
        Serde<?> found = whole.getOrDefault(type, bytes.get(type));
        if (found == null) {
            throw new IllegalArgumentException("serde of " + type.getName()
                    + " (expected: String, Short, Integer, Long, Float, Double, byte[], ByteBuffer, Bytes, UUID,"
                    + " Boolean or Void)");
        }
        return found;
    }

    public static Serde<Long> Long() {
        return new LongSerde();
    }

    public static Serde<Integer> Integer() {
        return new IntegerSerde();
    }

    public static Serde<Short> Short() {
        return new ShortSerde();
    }

    public static Serde<Float> Float() {
        return new FloatSerde();
    }

    public static Serde<Double> Double() {
        return new DoubleSerde();
    }

    public static Serde<String> String() {
        return new StringSerde();
    }

    public static Serde<ByteBuffer> ByteBuffer() {
        return new ByteBufferSerde();
    }

    public static Serde<Bytes> Bytes() {
        return new BytesSerde();
    }

    public static Serde<UUID> UUID() {
        return new UUIDSerde();
    }

    public static Serde<Boolean> Boolean() {
        return new BooleanSerde();
    }

    public static Serde<byte[]> ByteArray() {
        return new ByteArraySerde();
    }

    public static Serde<Void> Void() {
        return new VoidSerde();
    }

    /** Lists of class {@code listType}, each element by {@code inner}. */
    public static <L extends List<E>, E> Serde<List<E>> ListSerde(Class<L> listType, Serde<E> inner) {
        return new ListSerde<>(listType, inner);
    }

    /** For configurations that name the serde of Long by its class. */
    public static final class LongSerde extends WrapperSerde<Long> {
        public LongSerde() {
            super(new LongSerializer(), new LongDeserializer());
        }
    }

    /** For configurations that name the serde of Integer by its class. */
    public static final class IntegerSerde extends WrapperSerde<Integer> {
        public IntegerSerde() {
            super(new IntegerSerializer(), new IntegerDeserializer());
        }
    }

    /** For configurations that name the serde of Short by its class. */
    public static final class ShortSerde extends WrapperSerde<Short> {
        public ShortSerde() {
            super(new ShortSerializer(), new ShortDeserializer());
        }
    }

    /** For configurations that name the serde of Float by its class. */
    public static final class FloatSerde extends WrapperSerde<Float> {
        public FloatSerde() {
            super(new FloatSerializer(), new FloatDeserializer());
        }
    }

    /** For configurations that name the serde of Double by its class. */
    public static final class DoubleSerde extends WrapperSerde<Double> {
        public DoubleSerde() {
            super(new DoubleSerializer(), new DoubleDeserializer());
        }
    }

    /** For configurations that name the serde of String by its class. */
    public static final class StringSerde extends WrapperSerde<String> {
        public StringSerde() {
            super(new StringSerializer(), new StringDeserializer());
        }
    }

    /** For configurations that name the serde of ByteBuffer by its class. */
    public static final class ByteBufferSerde extends WrapperSerde<ByteBuffer> {
        public ByteBufferSerde() {
            super(new ByteBufferSerializer(), new ByteBufferDeserializer());
        }
    }

    /** For configurations that name the serde of Bytes by its class. */
    public static final class BytesSerde extends WrapperSerde<Bytes> {
        public BytesSerde() {
            super(new BytesSerializer(), new BytesDeserializer());
        }
    }

    /** For configurations that name the serde of UUID by its class. */
    public static final class UUIDSerde extends WrapperSerde<UUID> {
        public UUIDSerde() {
            super(new UUIDSerializer(), new UUIDDeserializer());
        }
    }

    /** For configurations that name the serde of Boolean by its class. */
    public static final class BooleanSerde extends WrapperSerde<Boolean> {
        public BooleanSerde() {
            super(new BooleanSerializer(), new BooleanDeserializer());
        }
    }

    /** For configurations that name the serde of byte arrays by its class. */
    public static final class ByteArraySerde extends WrapperSerde<byte[]> {
        public ByteArraySerde() {
            super(new ByteArraySerializer(), new ByteArrayDeserializer());
        }
    }

    /** For configurations that name the serde of Void by its class. */
    public static final class VoidSerde extends WrapperSerde<Void> {
        public VoidSerde() {
            super(new VoidSerializer(), new VoidDeserializer());
        }
    }

    /** For configurations that name the serde of lists by its class; what they hold is named beside it. */
    public static final class ListSerde<E> extends WrapperSerde<List<E>> {
        public ListSerde() {
            super(new ListSerializer<>(), new ListDeserializer<>());
        }

        public <L extends List<E>> ListSerde(Class<L> listType, Serde<E> inner) {
            super(new ListSerializer<>(inner.serializer()), new ListDeserializer<>(listType, inner.deserializer()));
        }
    }

    /** A serializer and a deserializer made one: configured and closed together. Applications extend it, too. */
    public abstract static class WrapperSerde<T> implements Serde<T> {

        private final Serializer<T> serializer;
        private final Deserializer<T> deserializer;

        public WrapperSerde(Serializer<T> serializer, Deserializer<T> deserializer) {
            this.serializer = serializer;
            this.deserializer = deserializer;
        }

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            serializer.configure(configs, isKey);
            deserializer.configure(configs, isKey);
        }

        @Override
        public void close() {
            serializer.close();
            deserializer.close();
        }

        @Override
        public Serializer<T> serializer() {
            return serializer;
        }

        @Override
        public Deserializer<T> deserializer() {
            return deserializer;
        }
    }

    /** Any two halves. */
    private static final class Pair<T> extends WrapperSerde<T> {
        Pair(Serializer<T> serializer, Deserializer<T> deserializer) {
            super(serializer, deserializer);
        }
    }
}
