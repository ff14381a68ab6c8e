package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every class, constructor, method and constant of the reference's client library that an application can name and
 * that is not deprecated is there under our names, too, unless a reason says why not.
 */
class ApiDifferenceTest {

    private static final String ROOT = "org.apache.kafka.";

    /** All classes of these are wanted. */
    private static final List<String> WHOLE =
            List.of("clients.consumer", "clients.producer", "common", "common.header", "common.serialization");

    /** Of these, the classes that we have are compared: what else is in them is of brokers and tools. */
    private static final List<String> TWINS = List.of("common.errors", "common.config", "common.record");

    /** What is missing, as patterns, and why. Each has to match something. */
    private static final Map<String, String> MISSING = missing();

    private static Map<String, String> missing() {
        Map<String, String> why = new LinkedHashMap<>();
        why.put(
                "clients\\.consumer\\.(AcknowledgeType|AcknowledgementCommitCallback|\\w*Share\\w*)",
                "share groups are another protocol, and a preview in that release");
        why.put("clients\\.consumer\\.GroupProtocol", "there is one protocol here, the classic one");
        why.put(
                "common\\.(ConsumerGroupState|ElectionType|Endpoint|GroupType|IsolationLevel|ShareGroupState"
                        + "|TopicPartitionReplica)",
                "what only calls of the admin client take or return comes with those calls");
        why.put("common\\.(MessageFormatter|Reconfigurable)", "plug-ins of tools and brokers");
        why.put("common\\.MetricNameTemplate", "for the reference's own metrics library");
        why.put(".*_DOC", "texts of the reference's documentation");
        why.put(
                ".*\\.(DEFAULT_\\w+|ASSIGN_FROM_SUBSCRIBED_ASSIGNORS|(NON_)?RECONFIGURABLE_CONFIGS)",
                "what a setting is by default, and may be, says its definition");
        why.put(
                "clients\\.\\w+\\.(ConsumerConfig|ProducerConfig)"
                        + "(\\((Properties|Map)\\)|\\.main.*|\\.configDef\\(\\)|\\.append.*)",
                "settings are defined in tables of another shape");
        why.put("common\\.config\\.(SaslConfigs|SslConfigs|TopicConfig)(\\(\\)|\\.addClient.*)", "the same");
        why.put(
                "clients\\.consumer\\.(ConsumerPartitionAssignor\\.getAssignorInstances|CooperativeStickyAssignor"
                        + "|RangeAssignor|RoundRobinAssignor).*",
                "how assignors are made and divide is inside them");
        why.put(
                "clients\\.\\w+\\.Mock\\w+\\.(disableTelemetry|setClientInstanceId|injectTimeoutException).*",
                "no client pushes metrics, so none has an instance id");
        why.put(
                "common\\.Cluster(\\.bootstrap|\\.isBootstrapConfigured|\\.invalidTopics|\\.topicIds?|\\.topicName"
                        + "|\\.withPartitions|\\(String, Collection, Collection, Set, Set, Set, Node).*",
                "what only a client itself asks of its picture");
        why.put("common\\.KafkaFuture\\.thenApply\\(Function\\)", "a remnant: BaseFunction is an interface");
        why.put("common\\.Uuid\\.(METADATA_TOPIC_ID|RESERVED|toArray.*|toList.*)", "for brokers");
        why.put("common\\.Uuid\\.randomUuid\\(\\)", "chance is handed in here: Uuid.random(Randomness)");
        why.put("common\\.serialization\\.Serdes\\(\\)", "it has only static methods");
        why.put(
                "common\\.errors\\.\\w+\\((Throwable)?\\)|common\\.errors\\.\\w+\\.INSTANCE",
                "errors that only brokers and clients make say what happened");
        why.put(
                "common\\.errors\\.(DuplicateResource|ResourceNotFound)Exception.*",
                "no answer of a broker tells which resource it was");
        why.put(
                "common\\.errors\\.RecordTooLargeException.*Map\\)|.*recordTooLargePartitions\\(\\)",
                "of versions of Fetch that are no longer spoken");
        why.put(
                "common\\.errors\\.ThrottlingQuotaExceededException.*",
                "comes with the admin calls that are throttled");
        why.put("common\\.errors\\.RecordDeserializationException\\(.*", "ours takes the record as one");
        return why;
    }

    @Test
    void whatApplicationsCanNameThereTheyCanNameHere() throws ReflectiveOperationException, IOException {
        Path jar = ReferenceJars.CLIENTS_3_9.files().stream()
                .filter(file -> file.getFileName().toString().startsWith("kafka-clients-"))
                .findFirst()
                .orElseThrow();
        List<String> missing = new ArrayList<>();
        try (URLClassLoader theirs = ReferenceJars.CLIENTS_3_9.newClassLoader()) {
            var api = new ReferenceApi(theirs);
            for (String name : WHOLE) {
                missing.addAll(api.compareAll(jar, ROOT + name));
            }
            TWINS.forEach(name -> api.compareAll(jar, ROOT + name));
            missing.addAll(api.missing());
        }

        var unused = new TreeSet<>(MISSING.keySet());
        missing.removeIf(name -> isExplained(name, unused));

        assertThat(missing).isEmpty();
        assertThat(unused).as("reasons for nothing").isEmpty();
    }

    private static boolean isExplained(String name, TreeSet<String> unused) {
        boolean isExplained = false;
        for (String pattern : MISSING.keySet()) {
            if (name.matches(pattern)) {
                unused.remove(pattern);
                isExplained = true;
            }
        }
        return isExplained;
    }
}
