package io.milena.tools;

import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.Producer;
import io.milena.clients.producer.ProducerConfig;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.serialization.ByteArraySerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kafka-producer-perf-test.sh}: sends records as fast as they go, or at a pace, and tells how it went. */
@Command(
        name = "kafka-producer-perf-test.sh",
        description = "Sends records as fast as they go, or at a pace, and tells how fast and how long they took.")
final class ProducerPerfTool implements Tool {

    private static final long WINDOW_MS = 5_000;
    private static final String TRANSACTIONAL_ID = "performance-producer-default-transactional-id";

    @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "Where to. Required.")
    private String topic = "";

    @Option(names = "--num-records", required = true, paramLabel = "N", description = "How many. Required.")
    private long records;

    @Option(
            names = "--throughput",
            required = true,
            paramLabel = "N",
            description = "Records a second at most, about; -1 for no limit. Required.")
    private double throughput;

    @Option(names = "--record-size", paramLabel = "BYTES", description = "Values are so many letters, by chance.")
    private @Nullable Integer recordSize;

    @Option(names = "--payload-file", paramLabel = "FILE", description = "Values are lines of a file, by chance.")
    private @Nullable String payloadFile;

    @Option(names = "--payload-monotonic", description = "Values are numbers from 0.")
    private boolean monotonic;

    @Option(
            names = "--payload-delimiter",
            paramLabel = "REGEX",
            description = "What stands between values in the file. By default the end of a line.")
    private String delimiter = "\\n";

    @Option(
            names = "--producer-props",
            arity = "1..*",
            paramLabel = "KEY=VALUE",
            description = "Settings of the producer, such as bootstrap.servers=localhost:9092 acks=1.")
    private List<String> producerProps = new ArrayList<>();

    @Option(
            names = "--producer.config",
            paramLabel = "FILE",
            description = "A file with settings of the producer; --producer-props stand over it.")
    private @Nullable String producerConfig;

    @Option(names = "--bootstrap-server", paramLabel = "HOST:PORT,...", description = "Brokers to begin with.")
    private @Nullable String bootstrapServer;

    @Option(names = "--print-metrics", description = "Prints the metrics of the producer at the end.")
    private boolean printMetrics;

    @Option(
            names = "--transactional-id",
            paramLabel = "ID",
            description = "With --transaction-duration-ms: the id that transactions run under.")
    private String transactionalId = TRANSACTIONAL_ID;

    @Option(
            names = "--transaction-duration-ms",
            paramLabel = "MS",
            description = "Commits a transaction each time so long has passed; 0, the default, for none.")
    private long transactionMs;

    public static void main(String[] args) {
        ToolMain.exit(new ProducerPerfTool(), args);
    }

    @Override
    public void run(Shell shell) {
        Payloads payloads = payloads();
        if (records < 1) {
            throw new ToolFailure("--num-records: " + records + " (expected: 1 or more)");
        }
        var tally = new SendTally();
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(settings())) {
            var transactions = new TransactionPace(producer, transactionMs);
            transactions.begin();
            var figures = new LatencyFigures(shell.out(), records, WINDOW_MS, nowMs(shell));
            sendAll(shell, producer, transactions, payloads, tally, figures);
            figures.printAll(nowMs(shell));
            if (printMetrics) {
                MetricsTable.print(producer.metrics(), shell.out());
            }
        }
        tally.check();
    }

    private static long nowMs(Shell shell) {
        return TimeUnit.NANOSECONDS.toMillis(shell.time().nanos());
    }

    private Payloads payloads() {
        int kinds = (recordSize != null ? 1 : 0) + (payloadFile != null ? 1 : 0) + (monotonic ? 1 : 0);
        if (kinds != 1) {
            throw new ToolFailure("give one of --record-size, --payload-file and --payload-monotonic");
        }
        if (recordSize == null) {
            return payloadFile == null ? Payloads.numbers() : Payloads.fromFile(payloadFile, delimiter);
        }
        if (recordSize < 1) {
            throw new ToolFailure("--record-size: " + recordSize + " (expected: 1 or more)");
        }
        return Payloads.letters(recordSize);
    }

    private Map<String, Object> settings() {
        var builder = new SettingsBuilder()
                .file(producerConfig)
                .words("--producer-props", producerProps)
                .option(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServer)
                .option(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName())
                .option(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName())
                .byDefault(ProducerConfig.CLIENT_ID_CONFIG, "perf-producer-client");
        if (transactionMs > 0) {
            builder.option(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        }
        if (builder.given(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG) == null) {
            throw new ToolFailure("where is the cluster? (--producer-props bootstrap.servers=localhost:9092)");
        }
        return builder.build();
    }

    private void sendAll(
            Shell shell,
            Producer<byte[], byte[]> producer,
            TransactionPace transactions,
            Payloads payloads,
            SendTally tally,
            LatencyFigures figures) {
        LongSupplier clock = () -> nowMs(shell);
        var pace = new Pace(throughput, shell.time().nanos());
        for (long i = 0; i < records; i++) {
            transactions.renew(clock);
            byte[] payload = payloads.next(i);
            long sentMs = nowMs(shell);
            producer.send(new ProducerRecord<>(topic, payload), (metadata, cause) -> {
                tally.ended(cause);
                if (cause == null) {
                    long doneMs = nowMs(shell);
                    figures.written(doneMs - sentMs, payload.length, doneMs);
                }
            });
            pace.keep(i + 1, shell);
        }
        transactions.end();
        producer.flush();
    }
}
