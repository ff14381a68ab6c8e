package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.OurTool;
import io.milena.testkit.ReferenceTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kafka-topics.sh prints line for line what that of Apache Kafka 3.9.2 prints about the same broker. */
class TopicsToolIT {

    private static final String REFERENCE = "org.apache.kafka.tools.TopicCommand";
    private static final String OURS = "TopicsTool";
    private static final String LOGGING = "log4j:";

    private static BrokerProcess broker;

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of("log.segment.bytes", "50000"));
        assertThat(ours("--create --topic one").printed()).isEqualTo("Created topic one.\n");
        assertThat(ours("--create --topic two --partitions 2 --replication-factor 1 --config retention.ms=7000"
                                + " --config max.message.bytes=777777")
                        .printed())
                .isEqualTo("Created topic two.\n");
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static String[] arguments(String words) {
        List<String> all = new ArrayList<>(List.of("--bootstrap-server", broker.bootstrap()));
        all.addAll(List.of(words.split(" ")));
        return all.toArray(String[]::new);
    }

    private static OurTool ours(String words) {
        return OurTool.run(OURS, arguments(words));
    }

    private static List<String> linesOfTheReference(String words) {
        ReferenceTool run = ReferenceTool.run(REFERENCE, arguments(words));
        assertThat(run.exitCode()).as(run.printed()).isZero();
        return run.printed().lines().filter(line -> !line.startsWith(LOGGING)).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--list",
                "--list --topic t.*",
                "--describe --topic two",
                "--describe --topic two,one --exclude-internal",
                "--describe --at-min-isr-partitions --topic two",
                "--describe --topics-with-overrides --topic two"
            })
    void printsWhatTheReferencePrints(String words) {
        OurTool run = ours(words);

        assertThat(run.complained()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.printed().lines()).containsExactlyInAnyOrderElementsOf(linesOfTheReference(words));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--describe --under-replicated-partitions",
                "--describe --unavailable-partitions",
                "--describe --under-min-isr-partitions",
                "--describe --topic none --if-exists",
                "--create --topic one --if-not-exists",
                "--delete --topic none --if-exists"
            })
    void printsNothingWhereThereIsNothing(String words) {
        assertThat(ours(words)).isEqualTo(new OurTool(0, "", ""));
    }

    @Test
    void topicsGrowAndGo() {
        assertThat(ours("--create --topic placed --replica-assignment 0,0").printed())
                .isEqualTo("Created topic placed.\n");
        assertThat(ours("--alter --topic placed --partitions 3")).isEqualTo(new OurTool(0, "", ""));
        assertThat(ours("--describe --topic placed").printed()).contains("PartitionCount: 3");
        assertThat(ours("--delete --topic placed")).isEqualTo(new OurTool(0, "", ""));
        assertThat(ours("--list").printed()).doesNotContain("placed");
    }

    @Test
    void namesThatCouldCollideAreCreatedWithAWarning() {
        assertThat(ours("--create --topic a.b").printed().lines())
                .hasSize(2)
                .containsExactlyElementsOf(linesOfTheReference("--create --topic a.c").stream()
                        .map(line -> line.replace("a.c", "a.b"))
                        .toList());
        assertThat(ours("--create --topic a_b").complained())
                .isEqualTo("kafka-topics.sh: Topic 'a_b' collides with existing topics: a.b\n");
    }

    @Test
    void whatFailsSaysSoInOneLineOnStandardError() {
        assertFails("--create --topic one", "Topic 'one' already exists.");
        assertFails("--create --topic bad!", "Topic name is invalid: 'bad!'");
        assertFails("--create --topic r3 --replication-factor 3", "Replication factor: 3 larger than");
        assertFails("--create --topic c --config no.such=1", "no.such");
        assertFails("--describe --topic none", "Topic 'none' does not exist as expected");
        assertFails("--describe --topic-id AAAAAAAAAAAAAAAAAAAAAQ", "does not exist as expected");
        assertFails("--alter --topic two --partitions 1", "Topic currently has 2 partitions");
        assertFails("--delete --topic none", "Topic 'none' does not exist as expected");
    }

    private static void assertFails(String words, String why) {
        OurTool run = ours(words);
        assertThat(run.exitCode()).as(words).isEqualTo(1);
        assertThat(run.complained().lines()).as(words).hasSize(1);
        assertThat(run.complained()).startsWith("kafka-topics.sh: ").contains(why);
    }
}
