import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts load on brokers with the reference's Java clients: a program of one source file that runs with the reference's
 * jars and nothing else. One JVM serves all brokers in turn, so that they share its warm-up.
 *
 * <p>Reads commands from standard input, one a line, as {@code name key=value ...}, each with {@code at=HOST:PORT};
 * answers each with one line, {@code ok key=value ...} or {@code error what}.
 */
public final class LoadDriver {

    private static final int DISTINCT_VALUES = 1024;
    private static final int RUN_PER_PARTITION = 64;
    private static final int GROUPS_AT_ONCE = 32;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Map<String, String> arguments;

    private LoadDriver(Map<String, String> arguments) {
        this.arguments = arguments;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(line.trim().split(" ")));
            out.flush();
        }
        System.exit(0);
    }

    private static String answer(String[] words) {
        Map<String, String> arguments = new HashMap<>();
        for (String word : List.of(words).subList(1, words.length)) {
            arguments.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        try {
            return "ok " + new LoadDriver(arguments).run(words[0]);
        } catch (Exception e) {
            return "error " + e.toString().replace('\n', ' ');
        }
    }

    private String run(String command) throws Exception {
        switch (command) {
            case "create":
                return create();
            case "fill":
                return fill();
            case "alter":
                return alter();
            case "offsets":
                return offsets();
            case "transact":
                return transact();
            case "produce":
                return produce();
            case "consume":
                return consume();
            case "latency":
                return latency();
            default:
                throw new IllegalArgumentException("unknown command " + command);
        }
    }

    private int number(String name) {
        return Integer.parseInt(arguments.get(name));
    }

    private String create() throws Exception {
        try (Admin admin = Admin.create(properties(Map.of()))) {
            var topic = new NewTopic(arguments.get("topic"), number("partitions"), (short) 1);
            admin.createTopics(List.of(topic.configs(dotted()))).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
        return "";
    }

    /** Sets the configs of a topic. */
    private String alter() throws Exception {
        var topic = new ConfigResource(ConfigResource.Type.TOPIC, arguments.get("topic"));
        List<AlterConfigOp> changes = dotted().entrySet().stream()
                .map(entry -> new ConfigEntry(entry.getKey(), entry.getValue()))
                .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
                .collect(Collectors.toList());
        try (Admin admin = Admin.create(properties(Map.of()))) {
            admin.incrementalAlterConfigs(Map.of(topic, changes)).all().get();
        }
        return "";
    }

    /** Sends {@code records} to partition 0, each with one of {@code keys} by chance. */
    private String fill() {
        byte[][] values = values(number("size"));
        var random = new SplittableRandom(5);
        int records = number("records");
        long start = System.nanoTime();
        try (var producer = producer()) {
            for (int i = 0; i < records; i++) {
                int key = random.nextInt(number("keys"));
                producer.send(new ProducerRecord<>(
                        arguments.get("topic"),
                        0,
                        ByteBuffer.allocate(16).putInt(key).array(),
                        values[i % DISTINCT_VALUES]));
            }
        }
        return result(records, (long) records * number("size"), System.nanoTime() - start, 0);
    }

    /** Commits an offset for each of {@code partitions} in each of {@code groups} groups, some groups at a time. */
    private String offsets() throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (int i = 0; i < number("partitions"); i++) {
            offsets.put(new TopicPartition(arguments.get("topic"), i), new OffsetAndMetadata(1000L + i));
        }
        try (Admin admin = Admin.create(properties(Map.of()))) {
            for (int group = 0; group < number("groups"); group += GROUPS_AT_ONCE) {
                int end = Math.min(group + GROUPS_AT_ONCE, number("groups"));
                List<KafkaFuture<Void>> commits = IntStream.range(group, end)
                        .mapToObj(i -> admin.alterConsumerGroupOffsets("group-" + i, offsets).all())
                        .collect(Collectors.toList());
                for (KafkaFuture<Void> commit : commits) {
                    commit.get();
                }
            }
        }
        return "";
    }

    /** So many {@code producers} side by side, each of which commits one transaction after the other. */
    private String transact() throws Exception {
        var transactions = new AtomicLong();
        var failure = new AtomicReference<Exception>();
        var ready = new CountDownLatch(number("producers"));
        List<Thread> threads = IntStream.range(0, number("producers"))
                .mapToObj(i -> new Thread(() -> {
                    try {
                        transactions.addAndGet(transact("transacting-" + i, ready));
                    } catch (Exception e) {
                        failure.compareAndSet(null, e);
                        ready.countDown();
                    }
                }))
                .collect(Collectors.toList());
        threads.forEach(Thread::start);
        ready.await();
        long start = System.nanoTime();
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        return "transactions=" + transactions + " seconds=" + (System.nanoTime() - start) / 1e9;
    }

    private long transact(String id, CountDownLatch ready) throws Exception {
        byte[][] values = values(number("size"));
        Map<String, String> defaults = Map.of("transactional.id", id, "linger.ms", "5");
        try (var producer = new KafkaProducer<>(
                properties(defaults), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            ready.countDown();
            ready.await();
            long end = System.nanoTime() + number("ms") * 1_000_000L;
            long transactions = 0;
            while (System.nanoTime() < end) {
                producer.beginTransaction();
                for (int i = 0; i < number("records"); i++) {
                    int partition = i % number("partitions");
                    producer.send(new ProducerRecord<>(arguments.get("topic"), partition, null, values[i]));
                }
                producer.commitTransaction();
                transactions++;
            }
            return transactions;
        }
    }

    /** Arguments whose name has a dot are configs of Kafka. */
    private Map<String, String> dotted() {
        return arguments.entrySet().stream()
                .filter(entry -> entry.getKey().contains("."))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Sends for some seconds as fast as it may; arguments whose name has a dot, and acks, are producer configs. */
    private String produce() throws Exception {
        byte[][] values = values(number("size"));
        int partitions = number("partitions");
        var failure = new AtomicReference<Exception>();
        var acked = new AtomicLong();
        try (var producer = producer()) {
            producer.partitionsFor(arguments.get("topic"));
            long start = System.nanoTime();
            long end = start + number("ms") * 1_000_000L;
            long sent = 0;
            while (sent % RUN_PER_PARTITION != 0 || System.nanoTime() < end) {
                int partition = (int) (sent / RUN_PER_PARTITION % partitions);
                byte[] value = values[(int) (sent % DISTINCT_VALUES)];
                producer.send(new ProducerRecord<>(arguments.get("topic"), partition, null, value), (metadata, e) -> {
                    acked.incrementAndGet();
                    if (e != null) {
                        failure.compareAndSet(null, e);
                    }
                });
                sent++;
            }
            producer.flush();
            long nanos = System.nanoTime() - start;
            if (failure.get() != null || acked.get() != sent) {
                throw new IllegalStateException("acknowledged " + acked + " of " + sent, failure.get());
            }
            return result(sent, sent * number("size"), nanos, requests(producer.metrics(), "producer-metrics"));
        }
    }

    private String consume() {
        try (var consumer = consumer()) {
            List<TopicPartition> assigned = assign(consumer, number("partitions"));
            consumer.seekToBeginning(assigned);
            Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
            long most = number("mb") * 1_000_000L;
            long wanted = ends.values().stream().mapToLong(Long::longValue).sum();
            double before = requests(consumer.metrics(), "consumer-metrics");
            long start = System.nanoTime();
            long records = 0;
            long bytes = 0;
            while (records < wanted && bytes < most) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    records++;
                    bytes += record.serializedValueSize();
                }
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    throw new IllegalStateException("read " + records + " of " + wanted);
                }
            }
            long nanos = System.nanoTime() - start;
            return result(records, bytes, nanos, requests(consumer.metrics(), "consumer-metrics") - before);
        }
    }

    private static String result(long records, long bytes, long nanos, double requests) {
        return "records=" + records + " bytes=" + bytes + " seconds=" + nanos / 1e9 + " requests=" + (long) requests;
    }

    /**
     * Produces at a fixed rate while a consumer waits at the end of the log; from the due time of a record to its
     * arrival.
     */
    private String latency() throws Exception {
        long gapNanos = 1_000_000_000L / number("rate");
        List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
        int count = number("rate") * number("ms") / 1000;
        var ready = new CountDownLatch(1);
        var tail = new Thread(() -> receive(count, nanos, ready), "tail");
        tail.start();
        ready.await();
        try (var producer = producer()) {
            producer.partitionsFor(arguments.get("topic"));
            long due = System.nanoTime() + gapNanos;
            for (int i = 0; i < count; i++, due += gapNanos) {
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                byte[] value = ByteBuffer.allocate(number("size")).putLong(due).array();
                producer.send(new ProducerRecord<>(arguments.get("topic"), 0, null, value));
            }
        }
        tail.join(PATIENCE_NANOS / 1_000_000);
        if (nanos.size() != count) {
            throw new IllegalStateException("received " + nanos.size() + " of " + count);
        }
        List<Long> sorted = nanos.subList(count / 5, count).stream().sorted().collect(Collectors.toList());
        return String.format(
                Locale.ROOT,
                "p50=%.3f p99=%.3f",
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.get(sorted.size() * 99 / 100) / 1e6);
    }

    private void receive(int count, List<Long> nanos, CountDownLatch ready) {
        try (var consumer = consumer()) {
            List<TopicPartition> assigned = assign(consumer, 1);
            consumer.seekToEnd(assigned);
            consumer.position(assigned.get(0));
            ready.countDown();
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (nanos.size() < count && System.nanoTime() < deadline) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    nanos.add(System.nanoTime() - ByteBuffer.wrap(record.value()).getLong());
                }
            }
        }
    }

    /** Text that compresses about three to one, different in each of the values. */
    private static byte[][] values(int size) {
        var random = new SplittableRandom(7);
        String[] words = "order customer shipped pending account balance user event session page price".split(" ");
        byte[][] values = new byte[DISTINCT_VALUES][];
        for (int i = 0; i < values.length; i++) {
            var text = new StringBuilder();
            while (text.length() < size) {
                text.append(words[random.nextInt(words.length)]).append('=');
                text.append(Integer.toString(random.nextInt(1_000_000), 36)).append(';');
            }
            values[i] = text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
        }
        return values;
    }

    private List<TopicPartition> assign(KafkaConsumer<?, ?> consumer, int partitions) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(arguments.get("topic"), partition))
                .collect(Collectors.toList());
        consumer.assign(all);
        return all;
    }

    private Properties properties(Map<String, String> defaults) {
        var properties = new Properties();
        properties.put("bootstrap.servers", arguments.get("at"));
        properties.putAll(defaults);
        properties.putAll(dotted());
        if (arguments.containsKey("acks")) {
            properties.put("acks", arguments.get("acks"));
        }
        return properties;
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, String> defaults = Map.of("acks", "1", "enable.idempotence", "false", "buffer.memory", "16777216");
        return new KafkaProducer<>(properties(defaults), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        var properties = new Properties();
        properties.put("bootstrap.servers", arguments.get("at"));
        properties.put("max.poll.records", "2000");
        properties.put("fetch.max.wait.ms", "200");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static double requests(Map<MetricName, ? extends Metric> metrics, String group) {
        return metrics.entrySet().stream()
                .filter(entry -> entry.getKey().group().equals(group))
                .filter(entry -> entry.getKey().name().equals("request-total"))
                .mapToDouble(entry -> (Double) entry.getValue().metricValue())
                .sum();
    }
}
