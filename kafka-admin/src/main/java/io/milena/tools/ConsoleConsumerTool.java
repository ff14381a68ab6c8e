package io.milena.tools;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.common.serialization.ByteArrayDeserializer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kafka-console-consumer.sh}: prints records as they come, until Ctrl-C or a bound that the user sets. */
@Command(
        name = "kafka-console-consumer.sh",
        description = "Prints the records of topics as they come. Ends with Ctrl-C, --max-messages or --timeout-ms.")
final class ConsoleConsumerTool implements Tool {

    private static final int GROUP_NUMBERS = 100_000;

    @Option(
            names = "--bootstrap-server",
            required = true,
            paramLabel = "HOST:PORT,...",
            description = "Brokers to begin with. Required.")
    private String bootstrapServer = "";

    @Option(names = "--topic", paramLabel = "TOPIC", description = "The topic.")
    @Nullable
    String topic;

    @Option(
            names = "--include",
            paramLabel = "REGEX",
            description = "Instead: all topics that this expression matches.")
    @Nullable
    String include;

    @Option(names = "--whitelist", hidden = true, description = "The old name of --include.")
    @Nullable
    String whitelist;

    @Option(names = "--partition", paramLabel = "N", description = "This partition of the topic only.")
    @Nullable
    Integer partition;

    @Option(
            names = "--offset",
            paramLabel = "OFFSET",
            description = "With --partition: where to begin; a number, earliest or latest. By default latest.")
    @Nullable
    String offset;

    @Option(
            names = "--from-beginning",
            description = "Begins with the first record there is, unless the group has a place.")
    boolean fromBeginning;

    @Option(names = "--max-messages", paramLabel = "N", description = "Ends after so many records.")
    @Nullable
    Integer maxMessages;

    @Option(names = "--timeout-ms", paramLabel = "MS", description = "Ends when no record has come for so long.")
    @Nullable
    Long timeoutMs;

    @Option(names = "--skip-message-on-error", description = "A record that cannot be printed is left out.")
    boolean skipOnError;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description = "The group to read in; it remembers its place. By default one that does not.")
    private @Nullable String group;

    @Option(
            names = "--isolation-level",
            paramLabel = "LEVEL",
            description = "read_committed leaves out records of transactions that did not commit. By default"
                    + " read_uncommitted.")
    private @Nullable String isolationLevel;

    @Option(
            names = "--formatter",
            paramLabel = "CLASS",
            description = "How records are printed: DefaultMessageFormatter, LoggingMessageFormatter,"
                    + " NoOpMessageFormatter, or a class of yours that is an io.milena.tools.MessageFormatter.")
    private String formatter = "DefaultMessageFormatter";

    @Option(
            names = "--property",
            paramLabel = "KEY=VALUE",
            description = "What is printed: print.key, print.value, print.offset, print.partition, print.headers,"
                    + " print.timestamp (true or false), key.separator, line.separator, headers.separator,"
                    + " null.literal, key.deserializer, value.deserializer, headers.deserializer (classes). May be"
                    + " given several times.")
    private List<String> properties = new ArrayList<>();

    @Option(names = "--formatter-config", paramLabel = "FILE", description = "A file with such properties.")
    private @Nullable String formatterConfig;

    @Option(names = "--key-deserializer", paramLabel = "CLASS", description = "As --property key.deserializer.")
    private @Nullable String keyDeserializer;

    @Option(names = "--value-deserializer", paramLabel = "CLASS", description = "As --property value.deserializer.")
    private @Nullable String valueDeserializer;

    @Option(
            names = "--consumer-property",
            paramLabel = "KEY=VALUE",
            description = "A setting of the consumer. May be given several times.")
    private List<String> consumerProperties = new ArrayList<>();

    @Option(
            names = "--consumer.config",
            paramLabel = "FILE",
            description = "A file with settings of the consumer; --consumer-property stands over it.")
    private @Nullable String consumerConfig;

    @Option(names = "--enable-systest-events", hidden = true, description = "Without effect.")
    private boolean systestEvents;

    public static void main(String[] args) {
        ToolMain.exit(new ConsoleConsumerTool(), args);
    }

    @Override
    public void run(Shell shell) {
        var place = new StartingPlace(this);
        MessageFormatter printed = Formatters.of(formatter, formatterProperties());
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings(shell));
        try (consumer) {
            var loop = new PrintLoop(this, shell, consumer, printed);
            shell.onInterrupt(loop::stop);
            place.apply(consumer);
            loop.run();
        } finally {
            printed.close();
        }
    }

    private Map<String, String> formatterProperties() {
        Map<String, String> all = new LinkedHashMap<>();
        if (formatterConfig != null) {
            PropertiesFile.read(formatterConfig).forEach((key, value) -> all.put(key, String.valueOf(value)));
        }
        all.putAll(PropertiesFile.rawWords("--property", properties));
        if (keyDeserializer != null) {
            all.put("key.deserializer", keyDeserializer);
        }
        if (valueDeserializer != null) {
            all.put("value.deserializer", valueDeserializer);
        }
        return all;
    }

    private Map<String, Object> settings(Shell shell) {
        var builder = new SettingsBuilder()
                .file(consumerConfig)
                .words("--consumer-property", consumerProperties)
                .option(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServer)
                .option(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolationLevel)
                .option(ConsumerConfig.GROUP_ID_CONFIG, group)
                .option(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName())
                .option(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName())
                .byDefault(ConsumerConfig.CLIENT_ID_CONFIG, "console-consumer");
        String reset = fromBeginning ? "earliest" : null;
        Object given = builder.given(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG);
        if (reset != null && given != null && !given.equals(reset)) {
            throw new ToolFailure("--from-beginning cannot be used with auto.offset.reset=" + given);
        }
        builder.option(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset)
                .byDefault(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        if (builder.given(ConsumerConfig.GROUP_ID_CONFIG) == null) {
            long number =
                    Math.floorMod(shell.time().nanos() / 1_000 ^ shell.time().wallMs(), (long) GROUP_NUMBERS);
            builder.option(ConsumerConfig.GROUP_ID_CONFIG, "console-consumer-" + number)
                    .byDefault(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        } else if (partition != null) {
            throw new ToolFailure("--partition cannot be used with a group: partitions of a group are shared out");
        }
        return builder.build();
    }
}
