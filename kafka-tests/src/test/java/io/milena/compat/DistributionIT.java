package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.testkit.Distribution;
import io.milena.testkit.MBeans;
import io.milena.testkit.Ports;
import io.milena.testkit.ReferenceJars;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user gets: the archive is unpacked, its scripts start and stop a broker with the shipped configuration, JMX
 * opens where the environment says, what the README prints under "The first five minutes" is what happens, and the
 * first Java program of the docs runs.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DistributionIT {

    private static final Pattern SECTION = Pattern.compile("(?s)## The first five minutes\n(.*?)\n## ");
    private static final Pattern BLOCK = Pattern.compile("(?s)```\n(.*?)```");
    private static final Pattern PROGRAM = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern LAUNCH = Pattern.compile("(?s)```\n(java -cp .*?FirstProducer.*?)```");
    private static final String FIRST_USE = "first-use";
    private static final String SHIPPED_ADDRESS = "localhost:9092";

    private static Distribution distribution;
    private static ProcessHandle broker;
    private static int jmxPort;

    @BeforeAll
    static void unpackAndStart(@TempDir Path folder) throws IOException {
        var archive = Distribution.archive();
        Assumptions.assumeTrue(archive.isPresent(), "built without the distribution");
        Path place = Files.createDirectories(folder.resolve("a place"));
        distribution = Distribution.unpacked(archive.orElseThrow(), place);
        jmxPort = Ports.free();
        broker = distribution.start(Map.of("JMX_PORT", String.valueOf(jmxPort)));
    }

    @AfterAll
    static void end() {
        if (distribution != null) {
            distribution.close();
        }
    }

    @Test
    @Order(1)
    void theArchiveHoldsScriptsConfigurationAndLibraries() {
        assertThat(distribution.home()).isDirectoryContaining("glob:**/{bin,config,libs}");
        assertThat(distribution.home().resolve("bin/kafka-server-start.sh")).isExecutable();
        assertThat(distribution.home().resolve("LICENSE")).exists();
        assertThat(distribution.home().resolve("libs"))
                .isDirectoryContaining("glob:**/kafka-server-*.jar")
                .isDirectoryNotContaining("glob:**/{kafka-tests,junit,kafka_2}*");
    }

    @Test
    @Order(2)
    void theScriptBecomesTheBroker() {
        assertThat(broker.info().command().orElseThrow()).endsWith("/java");
    }

    @Test
    @Order(3)
    void jmxListensWhereTheEnvironmentSays() {
        try (MBeans beans = MBeans.at(jmxPort)) {
            assertThat(beans.value("kafka.server:type=KafkaServer,name=BrokerState", "Value"))
                    .isEqualTo((byte) 3);
        }
    }

    @Test
    @Order(4)
    void aTopicIsMadeWhenItIsFirstUsed() {
        try (var client = WireClient.connect(distribution.address())) {
            var request = new MetadataRequest()
                    .topics(List.of(new MetadataRequest.MetadataRequestTopic().name(FIRST_USE)))
                    .allowAutoTopicCreation(true);
            Awaitility.await()
                    .until(() -> client.call(MetadataResponse.class, ApiKey.METADATA, 4, request)
                                    .topics()
                                    .get(0)
                                    .errorCode()
                            == 0);
            var topic = WireTopic.named(client, FIRST_USE);
            assertThat(topic.produce(WireBatch.now("a", "b")).errorCode()).isZero();
            assertThat(topic.batches(0)).hasSize(1);
        }
        assertThat(distribution.home().resolve("data/kafka/first-use-0")).isDirectory();
        assertThat(distribution.home().resolve("data/zookeeper")).isDirectory();
    }

    @Test
    @Order(5)
    void topicsAreLookedAfterByTheScript() {
        assertThat(topics("--create --topic script --partitions 2").printed()).isEqualTo("Created topic script.\n");
        assertThat(topics("--describe --topic script").printed())
                .contains("PartitionCount: 2", "\tTopic: script\tPartition: 1\tLeader: 0");
        assertThat(topics("--create --topic script").exitCode()).isEqualTo(1);
        assertThat(distribution.run("bin/kafka-topics.sh", "--help").printed()).contains("--bootstrap-server");
        assertThat(distribution.run("bin/kafka-topics.sh", "--version").printed())
                .matches("[0-9]+\\.[0-9]+\\.[0-9]+\\S*\n");
    }

    private static Distribution.Outcome topics(String options) {
        return distribution.run(
                "sh", "-c", "bin/kafka-topics.sh --bootstrap-server " + distribution.bootstrap() + " " + options);
    }

    @Test
    @Order(6)
    void theFirstFiveMinutesGoAsPrinted() throws IOException {
        String printed = "";
        for (String block : firstFiveMinutes()) {
            if (block.contains("bin/")) {
                var outcome = distribution.run("sh", "-c", block);
                assertThat(outcome.exitCode())
                        .as("%s%s", block, outcome.printed())
                        .isZero();
                printed = outcome.printed();
            } else {
                assertThat(withoutIds(printed)).isEqualTo(withoutIds(block));
            }
        }
        assertThat(distribution.home().resolve("data/kafka/sky-0")).isDirectory();
    }

    /** Every topic has another id. */
    private static String withoutIds(String printed) {
        return printed.stripTrailing().replaceAll("TopicId: \\S{22}", "TopicId: some");
    }

    /** Commands, and behind each what it prints, if the README shows it. */
    private static List<String> firstFiveMinutes() throws IOException {
        String readme = Files.readString(ReferenceJars.moduleFolder().resolveSibling("README.md"));
        var section = SECTION.matcher(readme);
        assertThat(section.find()).isTrue();
        List<String> blocks = new ArrayList<>();
        var block = BLOCK.matcher(section.group(1));
        while (block.find()) {
            blocks.add(block.group(1).replace(SHIPPED_ADDRESS, distribution.bootstrap()));
        }
        assertThat(blocks).hasSizeGreaterThan(4);
        return blocks;
    }

    @Test
    @Order(7)
    void theFirstProgramRunsWithTheJarsOfTheDistribution() throws IOException {
        String page = Files.readString(ReferenceJars.moduleFolder().resolveSibling("docs/CLIENTS.md"));
        var program = PROGRAM.matcher(page);
        var launch = LAUNCH.matcher(page);
        assertThat(program.find() && launch.find()).isTrue();
        Files.writeString(distribution.home().resolve("FirstProducer.java"), program.group(1));
        String command = launch.group(1)
                .replace("kafka-server/target/" + distribution.home().getFileName() + "/", "")
                .replace(SHIPPED_ADDRESS, distribution.bootstrap());

        var outcome = distribution.run("sh", "-c", "PATH=\"$JAVA_HOME/bin:$PATH\"; " + command);

        assertThat(outcome.printed()).isEqualTo("All is said.\n");
        try (var client = WireClient.connect(distribution.address())) {
            assertThat(WireTopic.named(client, "greetings").batches(0)).isNotEmpty();
        }
    }

    @Test
    @Order(8)
    void theStopScriptStopsItCleanlyAndItsRecordsAreThereAfterANewStart() {
        var stopped = distribution.run("bin/kafka-server-stop.sh");

        assertThat(stopped.printed()).endsWith("stopped.\n");
        assertThat(broker.isAlive()).isFalse();
        assertThat(distribution.home().resolve("data/kafka/.kafka_cleanshutdown"))
                .exists();
        distribution.start(Map.of());
        try (var client = WireClient.connect(distribution.address())) {
            assertThat(WireTopic.named(client, FIRST_USE).batches(0)).hasSize(1);
        }
    }
}
