package io.milena.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One list of settings: what rooms read, what the start accepts, and what the documents tell are the same. */
class SettingsTest {

    private static final String KEY_SUPPORT = "/io/milena/server/key-support.txt";

    @Test
    void everySettingThatIsReadIsServed() throws IOException {
        List<String> served = patterns("served");

        SortedSet<String> read = new TreeSet<>(DeclaredSettings.ofBroker().keySet());
        read.addAll(effectiveTopicDefaults());

        assertThat(read).allMatch(key -> served.stream().anyMatch(pattern -> covers(pattern, key)));
    }

    @Test
    void everySettingThatIsServedIsRead() throws IOException {
        SortedSet<String> read = new TreeSet<>(DeclaredSettings.ofBroker().keySet());
        read.addAll(effectiveTopicDefaults());

        List<String> served = patterns("served");

        assertThat(served).allMatch(pattern -> read.stream().anyMatch(key -> covers(pattern, key)));
    }

    @Test
    void documentsTellEverySettingOfTheBroker() {
        List<String> rows = rowsOf("## Settings of the broker");

        assertThat(rows).containsExactlyElementsOf(DeclaredSettings.brokerRows());
    }

    @Test
    void documentsTellEverySettingOfTopics() {
        List<String> rows = rowsOf("## Settings of topics");

        assertThat(rows).containsExactlyElementsOf(DeclaredSettings.topicRows());
    }

    private static SortedSet<String> effectiveTopicDefaults() {
        SortedMap<String, String> topicKeyOf = DeclaredSettings.topicDefaults();
        topicKeyOf.values().removeAll(DeclaredSettings.TOPIC_KEYS_WITHOUT_EFFECT);
        return new TreeSet<>(topicKeyOf.keySet());
    }

    private static List<String> patterns(String verdict) throws IOException {
        try (InputStream resource = SettingsTest.class.getResourceAsStream(KEY_SUPPORT)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(verdict + " "))
                    .map(line -> line.split("\\s+")[1])
                    .toList();
        }
    }

    private static boolean covers(String pattern, String key) {
        return pattern.endsWith("*") ? key.startsWith(pattern.substring(0, pattern.length() - 1)) : key.equals(pattern);
    }

    /** Rows of the first table under a heading of the operations manual, without its head. */
    private static List<String> rowsOf(String heading) {
        Stream<String> lines =
                Sources.read(Sources.root().resolve("docs/OPERATIONS.md")).lines();
        return lines.dropWhile(line -> !line.equals(heading))
                .dropWhile(line -> !line.startsWith("| `"))
                .takeWhile(line -> line.startsWith("| `"))
                .toList();
    }
}
