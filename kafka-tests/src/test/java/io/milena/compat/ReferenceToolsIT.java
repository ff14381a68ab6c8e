package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import io.milena.testkit.ReferenceTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference's command-line tools, from its jars, against the broker and its files. */
class ReferenceToolsIT {

    private static final int COUNT = 3_000;

    /** Characters of a failed tool's output that the test shows. */
    private static final int SHOWN = 2_000;

    private static BrokerProcess broker;

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of("log.segment.bytes", "50000"));
        try (var clients = JavaClients.start(ReferenceJars.CLIENTS_3_9, broker.bootstrap())) {
            clients.ask("create topic=tools partitions=1 config.max.message.bytes=777777");
            clients.ask("produce topic=tools partitions=1 compression.type=lz4 batch.size=4000 count=" + COUNT
                    + " base=" + System.currentTimeMillis());
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static String print(String tool, String... arguments) {
        var run = ReferenceTool.run(tool, arguments);
        String end = run.printed().substring(Math.max(0, run.printed().length() - SHOWN));
        assertThat(run.exitCode()).as(end).isZero();
        return run.printed();
    }

    private static String ask(String tool, String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "--bootstrap-server";
        all[1] = broker.bootstrap();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return print(tool, all);
    }

    @Test
    void kafkaTopicsCreatesAndDescribes() {
        String tool = "org.apache.kafka.tools.TopicCommand";

        assertThat(ask(tool, "--create", "--topic", "by-tool", "--partitions", "2"))
                .contains("Created topic by-tool");
        assertThat(ask(tool, "--describe", "--topic", "tools"))
                .containsPattern("PartitionCount: 1\\s+ReplicationFactor: 1\\s+Configs: .*max.message.bytes=777777")
                .containsPattern("Partition: 0\\s+Leader: 0\\s+Replicas: 0\\s+Isr: 0");
    }

    @Test
    void kafkaGetOffsets() {
        assertThat(ask("org.apache.kafka.tools.GetOffsetShell", "--topic", "tools"))
                .contains("tools:0:" + COUNT);
    }

    @Test
    void kafkaDeleteRecords(@TempDir Path plans) throws IOException {
        ask("org.apache.kafka.tools.TopicCommand", "--create", "--topic", "shortened", "--partitions", "1");
        try (var clients = JavaClients.start(ReferenceJars.CLIENTS_3_9, broker.bootstrap())) {
            clients.ask("produce topic=shortened partitions=1 count=10 base=" + System.currentTimeMillis());
        }
        String plan = """
                {"version": 1, "partitions": [
                 {"topic": "shortened", "partition": 0, "offset": 4},
                 {"topic": "tools", "partition": 0, "offset": 999999}]}
                """;
        String offsets = "org.apache.kafka.tools.GetOffsetShell";

        String printed = ask(
                "org.apache.kafka.tools.DeleteRecordsCommand",
                "--offset-json-file",
                Files.writeString(plans.resolve("plan.json"), plan).toString());

        assertThat(printed)
                .containsPattern("partition: shortened-0\\s+low_watermark: 4")
                .containsPattern("partition: tools-0\\s+error: .*OffsetOutOfRangeException");
        assertThat(ask(offsets, "--topic", "shortened", "--time", "-2")).contains("shortened:0:4");
        assertThat(ask(offsets, "--topic", "shortened")).contains("shortened:0:10");
    }

    @Test
    void kafkaConfigsDescribe() {
        String tool = "kafka.admin.ConfigCommand";

        assertThat(ask(tool, "--entity-type", "topics", "--entity-name", "tools", "--describe", "--all"))
                .contains("max.message.bytes=777777 sensitive=false synonyms={DYNAMIC_TOPIC_CONFIG:")
                .contains("retention.ms=604800000");
    }

    @Test
    void kafkaBrokerApiVersionsListsWhatIsBuilt() {
        String printed = ask("kafka.admin.BrokerApiVersionsCommand");

        assertThat(printed)
                .contains("127.0.0.1:" + broker.port() + " (id: 0")
                .containsPattern("Produce\\(0\\): 0 to 11 ")
                .containsPattern("Fetch\\(1\\): 0 to 17 ")
                .containsPattern("Metadata\\(3\\): 0 to 12 ")
                .containsPattern("JoinGroup\\(11\\): 0 to 9 ")
                .containsPattern("ApiVersions\\(18\\): 0 to 4 ")
                .containsPattern("InitProducerId\\(22\\): 0 to 5 ");
        if (!BrokerProcess.REFERENCE) {
            assertThat(printed).containsPattern("AlterReplicaLogDirs\\(34\\): UNSUPPORTED");
        }
    }

    @Test
    void kafkaDumpLogReadsOurFiles() {
        Path partition = broker.logDir().resolve("tools-0");
        String name = "00000000000000000000";
        String files = partition.resolve(name + ".log") + "," + partition.resolve(name + ".index") + ","
                + partition.resolve(name + ".timeindex");

        String printed = print("kafka.tools.DumpLogSegments", "--deep-iteration", "--files", files);
        List<String> batches =
                printed.lines().filter(line -> line.startsWith("baseOffset:")).toList();

        assertThat(batches).isNotEmpty().allMatch(line -> line.contains("compresscodec: lz4 crc: "));
        assertThat(batches).allMatch(line -> line.contains("isvalid: true"));
        assertThat(printed.lines().filter(line -> line.matches(".*([Mm]ismatch|out of order|corrupt).*")))
                .isEmpty();
    }
}
