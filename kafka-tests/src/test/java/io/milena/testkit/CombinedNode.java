package io.milena.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Apache Kafka 4.4.0 needs beyond other brokers to be a cluster of one: it is its own controller. Stateless. */
final class CombinedNode {

    private static final String CLUSTER_ID = "bWlsZW5hLXBlZXItNDQwMA";
    private static final String LOGS = String.valueOf(CombinedNode.class.getResource("/reference/log4j2.properties"));

    private CombinedNode() {}

    /** Settings of a node that serves clients on {@code port}. */
    static Map<String, String> settings(int port) {
        int controllerPort = Ports.free();
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", "0");
        settings.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
        settings.put("controller.quorum.bootstrap.servers", "127.0.0.1:" + controllerPort);
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        return settings;
    }

    /** Makes the directories of a node that was never started. */
    static void format(Path settings) {
        ReferenceTool formatted = ReferenceTool.run(
                ReferenceJars.BROKER_4_4,
                "kafka.tools.StorageTool",
                "format",
                "--standalone",
                "--cluster-id",
                CLUSTER_ID,
                "--config",
                settings.toString());
        assertThat(formatted.exitCode()).as(formatted.printed()).isZero();
    }

    /** Arguments of {@code java} that start the node. */
    static List<String> arguments(String settings) {
        return List.of("-Xmx512m", "-Dlog4j2.configurationFile=" + LOGS, "kafka.Kafka", settings);
    }
}
