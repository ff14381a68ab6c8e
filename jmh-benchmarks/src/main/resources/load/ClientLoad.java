import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Load that the reference's Java clients and ours can both make: the source is the same but for its imports, which
 * whoever compiles it changes.
 *
 * <p>Arguments whose name has a dot, and acks, are settings of the client, or of the topic.
 */
public final class ClientLoad {

    static final int DISTINCT_VALUES = 1024;
    private static final int RUN_PER_PARTITION = 64;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Map<String, String> arguments;

    ClientLoad(Map<String, String> arguments) {
        this.arguments = arguments;
    }

    public static void main(String[] args) throws IOException {
        Commands.serve((command, arguments) -> new ClientLoad(arguments).run(command));
    }

    String run(String command) throws Exception {
        switch (command) {
            case "create":
                return create();
            case "produce":
                return produce();
            case "consume":
                return consume();
            case "latency":
                return latency();
            default:
                throw new IllegalArgumentException(command + " (expected: create, produce, consume or latency)");
        }
    }

    int number(String name) {
        return Integer.parseInt(arguments.get(name));
    }

    private long number(String name, long otherwise) {
        return arguments.containsKey(name) ? number(name) : otherwise;
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

    /** Arguments whose name has a dot. */
    Map<String, String> dotted() {
        return arguments.entrySet().stream()
                .filter(entry -> entry.getKey().contains("."))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Sends for {@code ms}, or so many {@code records}, as fast as it may. */
    private String produce() throws Exception {
        byte[][] values = values(number("size"));
        int partitions = number("partitions");
        var failure = new AtomicReference<Exception>();
        var acked = new AtomicLong();
        try (var producer = producer()) {
            producer.partitionsFor(arguments.get("topic"));
            Usage before = Usage.now();
            long start = System.nanoTime();
            long end = start + number("ms", PATIENCE_NANOS / 1_000_000) * 1_000_000L;
            long most = number("records", Long.MAX_VALUE);
            long sent = 0;
            while (sent % RUN_PER_PARTITION != 0 || sent < most && System.nanoTime() < end) {
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
            String used = Usage.now().since(before);
            if (failure.get() != null || acked.get() != sent) {
                throw new IllegalStateException("acknowledged " + acked + " of " + sent, failure.get());
            }
            return result(sent, sent * number("size"), nanos, requests(producer.metrics(), "producer-metrics"))
                    + " " + used + heap();
        }
    }

    private String heap() {
        return arguments.containsKey("heap") ? " " + Usage.heap() : "";
    }

    /** Reads up to {@code mb}; for {@code ms} from the beginning again and again, if that is given. */
    private String consume() throws IOException {
        try (var consumer = consumer()) {
            List<TopicPartition> assigned = assign(consumer, number("partitions"));
            consumer.seekToBeginning(assigned);
            Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
            long most = number("mb", Long.MAX_VALUE / 1_000_000L) * 1_000_000L;
            long wanted = ends.values().stream().mapToLong(Long::longValue).sum();
            double requestsBefore = requests(consumer.metrics(), "consumer-metrics");
            Usage before = Usage.now();
            long start = System.nanoTime();
            long end = start + number("ms", PATIENCE_NANOS / 1_000_000) * 1_000_000L;
            long records = 0;
            long bytes = 0;
            long ofThisLap = 0;
            boolean again = arguments.containsKey("ms");
            while (bytes < most && System.nanoTime() < end && (again || records < wanted)) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    ofThisLap++;
                    bytes += record.serializedValueSize();
                }
                if (ofThisLap >= wanted) {
                    records += ofThisLap;
                    ofThisLap = 0;
                    consumer.seekToBeginning(assigned);
                }
            }
            records += ofThisLap;
            long nanos = System.nanoTime() - start;
            if (!again && records < wanted && bytes < most) {
                throw new IllegalStateException("read " + records + " of " + wanted);
            }
            String used = Usage.now().since(before);
            double requests = requests(consumer.metrics(), "consumer-metrics") - requestsBefore;
            return result(records, bytes, nanos, requests) + " " + used + heap();
        }
    }

    static String result(long records, long bytes, long nanos, double requests) {
        return "records=" + records + " bytes=" + bytes + " seconds=" + nanos / 1e9 + " requests=" + (long) requests;
    }

    /**
     * Produces at a fixed rate while a consumer waits at the end of the log; from the due time of a record to its
     * arrival.
     */
    private String latency() throws Exception {
        long gapNanos = 1_000_000_000L / number("rate");
        List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
        int count = (int) ((long) number("rate") * number("ms") / 1000);
        var ready = new CountDownLatch(1);
        var tail = new Thread(() -> receive(count, nanos, ready), "tail");
        tail.start();
        ready.await();
        String used;
        try (var producer = producer()) {
            producer.partitionsFor(arguments.get("topic"));
            Usage before = Usage.now();
            long due = System.nanoTime() + gapNanos;
            for (int i = 0; i < count; i++, due += gapNanos) {
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                byte[] value = ByteBuffer.allocate(number("size")).putLong(due).array();
                producer.send(new ProducerRecord<>(arguments.get("topic"), 0, null, value));
            }
            producer.flush();
            used = Usage.now().since(before);
        }
        tail.join(PATIENCE_NANOS / 1_000_000);
        if (nanos.size() != count) {
            throw new IllegalStateException("received " + nanos.size() + " of " + count);
        }
        List<Long> sorted = nanos.subList(count / 5, count).stream().sorted().collect(Collectors.toList());
        return String.format(
                Locale.ROOT,
                "records=%d p50=%.3f p99=%.3f %s",
                count,
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.get(sorted.size() * 99 / 100) / 1e6,
                used);
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
    static byte[][] values(int size) {
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

    Properties properties(Map<String, String> defaults) {
        var properties = new Properties();
        properties.put("bootstrap.servers", arguments.get("at"));
        properties.putAll(defaults);
        properties.putAll(dotted());
        if (arguments.containsKey("acks")) {
            properties.put("acks", arguments.get("acks"));
        }
        return properties;
    }

    KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(properties(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
    }

    KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(properties(Map.of()), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static double requests(Map<MetricName, ? extends Metric> metrics, String group) {
        return metrics.entrySet().stream()
                .filter(entry -> entry.getKey().group().equals(group))
                .filter(entry -> entry.getKey().name().equals("request-total"))
                .mapToDouble(entry -> (Double) entry.getValue().metricValue())
                .sum();
    }
}
