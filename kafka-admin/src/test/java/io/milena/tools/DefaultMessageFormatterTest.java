package io.milena.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.ConsumerRecord;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How records are printed. */
class DefaultMessageFormatterTest {

    private static final Map<String, String> ALL = Map.of(
            "print.timestamp", "true",
            "print.partition", "true",
            "print.offset", "true",
            "print.headers", "true",
            "print.key", "true");

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static String printed(Map<String, String> properties, @Nullable String key, @Nullable String value) {
        var shell = new FakeShell();
        ConsumerRecord<byte[], byte[]> one = new ConsumerRecord<>("sky", 3, 17, bytes(key), bytes(value));
        Formatters.of("DefaultMessageFormatter", properties).writeTo(one, shell.out());
        shell.out().flush();
        return shell.printed();
    }

    @Test
    void byDefaultThereIsTheValueOnly() {
        assertThat(printed(Map.of(), "k", "v")).isEqualTo("v\n");
        assertThat(printed(Map.of(), "k", null)).isEqualTo("null\n");
    }

    @Test
    void partsStandInAFixedOrder() {
        assertThat(printed(ALL, "k", "v")).isEqualTo("NO_TIMESTAMP\tPartition:3\tOffset:17\tNO_HEADERS\tk\tv\n");
    }

    @Test
    void separatorsAndNullAreTheUsers() {
        var properties =
                Map.of("print.key", "true", "key.separator", ": ", "line.separator", "#", "null.literal", "NIL");

        assertThat(printed(properties, null, "v")).isEqualTo("NIL: v#");
    }

    @Test
    void deserializersOfTheOriginalAreOurs() {
        var properties = Map.of(
                "value.deserializer",
                "org.apache.kafka.common.serialization.IntegerDeserializer",
                "print.key",
                "false");

        assertThat(printed(properties, null, "\0\0\0\7")).isEqualTo("7\n");
        assertThatThrownBy(() -> printed(Map.of("key.deserializer", "no.such.Class"), "k", "v"))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("key.deserializer: 'no.such.Class'");
    }

    @Test
    void formattersAreKnownByTheLastPartOfTheirName() {
        var shell = new FakeShell();
        ConsumerRecord<byte[], byte[]> one = new ConsumerRecord<>("sky", 0, 0, bytes("k"), bytes("v"));

        Formatters.of("org.apache.kafka.tools.consumer.NoOpMessageFormatter", Map.of())
                .writeTo(one, shell.out());
        Formatters.of("org.apache.kafka.tools.consumer.LoggingMessageFormatter", Map.of())
                .writeTo(one, shell.out());

        assertThat(shell.printed()).isEqualTo("v\n");
        assertThatThrownBy(() -> Formatters.of("Nonsense", Map.of())).hasMessageContaining("--formatter: 'Nonsense'");
    }
}
