package io.milena.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.tools.LineFormat.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How lines become records. */
class LineFormatTest {

    private static LineFormat format(String... pairs) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.put(pairs[i], pairs[i + 1]);
        }
        return new LineFormat(properties);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static String shown(Parsed line) {
        var headers = new StringBuilder();
        line.headers()
                .forEach(header -> headers.append(header.key())
                        .append('=')
                        .append(text(header.value()))
                        .append(' '));
        return headers + "| " + text(line.key()) + " | " + text(line.value());
    }

    @Test
    void aLineIsAValue() {
        assertThat(shown(format().parse("a\tb", 1))).isEqualTo("| null | a\tb");
        assertThat(shown(format().parse("", 1))).isEqualTo("| null | ");
    }

    @Test
    void aKeyStandsBeforeTheFirstSeparator() {
        assertThat(shown(format("parse.key", "true").parse("k\tv\tw", 1))).isEqualTo("| k | v\tw");
        assertThat(shown(format("parse.key", "TRUE", "key.separator", "::").parse("k::v", 1)))
                .isEqualTo("| k | v");
    }

    @Test
    void headersStandBeforeTheKey() {
        LineFormat format = format("parse.key", "true", "parse.headers", "true");

        assertThat(shown(format.parse("h1:v1,h2:v2:3\tk\tv", 1))).isEqualTo("h1=v1 h2=v2:3 | k | v");
    }

    @Test
    void separatorsAreTextAndNoExpressions() {
        LineFormat format = format(
                "parse.key",
                "true",
                "parse.headers",
                "true",
                "headers.delimiter",
                "|",
                "headers.separator",
                ".",
                "key.separator",
                "*");

        assertThat(shown(format.parse("a:1.b:2|k*v", 1))).isEqualTo("a=1 b=2 | k | v");
    }

    @Test
    void theMarkerStandsForNull() {
        LineFormat format = format("parse.key", "true", "parse.headers", "true", "null.marker", "NIL");

        assertThat(shown(format.parse("NIL\tNIL\tNIL", 1))).isEqualTo("| null | null");
        assertThat(shown(format.parse("a:NIL\tk\tv", 1))).isEqualTo("a=null | k | v");
        assertThatThrownBy(() -> format.parse("NIL:a\tk\tv", 3))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("line number 3");
    }

    @Test
    void aMissingSeparatorIsToldWithItsLine() {
        assertThatThrownBy(
                        () -> format("parse.key", "true", "key.separator", ":").parse("nokey", 2))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("No key separator found on line number 2: 'nokey'");
        assertThatThrownBy(() -> format("parse.headers", "true").parse("h:v", 4))
                .hasMessageContaining("No headers delimiter found on line number 4");
        assertThatThrownBy(() -> format("parse.headers", "true").parse("h\tv", 5))
                .hasMessageContaining("No header key separator found in pair 'h' on line number 5");
    }

    @Test
    void aMissingSeparatorCanBeIgnored() {
        LineFormat format = format("parse.key", "true", "parse.headers", "true", "ignore.error", "true");

        assertThat(shown(format.parse("just a value", 1))).isEqualTo("| null | just a value");
        assertThat(shown(format.parse("h\tk\tv", 1))).isEqualTo("h=null | k | v");
    }

    @Test
    void separatorsThatCannotBeToldApartAreRefused() {
        assertThatThrownBy(() -> format("parse.headers", "true", "headers.separator", ":"))
                .hasMessageContaining("headers.separator and headers.key.separator are both ':'");
        assertThatThrownBy(() -> format("key.separator", "")).hasMessageContaining("empty");
        assertThatThrownBy(() -> format("key.seperator", ":")).hasMessageContaining("key.seperator");
    }
}
