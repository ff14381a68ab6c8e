package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.OurTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools that measure and verify, as processes against a broker; lines of the form that Apache Kafka 3.9.2 has. */
class MeasuringToolsIT {

    private static final String NUMBER = "[0-9]+\\.[0-9]+";
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d:\\d{3}";

    private static BrokerProcess broker;

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of());
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static List<String> lines(String tool, String... arguments) {
        OurTool run = OurTool.run(tool, arguments);
        assertThat(run.exitCode()).as(run.complained()).isZero();
        return run.printed().lines().toList();
    }

    @Test
    void producingAndConsumingAreMeasured() {
        List<String> produced = lines(
                "ProducerPerfTool",
                "--topic",
                "perf",
                "--num-records",
                "2000",
                "--throughput",
                "-1",
                "--record-size",
                "100",
                "--producer-props",
                "bootstrap.servers=" + broker.bootstrap(),
                "acks=1");
        List<String> consumed = lines(
                "ConsumerPerfTool", "--topic", "perf", "--messages", "2000", "--bootstrap-server", broker.bootstrap());

        assertThat(produced.get(produced.size() - 1))
                .matches("2000 records sent, " + NUMBER + " records/sec \\(" + NUMBER + " MB/sec\\), " + NUMBER
                        + " ms avg latency, " + NUMBER + " ms max latency, \\d+ ms 50th, \\d+ ms 95th, \\d+ ms 99th,"
                        + " \\d+ ms 99\\.9th\\.");
        assertThat(consumed).hasSize(2);
        assertThat(consumed.get(0)).startsWith("start.time, end.time, data.consumed.in.MB, MB.sec,");
        assertThat(consumed.get(1))
                .matches(TIME + ", " + TIME + ", 0\\.19\\d\\d, " + NUMBER + ", 2000, " + NUMBER + ", \\d+, \\d+, "
                        + NUMBER + ", " + NUMBER);
    }

    @Test
    void latencyFromEndToEndIsMeasured() {
        List<String> lines = lines("EndToEndLatencyTool", broker.bootstrap(), "e2e", "50", "all", "100");

        assertThat(lines.get(0)).startsWith("Topic \"e2e\" does not exist.");
        assertThat(lines.get(1)).matches("0\t" + NUMBER + "(E-?\\d+)?");
        assertThat(lines.get(2)).matches("Avg latency: " + NUMBER + " ms");
        assertThat(lines.get(3)).matches("Percentiles: 50th = \\d+, 99th = \\d+, 99\\.9th = \\d+");
    }

    @Test
    void whatIsSentAndReadIsToldAsJson() {
        List<String> sent = lines(
                "VerifiableProducerTool",
                "--topic",
                "verified",
                "--max-messages",
                "4",
                "--bootstrap-server",
                broker.bootstrap(),
                "--repeating-keys",
                "2",
                "--value-prefix",
                "3");
        List<String> read = lines(
                "VerifiableConsumerTool",
                "--topic",
                "verified",
                "--group-id",
                "g",
                "--max-messages",
                "4",
                "--bootstrap-server",
                broker.bootstrap(),
                "--verbose");

        assertThat(sent.stream().map(MeasuringToolsIT::bare))
                .startsWith("\"name\":\"startup_complete\"}")
                .contains("\"name\":\"producer_send_success\",\"key\":\"1\",\"value\":\"3.3\",\"offset\":3,"
                        + "\"topic\":\"verified\",\"partition\":0}")
                .contains("\"name\":\"shutdown_complete\"}")
                .anyMatch(line -> line.startsWith("\"name\":\"tool_data\",\"sent\":4,\"acked\":4,"));
        assertThat(read.stream().map(MeasuringToolsIT::bare))
                .startsWith("\"name\":\"startup_complete\"}")
                .contains("\"name\":\"partitions_assigned\",\"partitions\":[{\"topic\":\"verified\",\"partition\":0}]}")
                .contains("\"name\":\"record_data\",\"key\":\"0\",\"value\":\"3.2\",\"topic\":\"verified\","
                        + "\"partition\":0,\"offset\":2}")
                .contains("\"name\":\"offsets_committed\",\"offsets\":[{\"topic\":\"verified\",\"partition\":0,"
                        + "\"offset\":4}],\"success\":true}")
                .endsWith("\"name\":\"shutdown_complete\"}");
    }

    /** Without the timestamp, which comes first. */
    private static String bare(String line) {
        return line.replaceFirst("^\\{\"timestamp\":[0-9]+,", "");
    }
}
