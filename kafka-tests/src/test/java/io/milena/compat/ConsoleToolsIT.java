package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testing.ChildJvm;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.OurTool;
import io.milena.testkit.ReferenceTool;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools that produce and consume, as processes against a broker; output as that of Apache Kafka 3.9.2. */
class ConsoleToolsIT {

    private static final String CONSUMER_OF_THE_REFERENCE = "org.apache.kafka.tools.consumer.ConsoleConsumer";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static BrokerProcess broker;

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of());
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static String[] withBootstrap(String... words) {
        List<String> all = new ArrayList<>(List.of("--bootstrap-server", broker.bootstrap()));
        all.addAll(List.of(words));
        return all.toArray(String[]::new);
    }

    private static void produce(String lines, String... words) {
        OurTool run = OurTool.run(lines, "ConsoleProducerTool", withBootstrap(words));
        assertThat(run).isEqualTo(new OurTool(0, "", ""));
    }

    private static OurTool consume(String... words) {
        return OurTool.run("ConsoleConsumerTool", withBootstrap(words));
    }

    @Test
    void whatIsTypedIsPrinted() {
        String[] typed = {
            "--topic", "typed", "--property", "parse.key=true", "--property", "parse.headers=true",
            "--property", "key.separator=:", "--property", "headers.delimiter=|", "--property", "null.marker=NULL"
        };
        produce("h1:v1,h2:v2|k:v\nNULL|k2:NULL\n", typed);
        String[] printed = {
            "--topic",
            "typed",
            "--partition",
            "0",
            "--offset",
            "earliest",
            "--max-messages",
            "2",
            "--property",
            "print.key=true",
            "--property",
            "print.headers=true",
            "--property",
            "print.offset=true",
            "--property",
            "print.partition=true",
            "--property",
            "print.timestamp=true"
        };

        OurTool run = consume(printed);

        assertThat(run.exitCode()).isZero();
        assertThat(run.complained()).isEqualTo("Processed a total of 2 messages\n");
        List<String> lines = run.printed().lines().toList();
        assertThat(lines.get(0)).matches("CreateTime:[0-9]+\tPartition:0\tOffset:0\th1:v1,h2:v2\tk\tv");
        assertThat(lines.get(1)).matches("CreateTime:[0-9]+\tPartition:0\tOffset:1\tNO_HEADERS\tk2\tnull");
        assertThat(ReferenceTool.run(CONSUMER_OF_THE_REFERENCE, withBootstrap(printed))
                        .printed()
                        .lines())
                .containsAll(lines);
    }

    @Test
    void aProducerThatIsToldToEndDoesNotWaitForMoreToBeTyped() throws Exception {
        Process producer =
                OurTool.startOpen(ChildJvm.logFile("typing"), "ConsoleProducerTool", withBootstrap("--topic", "begun"));
        try (Writer typing = producer.outputWriter()) {
            typing.write("one\n");
            typing.flush();
            String[] read = {"--topic", "begun", "--from-beginning", "--max-messages", "1"};
            assertThat(consume(read).printed()).isEqualTo("one\n");

            producer.destroy();

            assertThat(producer.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(producer.exitValue()).isEqualTo(128 + 15);
        } finally {
            ChildJvm.kill(producer);
        }
    }

    @Test
    void aGroupRemembersItsPlace() {
        produce("one\ntwo\n", "--topic", "remembered", "--sync");
        String[] read = {
            "--topic",
            "remembered",
            "--group",
            "readers",
            "--from-beginning",
            "--max-messages",
            "2",
            "--timeout-ms",
            "30000"
        };

        assertThat(consume(read).printed()).isEqualTo("one\ntwo\n");
        produce("three\nfour\n", "--topic", "remembered", "--compression-codec", "zstd");
        assertThat(consume(read).printed()).isEqualTo("three\nfour\n");
    }

    @Test
    void topicsCanBeMeantByAnExpression() {
        produce("a\n", "--topic", "meant-a");
        produce("b\n", "--topic", "meant-b");

        OurTool run = consume("--include", "meant-.", "--from-beginning", "--max-messages", "2");

        assertThat(run.printed().lines()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void theConsumerEndsWhenNothingComes() {
        produce("only\n", "--topic", "quiet");

        OurTool run = consume("--topic", "quiet", "--partition", "0", "--offset", "0", "--timeout-ms", "3000");

        assertThat(run).isEqualTo(new OurTool(0, "only\n", "Processed a total of 1 messages\n"));
    }

    @Test
    void theConsumerSaysHowManyItPrintedWhenItIsTold() throws IOException {
        produce("only\n", "--topic", "endless");
        Path errors = ChildJvm.logFile("console-consumer");
        Process process = OurTool.start(
                "", errors, "ConsoleConsumerTool", withBootstrap("--topic", "endless", "--from-beginning"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> Files.readString(OurTool.outputOf(errors)).equals("only\n"));

        ChildJvm.end(process);

        assertThat(Files.readString(errors)).isEqualTo("Processed a total of 1 messages\n");
    }

    @Test
    void whatFailsSaysSoInOneLine() {
        assertFails(
                OurTool.run(
                        "nokey\n",
                        "ConsoleProducerTool",
                        withBootstrap("--topic", "failing", "--property", "parse.key=true")),
                "line number 1: 'nokey'");
        assertFails(OurTool.run("x\n", "ConsoleProducerTool", withBootstrap("--topic", "no good")), "no good");
        assertFails(consume(), "Exactly one of --include/--topic is required.");
        assertFails(consume("--topic", "t", "--offset", "3"), "The partition is required when offset is specified.");
    }

    private static void assertFails(OurTool run, String why) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.complained()).contains(why);
        assertThat(run.complained().lines().reduce("", (all, line) -> line)).contains(".sh: ");
    }
}
