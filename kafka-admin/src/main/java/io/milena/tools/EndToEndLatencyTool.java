package io.milena.tools;

import io.milena.admin.Admin;
import io.milena.admin.NewTopic;
import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.Producer;
import io.milena.clients.producer.ProducerConfig;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.ByteArrayDeserializer;
import io.milena.common.serialization.ByteArraySerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kafka-e2e-latency.sh}: how long a record takes from its sending to its reading, one after another. */
@Command(
        name = "kafka-e2e-latency.sh",
        description = "Tells how long a record takes from its sending to its reading, one after another.")
final class EndToEndLatencyTool implements Tool {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PROGRESS = 1_000;
    private static final double NANOS_PER_MS = 1e6;

    @Parameters(index = "0", paramLabel = "BROKERS", description = "Brokers to begin with, as host:port,...")
    private String brokers = "";

    @Parameters(index = "1", paramLabel = "TOPIC", description = "The topic; created if it does not exist.")
    private String topic = "";

    @Parameters(index = "2", paramLabel = "NUM_MESSAGES", description = "How many records.")
    private int messages;

    @Parameters(index = "3", paramLabel = "PRODUCER_ACKS", description = "1 or all.")
    private String acks = "";

    @Parameters(index = "4", paramLabel = "MESSAGE_SIZE_BYTES", description = "Size of each value.")
    private int size;

    @Parameters(
            index = "5",
            arity = "0..1",
            paramLabel = "PROPERTIES_FILE",
            description = "A file with settings of all clients.")
    private @Nullable String propertiesFile;

    public static void main(String[] args) {
        ToolMain.exit(new EndToEndLatencyTool(), args);
    }

    @Override
    public void run(Shell shell) {
        if (!List.of("1", "all").contains(acks)) {
            throw new ToolFailure("producer_acks: '" + acks + "' (expected: 1 or all)");
        }
        if (messages < 1 || size < 1) {
            throw new ToolFailure("num_messages and message_size_bytes are 1 or more");
        }
        createTopic(shell);
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(consumerSettings());
                Producer<byte[], byte[]> producer = new KafkaProducer<>(producerSettings())) {
            assignTheEnds(consumer);
            measure(shell, producer, consumer);
        }
    }

    private void createTopic(Shell shell) {
        Map<String, Object> settings = new SettingsBuilder()
                .file(propertiesFile)
                .option("bootstrap.servers", brokers)
                .build();
        try (Admin admin = Admin.create(settings)) {
            if (!ConnectionOptions.await(admin.listTopics().names()).contains(topic)) {
                shell.out()
                        .println("Topic \"" + topic
                                + "\" does not exist. Will create topic with 1 partition(s)"
                                + " and replication factor = 1");
                ConnectionOptions.await(admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1)))
                        .all());
            }
        }
    }

    private Map<String, Object> consumerSettings() {
        return new SettingsBuilder()
                .file(propertiesFile)
                .option(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers)
                .option(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)
                .option(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest")
                .option(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 0)
                .option(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName())
                .option(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName())
                .build();
    }

    private Map<String, Object> producerSettings() {
        return new SettingsBuilder()
                .file(propertiesFile)
                .option(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers)
                .option(ProducerConfig.LINGER_MS_CONFIG, 0)
                .option(ProducerConfig.ACKS_CONFIG, acks)
                .option(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName())
                .option(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName())
                .build();
    }

    private void assignTheEnds(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> all = new ArrayList<>();
        for (PartitionInfo partition : consumer.partitionsFor(topic)) {
            all.add(new TopicPartition(topic, partition.partition()));
        }
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
    }

    private void measure(Shell shell, Producer<byte[], byte[]> producer, Consumer<byte[], byte[]> consumer) {
        Payloads payloads = Payloads.letters(size);
        long[] nanos = new long[messages];
        double sum = 0;
        for (int i = 0; i < messages; i++) {
            byte[] payload = payloads.next(i);
            long began = shell.time().nanos();
            send(producer, payload);
            check(consumer.poll(PATIENCE).iterator(), payload);
            nanos[i] = shell.time().nanos() - began;
            sum += nanos[i];
            if (i % PROGRESS == 0) {
                shell.out().println(i + "\t" + nanos[i] / NANOS_PER_MS);
                shell.out().flush();
            }
        }
        Arrays.sort(nanos);
        shell.out().println(String.format(Locale.ROOT, "Avg latency: %.4f ms", sum / messages / NANOS_PER_MS));
        shell.out()
                .println(String.format(
                        Locale.ROOT,
                        "Percentiles: 50th = %d, 99th = %d, 99.9th = %d",
                        quantileMs(nanos, 0.5),
                        quantileMs(nanos, 0.99),
                        quantileMs(nanos, 0.999)));
    }

    private static long quantileMs(long[] sorted, double quantile) {
        return (long) (sorted[(int) (sorted.length * quantile)] / NANOS_PER_MS);
    }

    private void send(Producer<byte[], byte[]> producer, byte[] payload) {
        try {
            producer.send(new ProducerRecord<>(topic, payload)).get();
        } catch (ExecutionException | InterruptedException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ToolFailure("a record was not written: " + cause.getMessage(), e);
        }
    }

    private static void check(Iterator<ConsumerRecord<byte[], byte[]>> records, byte[] payload) {
        if (!records.hasNext()) {
            throw new ToolFailure("poll() timed out before finding a result (timeout:[" + PATIENCE.toMillis() + "ms])");
        }
        if (!Arrays.equals(records.next().value(), payload)) {
            throw new ToolFailure("another record was read than was sent (is somebody else writing to this topic?)");
        }
        if (records.hasNext()) {
            throw new ToolFailure("more records were read than were sent (is somebody else writing to this topic?)");
        }
    }
}
