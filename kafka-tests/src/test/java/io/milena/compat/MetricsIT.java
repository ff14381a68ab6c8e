package io.milena.compat;

import static io.milena.testkit.WireTopic.LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchResponse;
import io.milena.testkit.MBeans;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Dashboards find the beans that they know from the reference, under its names and with its attributes. */
class MetricsIT extends WireSuite {

    private static final String RESOURCE = "/metrics/mbeans.txt";
    private static final int LAST_DEPRECATED = 3;

    private static List<Expected> expected() {
        try (InputStream in = Objects.requireNonNull(MetricsIT.class.getResourceAsStream(RESOURCE))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Expected::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for more than there is, so that a fetch is seen to wait. */
    private void use(WireTopic topic) {
        topic.produce(WireBatch.now("a", "b"));
        topic.fetch(WireTopic.FETCH_VERSION, 0);
        topic.fetch(LAST_DEPRECATED, 0);
        client.call(
                FetchResponse.class,
                ApiKey.FETCH,
                WireTopic.FETCH_VERSION,
                WireTopic.fetching(LARGE, topic.from(2, LARGE)).minBytes(1).maxWaitMs(1));
    }

    @Test
    void theBeansOfTheReferenceAreThereWithItsAttributes() {
        use(newTopic());

        try (MBeans beans = MBeans.of(broker.pid())) {
            Awaitility.await().untilAsserted(() -> assertThat(missing(beans)).isEmpty());
            assertThat(withOtherAttributes(beans)).isEmpty();
        }
    }

    private static List<String> missing(MBeans beans) {
        Set<String> names = beans.names();
        return expected().stream()
                .filter(each -> each.in(names).isEmpty())
                .map(Expected::pattern)
                .toList();
    }

    private static List<String> withOtherAttributes(MBeans beans) {
        Set<String> names = beans.names();
        List<String> others = new ArrayList<>();
        for (Expected each : expected()) {
            for (String name : each.in(names)) {
                Set<String> attributes = beans.attributesOf(name);
                if (!each.allows(attributes)) {
                    others.add(name + ": " + attributes);
                }
            }
        }
        return others;
    }

    @Test
    void theControllerTellsWhatItKnows() {
        newTopic();

        try (MBeans beans = MBeans.of(broker.pid())) {
            String controller = "kafka.controller:type=KafkaController,name=";
            Awaitility.await().until(() -> beans.any(name -> name.equals(controller + "GlobalTopicCount")));
            assertThat(beans.value(controller + "ActiveControllerCount", "Value"))
                    .isEqualTo(1);
            assertThat(beans.value(controller + "ActiveBrokerCount", "Value")).isEqualTo(1);
            assertThat((Integer) beans.value(controller + "GlobalPartitionCount", "Value"))
                    .isPositive();
            assertThat(beans.value(controller + "OfflinePartitionsCount", "Value"))
                    .isEqualTo(0);
            assertThat(beans.value("kafka.server:type=KafkaServer,name=BrokerState", "Value"))
                    .isEqualTo((byte) 3);
            assertThat(beans.value("kafka.server:type=SessionExpireListener,name=SessionState", "Value"))
                    .isEqualTo("CONNECTED");
        }
    }

    /** One line of the resource: which names are meant, and what the bean has. */
    private record Expected(String pattern, Pattern name, Set<String> attributes) {

        static Expected parse(String line) {
            int colon = line.indexOf(": ");
            String pattern = line.substring(0, colon);
            String name = Pattern.quote(pattern).replaceAll("\\{[a-z-]+}", "\\\\E[^,]+\\\\Q");
            return new Expected(
                    pattern,
                    Pattern.compile(name),
                    new TreeSet<>(List.of(line.substring(colon + 2).split(", "))));
        }

        /** Sockets and the like show what they measure: no other figures than the reference, but fewer. */
        boolean allows(Set<String> found) {
            return pattern.contains(",name=") || pattern.contains(",id=")
                    ? found.equals(attributes)
                    : !found.isEmpty() && attributes.containsAll(found);
        }

        List<String> in(Set<String> names) {
            return names.stream().filter(each -> name.matcher(each).matches()).toList();
        }
    }
}
