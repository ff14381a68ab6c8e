package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.serialization.Serde;
import io.milena.common.serialization.Serdes;
import io.milena.testkit.ReferenceJars;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our serializers write the bytes that the reference's write, and read those. */
class SerializersDifferenceTest {

    private static final String SERDES = "org.apache.kafka.common.serialization.Serdes";
    private static final String SERDE = "org.apache.kafka.common.serialization.Serde";

    private static URLClassLoader reference;

    private record Sample(String serde, Object value) {}

    @BeforeAll
    static void load() {
        reference = ReferenceJars.CLIENTS_3_9.newClassLoader();
    }

    @AfterAll
    static void unload() throws Exception {
        reference.close();
    }

    static Stream<Sample> samples() {
        return Stream.of(
                new Sample("String", "größe ☃ \uD83D\uDE00"),
                new Sample("Short", (short) -300),
                new Sample("Integer", 1_000_000_007),
                new Sample("Long", Long.MIN_VALUE),
                new Sample("Float", -1.25f),
                new Sample("Double", Math.PI),
                new Sample("Boolean", true),
                new Sample("UUID", new UUID(-5, 7)),
                new Sample("ByteArray", new byte[] {0, -1}),
                new Sample("ByteBuffer", ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 1)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void bytesAreTheSameBothWays(Sample sample) throws Exception {
        @SuppressWarnings("unchecked")
        Serde<Object> ours =
                (Serde<Object>) Serdes.class.getMethod(sample.serde).invoke(null);
        Object theirs = reference.loadClass(SERDES).getMethod(sample.serde).invoke(null);

        byte[] written = ours.serializer().serialize("t", sample.value);
        byte[] theirBytes = (byte[]) serialize(theirs, sample.value);

        assertThat(written).isEqualTo(theirBytes);
        assertThat(ours.serializer().serialize("t", ours.deserializer().deserialize("t", theirBytes)))
                .isEqualTo(theirBytes);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void listsAreTheSameBothWays(Sample sample) throws Exception {
        @SuppressWarnings("unchecked")
        Serde<Object> inner =
                (Serde<Object>) Serdes.class.getMethod(sample.serde).invoke(null);
        Object theirInner = reference.loadClass(SERDES).getMethod(sample.serde).invoke(null);
        @SuppressWarnings({"unchecked", "rawtypes"})
        Serde<List<Object>> ours = Serdes.ListSerde((Class) ArrayList.class, inner);
        Object theirs = reference
                .loadClass(SERDES)
                .getMethod("ListSerde", Class.class, reference.loadClass(SERDE))
                .invoke(null, ArrayList.class, theirInner);
        List<Object> list = Arrays.asList(sample.value, null, sample.value);

        byte[] written = ours.serializer().serialize("t", list);

        assertThat(written).isEqualTo((byte[]) serialize(theirs, list));
        assertThat(ours.deserializer().deserialize("t", written))
                .hasSize(3)
                .element(1)
                .isNull();
    }

    private static Object serialize(Object serde, Object value) throws Exception {
        Object serializer = reference.loadClass(SERDE).getMethod("serializer").invoke(serde);
        Method serialize = reference
                .loadClass("org.apache.kafka.common.serialization.Serializer")
                .getMethod("serialize", String.class, Object.class);
        return serialize.invoke(serializer, "t", value);
    }
}
