package io.milena.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testing.ChildJvm;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application of Apache Kafka's clients that moves as docs/MOVING.md tells, and goes on as before. */
class MovedApplicationIT {

    private static final Pattern COMMAND = Pattern.compile("(?s)```sh\n(.*?)```");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(org\\.apache\\.kafka\\.[a-z.]*)` \\| `([a-z.]+)` \\|$");
    private static final String APPLICATION = "TransactionDriver";

    private static String page() throws IOException {
        return Files.readString(ReferenceJars.moduleFolder().resolveSibling("docs/MOVING.md"));
    }

    @Test
    void theCommandOfTheDocsMovesAnApplicationThatThenRuns(@TempDir Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("src")).resolve(APPLICATION + ".java");
        URL resource = Objects.requireNonNull(getClass().getResource("/clients/" + APPLICATION + ".java"));
        Files.copy(Path.of(resource.toURI()), source);
        var command = COMMAND.matcher(page());
        assertThat(command.find()).isTrue();

        var move = new ProcessBuilder("sh", "-c", command.group(1)).directory(folder.toFile());
        assertThat(move.inheritIO().start().waitFor()).isZero();

        assertThat(Files.readString(source)).doesNotContain("org.apache").contains("import io.milena.");
        String classPath = ChildJvm.OWN_CLASS_PATH;
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", folder.toString(), "-cp", classPath, source.toString());
        assertThat(compiled).isZero();
        try (var broker = BrokerProcess.start(folder.resolve("broker"), Map.of("num.partitions", "2"))) {
            Path printed = ChildJvm.logFile("moved");
            List<String> arguments = List.of("-Xmx128m", APPLICATION, broker.bootstrap(), "moved", "2", "6");
            ChildJvm.awaitEnd(ChildJvm.prepare(folder + File.pathSeparator + classPath, printed, arguments)
                    .start());
            assertThat(Files.readString(printed))
                    .contains("result expected=50 committed=50 others=0 fenced=ProducerFencedException");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "clients.CommonClientConfigs",
                "clients.admin.Admin",
                "clients.admin.AdminClientConfig",
                "clients.admin.NewTopic",
                "clients.consumer.Consumer",
                "clients.consumer.ConsumerConfig",
                "clients.consumer.ConsumerRebalanceListener",
                "clients.consumer.ConsumerRecord",
                "clients.consumer.CooperativeStickyAssignor",
                "clients.consumer.KafkaConsumer",
                "clients.consumer.MockConsumer",
                "clients.consumer.OffsetAndMetadata",
                "clients.producer.Callback",
                "clients.producer.KafkaProducer",
                "clients.producer.MockProducer",
                "clients.producer.ProducerConfig",
                "clients.producer.ProducerInterceptor",
                "clients.producer.ProducerRecord",
                "clients.producer.RoundRobinPartitioner",
                "common.KafkaException",
                "common.MetricName",
                "common.TopicPartition",
                "common.Uuid",
                "common.config.ConfigException",
                "common.config.ConfigResource",
                "common.errors.ProducerFencedException",
                "common.errors.WakeupException",
                "common.header.Headers",
                "common.header.internals.RecordHeader",
                "common.record.TimestampType",
                "common.serialization.Serdes",
                "common.serialization.StringDeserializer",
                "common.utils.Bytes"
            })
    void theTableOfImportsLeadsToAClassOfTheSameName(String type) throws IOException, ReflectiveOperationException {
        String theirs = "org.apache.kafka." + type;
        try (URLClassLoader reference = ReferenceJars.CLIENTS_3_9.newClassLoader()) {
            assertThat(reference.loadClass(theirs)).isPublic();
        }
        Map<String, String> table = new LinkedHashMap<>();
        ROW.matcher(page()).results().forEach(row -> table.put(row.group(1), row.group(2)));
        assertThat(table).hasSizeGreaterThan(1);

        String first =
                table.keySet().stream().filter(theirs::startsWith).findFirst().orElseThrow();

        assertThat(Class.forName(table.get(first) + theirs.substring(first.length())))
                .isPublic();
    }
}
