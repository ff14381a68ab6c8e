package io.milena.tools;

import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.Producer;
import io.milena.clients.producer.ProducerConfig;
import io.milena.clients.producer.ProducerRecord;
import io.milena.clients.producer.RecordMetadata;
import io.milena.common.serialization.StringSerializer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka-verifiable-producer.sh}: sends numbers, and tells of each as JSON whether it was written. */
@Command(
        name = "kafka-verifiable-producer.sh",
        description = "Sends numbers from 0, and tells of each as a line of JSON whether it was written.")
final class VerifiableProducerTool implements Tool {

    private static final double MS_PER_SECOND = 1000.0;

    @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "Where to. Required.")
    private String topic = "";

    @Mixin
    private final BootstrapOption bootstrap = new BootstrapOption();

    @Option(names = "--max-messages", paramLabel = "N", description = "How many; -1, the default, until Ctrl-C.")
    private long maxMessages = -1;

    @Option(names = "--throughput", paramLabel = "N", description = "Records a second at most, about; -1 for no limit.")
    private int throughput = -1;

    @Option(names = "--acks", paramLabel = "ACKS", description = "acks of the producer; -1.")
    private int acks = -1;

    @Option(names = "--producer.config", paramLabel = "FILE", description = "A file with settings of the producer.")
    private @Nullable String producerConfig;

    @Option(
            names = "--message-create-time",
            paramLabel = "MS",
            description =
                    "Timestamp of the first record, in milliseconds since 1970; later ones follow as time passes.")
    private long createTime = -1;

    @Option(names = "--value-prefix", paramLabel = "N", description = "Values begin with this and a dot.")
    private @Nullable Integer valuePrefix;

    @Option(names = "--repeating-keys", paramLabel = "N", description = "Keys go from 0 to N-1, and again.")
    private @Nullable Integer repeatingKeys;

    private final AtomicLong acked = new AtomicLong();
    private final AtomicBoolean isStopped = new AtomicBoolean();

    public static void main(String[] args) {
        ToolMain.exit(new VerifiableProducerTool(), args);
    }

    @Override
    public void run(Shell shell) {
        var log = new EventLog(shell);
        var tally = new SendTally();
        long startMs = shell.time().wallMs();
        long sent;
        try (Producer<String, String> producer = new KafkaProducer<>(settings())) {
            shell.onInterrupt(() -> isStopped.set(true));
            log.tell("startup_complete");
            sent = sendAll(shell, producer, log, tally);
        }
        log.tell("shutdown_complete");
        long tookMs = Math.max(1, shell.time().wallMs() - startMs);
        log.tell(log.event("tool_data")
                .with("sent", sent)
                .with("acked", acked.get())
                .with("target_throughput", throughput)
                .with("avg_throughput", MS_PER_SECOND * acked.get() / tookMs));
        tally.check();
    }

    private Map<String, Object> settings() {
        String servers = bootstrap.servers();
        if (repeatingKeys != null && repeatingKeys < 1) {
            throw new ToolFailure("--repeating-keys: " + repeatingKeys + " (expected: 1 or more)");
        }
        return new SettingsBuilder()
                .option(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName())
                .option(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName())
                .option(ProducerConfig.ACKS_CONFIG, acks)
                .option(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers)
                .file(producerConfig)
                .build();
    }

    private long sendAll(Shell shell, Producer<String, String> producer, EventLog log, SendTally tally) {
        long startNanos = shell.time().nanos();
        var pace = new Pace(throughput, startNanos);
        long most = maxMessages < 0 ? Long.MAX_VALUE : maxMessages;
        long number = 0;
        while (number < most && !isStopped.get()) {
            ProducerRecord<String, String> one = numbered(number, shell.time().nanos() - startNanos);
            producer.send(one, (metadata, cause) -> {
                tally.ended(cause);
                tell(log, one, metadata, cause);
            });
            number++;
            pace.keep(number, shell);
        }
        return number;
    }

    private ProducerRecord<String, String> numbered(long number, long elapsedNanos) {
        String key = repeatingKeys == null ? null : String.valueOf(number % repeatingKeys);
        String value = valuePrefix == null ? String.valueOf(number) : valuePrefix + "." + number;
        Long timestamp = createTime < 0 ? null : createTime + TimeUnit.NANOSECONDS.toMillis(elapsedNanos);
        return new ProducerRecord<>(topic, null, timestamp, key, value);
    }

    private void tell(
            EventLog log,
            ProducerRecord<String, String> one,
            @Nullable RecordMetadata metadata,
            @Nullable Exception cause) {
        if (cause != null || metadata == null) {
            log.tell(log.event("producer_send_error")
                    .with("key", one.key())
                    .with("value", one.value())
                    .with("topic", one.topic())
                    .with("exception", cause == null ? null : cause.getClass().toString())
                    .with("message", cause == null ? null : cause.getMessage()));
            return;
        }
        acked.incrementAndGet();
        log.tell(log.event("producer_send_success")
                .with("key", one.key())
                .with("value", one.value())
                .with("offset", metadata.offset())
                .with("topic", metadata.topic())
                .with("partition", metadata.partition()));
    }
}
