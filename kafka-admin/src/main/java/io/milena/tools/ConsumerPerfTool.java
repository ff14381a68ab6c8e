package io.milena.tools;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.common.serialization.ByteArrayDeserializer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka-consumer-perf-test.sh}: reads so many records, and tells how fast that was. */
@Command(
        name = "kafka-consumer-perf-test.sh",
        description = "Reads so many records of a topic, and tells how fast that was.")
final class ConsumerPerfTool implements Tool {

    private static final int GROUP_NUMBERS = 100_000;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PROGRESS_MS = 5_000;

    @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "The topic. Required.")
    private String topic = "";

    @Option(names = "--messages", required = true, paramLabel = "N", description = "How many records. Required.")
    private long messages;

    @Mixin
    private final BootstrapOption bootstrap = new BootstrapOption();

    @Option(names = "--consumer.config", paramLabel = "FILE", description = "A file with settings of the consumer.")
    private @Nullable String consumerConfig;

    @Option(names = "--group", paramLabel = "GROUP", description = "The group to read in; by default one of its own.")
    private @Nullable String group;

    @Option(names = "--fetch-size", paramLabel = "BYTES", description = "max.partition.fetch.bytes; 1048576.")
    private int fetchSize = 1_048_576;

    @Option(names = "--socket-buffer-size", paramLabel = "BYTES", description = "receive.buffer.bytes; 2097152.")
    private int socketBuffer = 2_097_152;

    @Option(names = "--from-latest", description = "Begins with what comes, not with the first record there is.")
    private boolean fromLatest;

    @Option(names = "--timeout", paramLabel = "MS", description = "Ends when no record has come for so long; 10000.")
    private long timeoutMs = 10_000;

    @Option(names = "--show-detailed-stats", description = "A line of figures for each interval.")
    private boolean detailed;

    @Option(names = "--reporting-interval", paramLabel = "MS", description = "The interval; 5000.")
    private long intervalMs = PROGRESS_MS;

    @Option(
            names = "--date-format",
            paramLabel = "FORMAT",
            description = "How times are shown; yyyy-MM-dd HH:mm:ss:SSS.")
    private String dateFormat = "yyyy-MM-dd HH:mm:ss:SSS";

    @Option(names = "--hide-header", description = "Leaves out the line that names the figures.")
    private boolean hideHeader;

    @Option(names = "--print-metrics", description = "Prints the metrics of the consumer at the end.")
    private boolean printMetrics;

    @Option(names = "--threads", hidden = true, description = "Without effect.")
    private @Nullable Integer threads;

    @Option(names = "--num-fetch-threads", hidden = true, description = "Without effect.")
    private @Nullable Integer fetchThreads;

    public static void main(String[] args) {
        ToolMain.exit(new ConsumerPerfTool(), args);
    }

    @Override
    public void run(Shell shell) {
        if (intervalMs < 1) {
            throw new ToolFailure("--reporting-interval: " + intervalMs + " (expected: 1 or more milliseconds)");
        }
        var figures = new ReadFigures(shell.out(), dateFormat, shell.time().wallMs());
        if (!hideHeader) {
            figures.printHeader(detailed);
        }
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings(shell))) {
            consumer.subscribe(List.of(topic), new JoinClock(figures, shell.time()));
            read(shell, consumer, figures);
            if (!detailed) {
                figures.printAll(shell.time().wallMs());
            }
            if (printMetrics) {
                MetricsTable.print(consumer.metrics(), shell.out());
            }
        }
    }

    private Map<String, Object> settings(Shell shell) {
        String servers = bootstrap.servers();
        long number = Math.floorMod(shell.time().nanos() / 1_000 ^ shell.time().wallMs(), (long) GROUP_NUMBERS);
        return new SettingsBuilder()
                .file(consumerConfig)
                .option(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers)
                .option(ConsumerConfig.GROUP_ID_CONFIG, group)
                .option(ConsumerConfig.RECEIVE_BUFFER_CONFIG, socketBuffer)
                .option(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, fetchSize)
                .option(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, fromLatest ? "latest" : "earliest")
                .option(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName())
                .option(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName())
                .byDefault(ConsumerConfig.GROUP_ID_CONFIG, "perf-consumer-" + number)
                .byDefault(ConsumerConfig.CLIENT_ID_CONFIG, "perf-consumer-client")
                .byDefault(ConsumerConfig.CHECK_CRCS_CONFIG, false)
                .build();
    }

    private void read(Shell shell, Consumer<byte[], byte[]> consumer, ReadFigures figures) {
        long lastNanos = shell.time().nanos();
        while (figures.records() < messages) {
            boolean isAny = false;
            for (ConsumerRecord<byte[], byte[]> one : consumer.poll(POLL)) {
                isAny = true;
                figures.read(size(one.key()) + size(one.value()));
            }
            report(shell, figures);
            long nowNanos = shell.time().nanos();
            lastNanos = isAny ? nowNanos : lastNanos;
            if (nowNanos - lastNanos > TimeUnit.MILLISECONDS.toNanos(timeoutMs)) {
                shell.out()
                        .println("WARNING: Exiting before consuming the expected number of messages: timeout ("
                                + timeoutMs + " ms) exceeded. You can use the --timeout option to increase the"
                                + " timeout.");
                return;
            }
        }
    }

    /** On standard error where the user asked for no figures on the way, so that output stays as scripts know it. */
    private void report(Shell shell, ReadFigures figures) {
        long nowMs = shell.time().wallMs();
        if (detailed && figures.isDue(nowMs, intervalMs)) {
            figures.printInterval(nowMs);
        } else if (!detailed && figures.isDue(nowMs, PROGRESS_MS)) {
            shell.err().println(figures.records() + " of " + messages + " records read");
            figures.beginInterval(nowMs);
        }
    }

    private static long size(byte @Nullable [] part) {
        return part == null ? 0 : part.length;
    }
}
