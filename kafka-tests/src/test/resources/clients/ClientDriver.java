import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Drives one version of the reference's Java clients, with that version's jars and nothing else, in a JVM of its own.
 *
 * <p>Commands and answers are those of {@link Commands}. Records are made from their partition and number alone, so
 * that whoever reads them knows what must be there. Argument: the bootstrap servers.
 */
public final class ClientDriver {

    private static final long PATIENCE_MS = 30_000;
    private static final long PAUSE_NANOS = 200_000;

    private final String bootstrap;
    private final Admin admin;
    private Endless endless;

    private ClientDriver(String bootstrap) {
        this.bootstrap = bootstrap;
        this.admin = Admin.create(properties(Map.of("request.timeout.ms", "10000", "default.api.timeout.ms", "20000")));
    }

    public static void main(String[] args) throws Exception {
        Commands.serve(() -> new ClientDriver(args[0])::run);
    }

    private String run(String command, Map<String, String> arguments) throws Exception {
        String topic = arguments.getOrDefault("topic", "");
        switch (command) {
            case "produce":
                return produce(topic, arguments);
            case "verify":
                return verify(topic, arguments);
            case "dump":
                return dump(topic, arguments);
            case "endless-start":
                endless = new Endless(topic, arguments);
                return "";
            case "endless-acked":
                return "acked=" + endless.acked.get();
            case "endless-stop":
                return endless.stopAndVerify();
            default:
                return runAdmin(command, topic, arguments);
        }
    }

    private String runAdmin(String command, String topic, Map<String, String> arguments) throws Exception {
        switch (command) {
            case "create":
                return create(topic, arguments);
            case "delete":
                admin.deleteTopics(List.of(topic)).all().get();
                return "";
            case "list":
                return "topics=" + String.join(",", admin.listTopics().names().get());
            case "describe":
                return describe(topic);
            case "grow":
                int count = Integer.parseInt(arguments.get("partitions"));
                admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(count))).all().get();
                return "";
            case "config":
                return config(topic, arguments.get("key"));
            case "set":
                return set(topic, arguments.get("key"), arguments.get("value"));
            case "offset":
                return offset(topic, arguments);
            case "cluster":
                var cluster = admin.describeCluster();
                return "id=" + cluster.clusterId().get() + " nodes=" + cluster.nodes().get().size() + " controller="
                        + cluster.controller().get().id();
            default:
                throw new IllegalArgumentException("unknown command " + command);
        }
    }

    // ---- administration

    private String create(String topic, Map<String, String> arguments) throws Exception {
        Map<String, String> configs = new HashMap<>();
        arguments.forEach((key, value) -> {
            if (key.startsWith("config.")) {
                configs.put(key.substring("config.".length()), value);
            }
        });
        int partitions = Integer.parseInt(arguments.getOrDefault("partitions", "1"));
        short replicas = Short.parseShort(arguments.getOrDefault("replicas", "1"));
        admin.createTopics(List.of(new NewTopic(topic, partitions, replicas).configs(configs))).all().get();
        return "";
    }

    private String describe(String topic) throws Exception {
        var found = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
        return "id=" + found.topicId() + " partitions=" + found.partitions().size() + " leaders="
                + found.partitions().stream()
                        .map(partition -> String.valueOf(partition.leader().id()))
                        .collect(Collectors.joining(","))
                + " inSync="
                + found.partitions().stream()
                        .map(partition -> String.valueOf(partition.isr().size()))
                        .collect(Collectors.joining(","));
    }

    private String config(String topic, String key) throws Exception {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var options = new DescribeConfigsOptions().includeSynonyms(true).includeDocumentation(true);
        ConfigEntry entry =
                admin.describeConfigs(List.of(resource), options).all().get().get(resource).get(key);
        return "value=" + entry.value() + " source=" + entry.source() + " readOnly=" + entry.isReadOnly();
    }

    /** Sets a topic's config; without a value, removes it. */
    private String set(String topic, String key, String value) throws Exception {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var type = value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET;
        Collection<AlterConfigOp> change = List.of(new AlterConfigOp(new ConfigEntry(key, value), type));
        admin.incrementalAlterConfigs(Map.of(resource, change)).all().get();
        return "";
    }

    private String offset(String topic, Map<String, String> arguments) throws Exception {
        var partition = new TopicPartition(topic, Integer.parseInt(arguments.getOrDefault("partition", "0")));
        OffsetSpec spec = offsetSpec(arguments.get("at"));
        ListOffsetsResult.ListOffsetsResultInfo found =
                admin.listOffsets(Map.of(partition, spec)).all().get().get(partition);
        return "offset=" + found.offset() + " timestamp=" + found.timestamp();
    }

    private static OffsetSpec offsetSpec(String at) {
        switch (at) {
            case "earliest":
                return OffsetSpec.earliest();
            case "latest":
                return OffsetSpec.latest();
            case "max":
                return OffsetSpec.maxTimestamp();
            default:
                return OffsetSpec.forTimestamp(Long.parseLong(at));
        }
    }

    // ---- records

    private String produce(String topic, Map<String, String> arguments) throws Exception {
        var spread = Spread.of(arguments);
        var failure = new AtomicReference<Exception>();
        var acked = new AtomicLong();
        try (var producer = producer(arguments)) {
            for (long number = 0; number < spread.count; number++) {
                int partition = spread.partitionOf(number);
                var record = Made.record(topic, partition, spread.indexInPartition(number), spread.baseMs);
                producer.send(record, (metadata, e) -> {
                    if (e == null) {
                        acked.incrementAndGet();
                    } else {
                        failure.compareAndSet(null, e);
                    }
                });
            }
            producer.flush();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        return "acked=" + acked;
    }

    private String verify(String topic, Map<String, String> arguments) {
        var spread = Spread.of(arguments);
        long[] next = new long[spread.partitions];
        try (var consumer = consumer()) {
            Map<TopicPartition, Long> ends = assignAll(consumer, topic, spread.partitions);
            long left = ends.values().stream().mapToLong(Long::longValue).sum();
            check(left == spread.count, "records in topic: " + left + ", expected " + spread.count);
            long deadline = System.currentTimeMillis() + PATIENCE_MS + spread.count / 10;
            while (left > 0) {
                check(System.currentTimeMillis() < deadline, "still missing: " + left);
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    long index = next[record.partition()]++;
                    check(record.offset() == index, "offset " + record.offset() + ", expected " + index);
                    Made.check(record, index, spread.baseMs);
                    left--;
                }
            }
        }
        return "read=" + Arrays.stream(next).sum();
    }

    private Map<TopicPartition, Long> assignAll(KafkaConsumer<?, ?> consumer, String topic, int partitions) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toList());
        consumer.assign(all);
        consumer.seekToBeginning(all);
        return consumer.endOffsets(all);
    }

    /**
     * Writes every record as a line {@code partition TAB key TAB value TAB header=value,...}, partition by partition.
     */
    private String dump(String topic, Map<String, String> arguments) throws Exception {
        int partitions = Integer.parseInt(arguments.get("partitions"));
        Map<Integer, List<String>> lines = new TreeMap<>();
        try (var consumer = consumer(arguments.getOrDefault("isolation", "read_uncommitted"))) {
            Map<TopicPartition, Long> ends = assignAll(consumer, topic, partitions);
            long deadline = System.currentTimeMillis() + 4 * PATIENCE_MS;
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                check(System.currentTimeMillis() < deadline, "read too slowly: " + lines.size());
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    lines.computeIfAbsent(record.partition(), any -> new ArrayList<>()).add(line(record));
                }
            }
        }
        List<String> all = lines.values().stream().flatMap(List::stream).collect(Collectors.toList());
        Files.write(Path.of(arguments.get("file")), all);
        return "read=" + all.size();
    }

    private static String line(ConsumerRecord<byte[], byte[]> record) {
        String headers = Arrays.stream(record.headers().toArray())
                .map(header -> header.key() + "=" + text(header.value()))
                .collect(Collectors.joining(","));
        return record.partition() + "\t" + text(record.key()) + "\t" + text(record.value()) + "\t" + headers;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
    }

    private Properties properties(Map<String, String> extra) {
        var properties = new Properties();
        properties.put("bootstrap.servers", bootstrap);
        properties.putAll(extra);
        return properties;
    }

    /** Arguments whose name has a dot are producer configs. */
    private KafkaProducer<byte[], byte[]> producer(Map<String, String> arguments) {
        Map<String, String> configs = new HashMap<>(Map.of("linger.ms", "5", "batch.size", "32768"));
        arguments.forEach((key, value) -> {
            if (key.contains(".") || key.equals("acks")) {
                configs.put(key, value);
            }
        });
        return new KafkaProducer<>(properties(configs), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return consumer("read_uncommitted");
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        var deserializer = new ByteArrayDeserializer();
        Map<String, String> extra = Map.of("max.poll.records", "2000", "isolation.level", isolation);
        return new KafkaConsumer<>(properties(extra), deserializer, deserializer);
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** How many records go to how many partitions: in turn, so that each partition's are numbered from 0. */
    private static final class Spread {

        final long count;
        final int partitions;
        final long baseMs;

        private Spread(long count, int partitions, long baseMs) {
            this.count = count;
            this.partitions = partitions;
            this.baseMs = baseMs;
        }

        static Spread of(Map<String, String> arguments) {
            return new Spread(
                    Long.parseLong(arguments.get("count")),
                    Integer.parseInt(arguments.get("partitions")),
                    Long.parseLong(arguments.get("base")));
        }

        int partitionOf(long number) {
            return (int) (number % partitions);
        }

        long indexInPartition(long number) {
            return number / partitions;
        }
    }

    /**
     * Makes the record that has this index in its partition: null, empty and plain keys and values, all sorts of
     * headers.
     */
    private static final class Made {

        private static final byte[] EMPTY = {};

        static ProducerRecord<byte[], byte[]> record(String topic, int partition, long index, long baseMs) {
            return new ProducerRecord<>(
                    topic, partition, baseMs + index, key(index), value(partition, index), headers(index));
        }

        static void check(ConsumerRecord<byte[], byte[]> record, long index, long baseMs) {
            String where = record.topic() + "-" + record.partition() + " at " + record.offset() + ": ";
            ClientDriver.check(record.timestamp() == baseMs + index, where + "timestamp " + record.timestamp());
            ClientDriver.check(Arrays.equals(record.key(), key(index)), where + "key");
            ClientDriver.check(Arrays.equals(record.value(), value(record.partition(), index)), where + "value");
            List<Header> expected = headers(index);
            ClientDriver.check(Arrays.asList(record.headers().toArray()).equals(expected), where + "headers");
        }

        private static byte[] key(long index) {
            return index % 5 == 0 ? null : index % 5 == 1 ? EMPTY : bytes("key-" + index % 997);
        }

        private static byte[] value(int partition, long index) {
            if (index % 11 == 3) {
                return null;
            }
            if (index % 11 == 4) {
                return EMPTY;
            }
            String unit = "p" + partition + " record " + index + " hash " + index * 2_654_435_761L % 1_000_003 + "; ";
            return bytes(unit.repeat(1 + (int) (index % 9)));
        }

        private static List<Header> headers(long index) {
            if (index % 3 == 0) {
                return List.of();
            }
            if (index % 3 == 1) {
                return List.of(
                        new RecordHeader("twice", bytes("first " + index)),
                        new RecordHeader("null", (byte[]) null),
                        new RecordHeader("empty", EMPTY),
                        new RecordHeader("twice", bytes("second")));
            }
            return List.of(new RecordHeader("größe ☃", new byte[] {0, (byte) index, -1}));
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Produces until it is told to stop, whatever happens to the broker, and remembers what was acknowledged where. */
    private final class Endless {

        private final String topic;
        private final int partitions;
        private final KafkaProducer<byte[], byte[]> producer;
        private final Map<String, String> ackedAt = new ConcurrentHashMap<>();
        private final AtomicLong acked = new AtomicLong();
        private final AtomicReference<Exception> failure = new AtomicReference<>();
        private final Thread thread = new Thread(this::produce, "endless");
        private volatile boolean stopping;

        Endless(String topic, Map<String, String> arguments) {
            this.topic = topic;
            this.partitions = Integer.parseInt(arguments.get("partitions"));
            this.producer = producer(arguments);
            thread.start();
        }

        /** At most some thousand records a second: what was acknowledged is kept in memory. */
        private void produce() {
            for (long number = 0; !stopping; number++) {
                LockSupport.parkNanos(PAUSE_NANOS);
                String value = "record " + number;
                int partition = (int) (number % partitions);
                var record = new ProducerRecord<byte[], byte[]>(topic, partition, null, Made.bytes(value));
                producer.send(record, (metadata, e) -> {
                    if (e == null) {
                        ackedAt.put(metadata.partition() + "@" + metadata.offset(), value);
                        acked.incrementAndGet();
                    } else {
                        failure.compareAndSet(null, e);
                    }
                });
            }
        }

        /** Every acknowledged record lies where its acknowledgement said, and offsets go up by one. */
        String stopAndVerify() throws Exception {
            stopping = true;
            thread.join();
            producer.close();
            if (failure.get() != null) {
                throw failure.get();
            }
            Map<String, String> missing = new HashMap<>(ackedAt);
            long[] next = new long[partitions];
            try (var consumer = consumer()) {
                Map<TopicPartition, Long> ends = assignAll(consumer, topic, partitions);
                long deadline = System.currentTimeMillis() + PATIENCE_MS;
                while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                    check(System.currentTimeMillis() < deadline, "reading took too long");
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                        check(record.offset() == next[record.partition()]++, "a gap before offset " + record.offset());
                        String place = record.partition() + "@" + record.offset();
                        String expected = missing.remove(place);
                        check(expected == null || expected.equals(text(record.value())), "another record at " + place);
                    }
                }
            }
            check(missing.isEmpty(), missing.size() + " acknowledged records are lost, one is " + missing);
            return "acked=" + acked + " read=" + Arrays.stream(next).sum();
        }
    }
}
