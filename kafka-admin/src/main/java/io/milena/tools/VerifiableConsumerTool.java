package io.milena.tools;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.common.serialization.StringDeserializer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka-verifiable-consumer.sh}: reads in a group, and tells as JSON what it read, committed and was given. */
@Command(
        name = "kafka-verifiable-consumer.sh",
        description = "Reads a topic in a group, and tells as lines of JSON what it read, committed and was given.")
final class VerifiableConsumerTool implements Tool {

    private static final String ORIGINAL = "org.apache.kafka.";
    private static final String OURS = "io.milena.";

    @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "The topic. Required.")
    String topic = "";

    @Option(names = "--group-id", required = true, paramLabel = "GROUP", description = "The group. Required.")
    private String groupId = "";

    @Mixin
    private final BootstrapOption bootstrap = new BootstrapOption();

    @Option(names = "--group-protocol", paramLabel = "PROTOCOL", description = "classic; no other in this version.")
    private String groupProtocol = "classic";

    @Option(names = "--group-remote-assignor", hidden = true, description = "Without effect.")
    private @Nullable String remoteAssignor;

    @Option(names = "--group-instance-id", paramLabel = "ID", description = "Names a static member of the group.")
    private @Nullable String instanceId;

    @Option(names = "--max-messages", paramLabel = "N", description = "Ends after so many; -1, the default, never.")
    long maxMessages = -1;

    @Option(names = "--session-timeout", paramLabel = "MS", description = "session.timeout.ms; 30000.")
    private int sessionTimeoutMs = 30_000;

    @Option(names = "--verbose", description = "Tells of each record, too.")
    boolean verbose;

    @Option(names = "--enable-autocommit", description = "The consumer commits by itself.")
    boolean autoCommit;

    @Option(names = "--reset-policy", paramLabel = "POLICY", description = "earliest, latest or none; earliest.")
    private String resetPolicy = "earliest";

    @Option(names = "--assignment-strategy", paramLabel = "CLASS", description = "partition.assignment.strategy.")
    private @Nullable String assignmentStrategy;

    @Option(names = "--consumer.config", paramLabel = "FILE", description = "A file with settings of the consumer.")
    private @Nullable String consumerConfig;

    public static void main(String[] args) {
        ToolMain.exit(new VerifiableConsumerTool(), args);
    }

    @Override
    public void run(Shell shell) {
        var log = new EventLog(shell);
        try (Consumer<String, String> consumer = new KafkaConsumer<>(settings())) {
            log.tell("startup_complete");
            var reading = new VerifiedReading(this, consumer, log);
            shell.onInterrupt(reading::stop);
            reading.run();
        } finally {
            log.tell("shutdown_complete");
        }
    }

    private Map<String, Object> settings() {
        String servers = bootstrap.servers();
        boolean isOriginal = assignmentStrategy != null && assignmentStrategy.startsWith(ORIGINAL);
        return new SettingsBuilder()
                .file(consumerConfig)
                .option(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers)
                .option(ConsumerConfig.GROUP_ID_CONFIG, groupId)
                .option(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instanceId)
                .option(ConsumerConfig.GROUP_PROTOCOL_CONFIG, groupProtocol)
                .option(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionTimeoutMs)
                .option(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, autoCommit)
                .option(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, resetPolicy)
                .option(
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                        isOriginal ? OURS + assignmentStrategy.substring(ORIGINAL.length()) : assignmentStrategy)
                .option(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName())
                .option(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName())
                .build();
    }
}
