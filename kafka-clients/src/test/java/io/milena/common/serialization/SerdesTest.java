package io.milena.common.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.errors.SerializationException;
import io.milena.common.header.internals.RecordHeaders;
import io.milena.common.utils.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects become bytes and objects again, and bytes that are none of theirs are refused with a reason. */
class SerdesTest {

    private static final String TOPIC = "topic";

    @SuppressWarnings("unchecked")
    private static <E> Serde<List<E>> linked(Serde<E> inner) {
        return Serdes.ListSerde((Class<List<E>>) (Class<?>) LinkedList.class, inner);
    }

    static Stream<Object> samples() {
        return Stream.of(
                "größe ☃",
                (short) -2,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                1.5f,
                -0.0,
                true,
                false,
                new byte[] {1, 2},
                new Bytes(new byte[] {3}),
                new UUID(1, 2));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eachValueComesBackFromArraysAndBuffers(Object sample) {
        @SuppressWarnings("unchecked")
        Serde<Object> serde = (Serde<Object>) Serdes.serdeFrom(sample.getClass());

        byte[] bytes = serde.serializer().serialize(TOPIC, sample);

        ByteBuffer shifted = ByteBuffer.allocateDirect(bytes.length + 3)
                .put(new byte[3])
                .put(bytes)
                .flip()
                .position(3);
        assertThat(serde.deserializer().deserialize(TOPIC, bytes)).isEqualTo(sample);
        assertThat(serde.deserializer().deserialize(TOPIC, new RecordHeaders(), shifted))
                .isEqualTo(sample);
        assertThat(serde.deserializer().deserialize(TOPIC, new RecordHeaders(), ByteBuffer.wrap(bytes)))
                .isEqualTo(sample);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void nullStaysNull(Object sample) {
        Serde<?> serde = Serdes.serdeFrom(sample.getClass());

        assertThat(serde.serializer().serialize(TOPIC, null)).isNull();
        assertThat(serde.deserializer().deserialize(TOPIC, (byte[]) null)).isNull();
        assertThat(serde.deserializer().deserialize(TOPIC, new RecordHeaders(), (ByteBuffer) null))
                .isNull();
    }

    @Test
    void aWrongSizeIsRefused() {
        List<Deserializer<?>> all = List.of(
                new IntegerDeserializer(),
                new LongDeserializer(),
                new ShortDeserializer(),
                new FloatDeserializer(),
                new DoubleDeserializer(),
                new BooleanDeserializer(),
                new UUIDDeserializer());

        for (Deserializer<?> one : all) {
            assertThatThrownBy(() -> one.deserialize(TOPIC, new byte[3]))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("expected");
        }
    }

    @Test
    void aBufferIsWrittenFromItsBeginningWhateverItsPosition() {
        ByteBuffer buffer =
                ByteBuffer.allocate(10).put(new byte[] {1, 2, 3}).flip().position(2);
        ByteBuffer direct = ByteBuffer.allocateDirect(2).put(new byte[] {1, 2});
        var serializer = new ByteBufferSerializer();

        assertThat(serializer.serialize(TOPIC, buffer)).containsExactly(1, 2, 3);
        assertThat(serializer.serialize(TOPIC, direct)).containsExactly(1, 2);
        assertThat(serializer.serialize(TOPIC, ByteBuffer.wrap(new byte[] {0, 1, 2}, 1, 1)))
                .containsExactly(0, 1);
    }

    @Test
    void nothingButNullIsVoid() {
        assertThat(new VoidDeserializer().deserialize(TOPIC, (byte[]) null)).isNull();
        assertThatThrownBy(() -> new VoidDeserializer().deserialize(TOPIC, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theEncodingOfTextsIsASetting() {
        var serializer = new StringSerializer();
        serializer.configure(Map.of("key.serializer.encoding", "UTF-16BE", "serializer.encoding", "US-ASCII"), true);

        assertThat(serializer.serialize(TOPIC, "a")).containsExactly(0, 'a');
        assertThatThrownBy(() -> serializer.configure(Map.of("serializer.encoding", "klingon"), false))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("klingon");
    }

    @Test
    void listsOfAnyElementsComeBackWithTheirNulls() {
        Serde<List<Integer>> ints = linked(Serdes.Integer());
        Serde<List<String>> texts = linked(Serdes.String());
        List<Integer> someInts = Arrays.asList(null, 1, null, 3);
        List<String> someTexts = Arrays.asList("a", null, "");

        byte[] intBytes = ints.serializer().serialize(TOPIC, someInts);
        byte[] textBytes = texts.serializer().serialize(TOPIC, someTexts);

        assertThat(ints.deserializer().deserialize(TOPIC, intBytes))
                .isInstanceOf(LinkedList.class)
                .isEqualTo(someInts);
        assertThat(texts.deserializer().deserialize(TOPIC, textBytes)).isEqualTo(someTexts);
    }

    @Test
    void aListMadeByConfigurationKnowsItsElements() {
        var serializer = new ListSerializer<Integer>();
        var deserializer = new ListDeserializer<Integer>();
        Map<String, Object> configs = Map.of(
                "default.list.value.serde.inner",
                Serdes.IntegerSerde.class,
                "default.list.value.serde.type",
                "java.util.LinkedList");
        serializer.configure(configs, false);
        deserializer.configure(configs, false);

        byte[] bytes = serializer.serialize(TOPIC, List.of(7));

        assertThat(deserializer.deserialize(TOPIC, bytes)).containsExactly(7);
    }

    @Test
    void countsThatDoNotFitTheBytesAreRefusedBeforeMemoryIsTaken() {
        Deserializer<List<Integer>> ints = linked(Serdes.Integer()).deserializer();
        Deserializer<List<String>> texts = linked(Serdes.String()).deserializer();
        byte[] manyNulls =
                ByteBuffer.allocate(9).put((byte) 0).putInt(Integer.MAX_VALUE).array();
        byte[] manyTexts =
                ByteBuffer.allocate(9).put((byte) 1).putInt(Integer.MAX_VALUE).array();

        for (byte[] bytes : List.of(manyNulls, manyTexts, new byte[] {0, 0}, new byte[] {9, 0, 0, 0, 0})) {
            assertThatThrownBy(() -> ints.deserialize(TOPIC, bytes)).isInstanceOf(SerializationException.class);
            assertThatThrownBy(() -> texts.deserialize(TOPIC, bytes)).isInstanceOf(SerializationException.class);
        }
    }

    @Test
    void aClassWithoutASerdeIsNamed() {
        assertThatThrownBy(() -> Serdes.serdeFrom(Object.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object");
    }
}
