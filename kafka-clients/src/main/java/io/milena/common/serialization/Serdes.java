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
        return new WrapperSerde<>(serializer, deserializer);
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
        return new WrapperSerde<>(
                new ListSerializer<>(inner.serializer()), new ListDeserializer<>(listType, inner.deserializer()));
    }

    /** Two halves made one. */
    private record WrapperSerde<T>(Serializer<T> serializer, Deserializer<T> deserializer) implements Serde<T> {

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
    }

    /** For configurations that name the serde of Long by its class. */
    public static final class LongSerde extends ConfiguredSerde<Long> {
        public LongSerde() {
            super(new LongSerializer(), new LongDeserializer());
        }
    }

    /** For configurations that name the serde of Integer by its class. */
    public static final class IntegerSerde extends ConfiguredSerde<Integer> {
        public IntegerSerde() {
            super(new IntegerSerializer(), new IntegerDeserializer());
        }
    }

    /** For configurations that name the serde of Short by its class. */
    public static final class ShortSerde extends ConfiguredSerde<Short> {
        public ShortSerde() {
            super(new ShortSerializer(), new ShortDeserializer());
        }
    }

    /** For configurations that name the serde of Float by its class. */
    public static final class FloatSerde extends ConfiguredSerde<Float> {
        public FloatSerde() {
            super(new FloatSerializer(), new FloatDeserializer());
        }
    }

    /** For configurations that name the serde of Double by its class. */
    public static final class DoubleSerde extends ConfiguredSerde<Double> {
        public DoubleSerde() {
            super(new DoubleSerializer(), new DoubleDeserializer());
        }
    }

    /** For configurations that name the serde of String by its class. */
    public static final class StringSerde extends ConfiguredSerde<String> {
        public StringSerde() {
            super(new StringSerializer(), new StringDeserializer());
        }
    }

    /** For configurations that name the serde of ByteBuffer by its class. */
    public static final class ByteBufferSerde extends ConfiguredSerde<ByteBuffer> {
        public ByteBufferSerde() {
            super(new ByteBufferSerializer(), new ByteBufferDeserializer());
        }
    }

    /** For configurations that name the serde of Bytes by its class. */
    public static final class BytesSerde extends ConfiguredSerde<Bytes> {
        public BytesSerde() {
            super(new BytesSerializer(), new BytesDeserializer());
        }
    }

    /** For configurations that name the serde of UUID by its class. */
    public static final class UUIDSerde extends ConfiguredSerde<UUID> {
        public UUIDSerde() {
            super(new UUIDSerializer(), new UUIDDeserializer());
        }
    }

    /** For configurations that name the serde of Boolean by its class. */
    public static final class BooleanSerde extends ConfiguredSerde<Boolean> {
        public BooleanSerde() {
            super(new BooleanSerializer(), new BooleanDeserializer());
        }
    }

    /** For configurations that name the serde of byte arrays by its class. */
    public static final class ByteArraySerde extends ConfiguredSerde<byte[]> {
        public ByteArraySerde() {
            super(new ByteArraySerializer(), new ByteArrayDeserializer());
        }
    }

    /** For configurations that name the serde of Void by its class. */
    public static final class VoidSerde extends ConfiguredSerde<Void> {
        public VoidSerde() {
            super(new VoidSerializer(), new VoidDeserializer());
        }
    }

    /** For configurations that name the serde of lists by its class; what they hold is named beside it. */
    public static final class ListSerde<E> extends ConfiguredSerde<List<E>> {
        public ListSerde() {
            super(new ListSerializer<>(), new ListDeserializer<>());
        }
    }

    /** What the classes above share: two halves, configured and closed together. */
    private abstract static class ConfiguredSerde<T> implements Serde<T> {

        private final Serde<T> halves;

        ConfiguredSerde(Serializer<T> serializer, Deserializer<T> deserializer) {
            halves = new WrapperSerde<>(serializer, deserializer);
        }

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            halves.configure(configs, isKey);
        }

        @Override
        public void close() {
            halves.close();
        }

        @Override
        public Serializer<T> serializer() {
            return halves.serializer();
        }

        @Override
        public Deserializer<T> deserializer() {
            return halves.deserializer();
        }
    }
}
