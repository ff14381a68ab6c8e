package io.milena.tools;

import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.Producer;
import io.milena.clients.producer.ProducerConfig;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.KafkaException;
import io.milena.common.serialization.ByteArraySerializer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kafka-console-producer.sh}: each line that is typed, or comes from a pipe, is a record. */
@Command(
        name = "kafka-console-producer.sh",
        description = "Sends each line of standard input as a record. Ends with the input.")
final class ConsoleProducerTool implements Tool {

    @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "Where to. Required.")
    private String topic = "";

    @Mixin
    private final BootstrapOption bootstrap = new BootstrapOption();

    @Option(
            names = "--property",
            paramLabel = "KEY=VALUE",
            description = "How lines are read: parse.key=true, key.separator (a tab), parse.headers=true,"
                    + " headers.delimiter (a tab), headers.separator (,), headers.key.separator (:), null.marker"
                    + " (text that stands for null), ignore.error=true. May be given several times.")
    private List<String> properties = new ArrayList<>();

    @Option(names = "--reader-config", paramLabel = "FILE", description = "A file with such properties.")
    private @Nullable String readerConfig;

    @Option(names = "--line-reader", hidden = true, description = "Not supported: lines are read as --property says.")
    private @Nullable String lineReader;

    @Option(
            names = "--producer-property",
            paramLabel = "KEY=VALUE",
            description = "A setting of the producer. May be given several times.")
    private List<String> producerProperties = new ArrayList<>();

    @Option(
            names = "--producer.config",
            paramLabel = "FILE",
            description = "A file with settings of the producer; --producer-property stands over it.")
    private @Nullable String producerConfig;

    @Option(names = "--sync", description = "Waits for each record to be written before the next is sent.")
    private boolean sync;

    @Option(
            names = "--compression-codec",
            arity = "0..1",
            fallbackValue = "gzip",
            paramLabel = "CODEC",
            description = "none, gzip, snappy, lz4 or zstd; gzip if no word follows.")
    private @Nullable String compression;

    @Option(names = "--batch-size", paramLabel = "BYTES", description = "batch.size of the producer; 16384.")
    private @Nullable Integer batchSize;

    @Option(
            names = "--max-partition-memory-bytes",
            paramLabel = "BYTES",
            description = "As --batch-size, which it stands over.")
    private @Nullable Integer partitionMemory;

    @Option(names = "--message-send-max-retries", paramLabel = "N", description = "retries of the producer; 3.")
    private @Nullable Integer retries;

    @Option(names = "--retry-backoff-ms", paramLabel = "MS", description = "retry.backoff.ms; 100.")
    private @Nullable Long retryBackoffMs;

    @Option(names = "--timeout", paramLabel = "MS", description = "linger.ms of the producer; 1000.")
    private @Nullable Long lingerMs;

    @Option(names = "--request-required-acks", paramLabel = "ACKS", description = "acks of the producer; -1.")
    private @Nullable String acks;

    @Option(names = "--request-timeout-ms", paramLabel = "MS", description = "request.timeout.ms; 1500.")
    private @Nullable Integer requestTimeoutMs;

    @Option(names = "--metadata-expiry-ms", paramLabel = "MS", description = "metadata.max.age.ms; 300000.")
    private @Nullable Long metadataExpiryMs;

    @Option(names = "--max-block-ms", paramLabel = "MS", description = "max.block.ms; 60000.")
    private @Nullable Long maxBlockMs;

    @Option(names = "--max-memory-bytes", paramLabel = "BYTES", description = "buffer.memory; 33554432.")
    private @Nullable Long memory;

    @Option(names = "--socket-buffer-size", paramLabel = "BYTES", description = "send.buffer.bytes; 102400.")
    private @Nullable Integer socketBuffer;

    public static void main(String[] args) {
        ToolMain.exit(new ConsoleProducerTool(), args);
    }

    @Override
    public void run(Shell shell) {
        var format = new LineFormat(lineProperties());
        var tally = new SendTally();
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(settings())) {
            shell.onInterruptWhileReading(producer::close);
            sendLines(shell, format, producer, tally);
        } catch (IOException e) {
            throw new ToolFailure("cannot read standard input: " + e.getMessage(), e);
        }
        tally.check();
    }

    private Map<String, String> lineProperties() {
        if (lineReader != null) {
            throw new ToolFailure("--line-reader is not supported (--property says how lines are read)");
        }
        Map<String, String> all = new LinkedHashMap<>();
        if (readerConfig != null) {
            PropertiesFile.read(readerConfig).forEach((key, value) -> all.put(key, String.valueOf(value)));
        }
        all.putAll(PropertiesFile.rawWords("--property", properties));
        return all;
    }

    private Map<String, Object> settings() {
        String servers = bootstrap.servers();
        return new SettingsBuilder()
                .file(producerConfig)
                .words("--producer-property", producerProperties)
                .option(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers)
                .option(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression)
                .option(ProducerConfig.BATCH_SIZE_CONFIG, partitionMemory != null ? partitionMemory : batchSize)
                .option(ProducerConfig.RETRIES_CONFIG, retries)
                .option(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, retryBackoffMs)
                .option(ProducerConfig.LINGER_MS_CONFIG, lingerMs)
                .option(ProducerConfig.ACKS_CONFIG, acks)
                .option(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, requestTimeoutMs)
                .option(ProducerConfig.METADATA_MAX_AGE_CONFIG, metadataExpiryMs)
                .option(ProducerConfig.MAX_BLOCK_MS_CONFIG, maxBlockMs)
                .option(ProducerConfig.BUFFER_MEMORY_CONFIG, memory)
                .option(ProducerConfig.SEND_BUFFER_CONFIG, socketBuffer)
                .option(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName())
                .option(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName())
                .byDefault(ProducerConfig.CLIENT_ID_CONFIG, "console-producer")
                .byDefault(ProducerConfig.RETRIES_CONFIG, 3)
                .byDefault(ProducerConfig.LINGER_MS_CONFIG, 1_000)
                .byDefault(ProducerConfig.ACKS_CONFIG, "-1")
                .byDefault(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 1_500)
                .byDefault(ProducerConfig.SEND_BUFFER_CONFIG, 102_400)
                .build();
    }

    private void sendLines(Shell shell, LineFormat format, Producer<byte[], byte[]> producer, SendTally tally)
            throws IOException {
        var lines = new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.UTF_8));
        long number = 0;
        prompt(shell);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            send(producer, record(format.parse(line, number)), tally);
            prompt(shell);
        }
    }

    private static void prompt(Shell shell) {
        if (shell.isInteractive()) {
            shell.out().print('>');
            shell.out().flush();
        }
    }

    private ProducerRecord<byte[], byte[]> record(LineFormat.Parsed line) {
        ProducerRecord<byte[], byte[]> made = new ProducerRecord<>(topic, line.key(), line.value());
        line.headers().forEach(header -> made.headers().add(header.key(), header.value()));
        return made;
    }

    private void send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> made, SendTally tally) {
        Future<?> sent = producer.send(made, (metadata, cause) -> tally.ended(cause));
        if (sync) {
            try {
                sent.get();
            } catch (ExecutionException | InterruptedException e) {
                throw new KafkaException("a record was not written: " + e.getMessage(), e);
            }
        }
    }
}
