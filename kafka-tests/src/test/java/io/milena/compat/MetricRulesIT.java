package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one request counts, and on which meters: as the reference was seen to count it.
 *
 * <p>The resource was recorded from Apache Kafka 3.9.2: the heavy test plays the same cases to one, and leaves what it
 * saw in {@code target/metrics}, to be copied when cases are added. What this broker counts otherwise on purpose stands
 * in a resource of its own, a case there in place of the reference's.
 */
class MetricRulesIT {

    private static final String RECORDED = "/metrics/counted.txt";
    private static final String OTHERWISE = "/metrics/counted-otherwise.txt";
    private static final String CASE = "= ";
    private static final Map<String, String> SETTINGS = Map.of("auto.create.topics.enable", "false");

    @TempDir
    Path folder;

    private static List<MeteredCase> cases() {
        List<MeteredCase> cases = new ArrayList<>(MeteredProduce.cases());
        cases.addAll(MeteredFetch.cases());
        cases.addAll(MeteredAdmin.cases());
        return cases;
    }

    private static Map<String, SortedMap<String, Long>> recorded(String resource) {
        Map<String, SortedMap<String, Long>> byCase = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(MetricRulesIT.class.getResourceAsStream(resource))) {
            SortedMap<String, Long> current = new TreeMap<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.startsWith(CASE)) {
                    current = new TreeMap<>();
                    byCase.put(line.substring(CASE.length()), current);
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    int colon = line.lastIndexOf(": ");
                    current.put(line.substring(0, colon), Long.valueOf(line.substring(colon + 2)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return byCase;
    }

    @Test
    void everyRequestMovesTheMetersThatItMovesInTheReference() {
        Map<String, SortedMap<String, Long>> expected = recorded(RECORDED);
        expected.putAll(recorded(OTHERWISE));

        assertThat(played(BrokerProcess.Kind.MILENA, expected)).isEqualTo(text(expected));
    }

    @Test
    @Tag("heavy")
    void theReferenceStillCountsAsItWasRecorded() {
        Map<String, SortedMap<String, Long>> expected = recorded(RECORDED);

        assertThat(played(BrokerProcess.Kind.REFERENCE, expected)).isEqualTo(text(expected));
    }

    private String played(BrokerProcess.Kind kind, Map<String, SortedMap<String, Long>> expected) {
        Map<String, SortedMap<String, Long>> seen = new LinkedHashMap<>();
        try (BrokerProcess broker = BrokerProcess.start(kind, folder, SETTINGS);
                var run = new MeteredRun(broker, cases())) {
            for (MeteredCase each : run.cases()) {
                seen.put(each.toString(), run.play(each, expected.getOrDefault(each.toString(), new TreeMap<>())));
            }
        }
        String text = text(seen);
        keep(kind, text);
        return text;
    }

    private static String text(Map<String, SortedMap<String, Long>> byCase) {
        var text = new StringBuilder();
        byCase.forEach((name, counts) -> {
            text.append(CASE).append(name).append('\n');
            counts.forEach((meter, count) ->
                    text.append(meter).append(": ").append(count).append('\n'));
        });
        return text.toString();
    }

    private static void keep(BrokerProcess.Kind kind, String text) {
        try {
            Path kept = Files.createDirectories(Path.of(System.getProperty("basedir", ""), "target", "metrics"));
            Files.writeString(kept.resolve(kind + ".txt"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
