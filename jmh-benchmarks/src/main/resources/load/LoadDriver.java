import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts load on brokers with the reference's Java clients: a program that runs with the reference's jars and nothing
 * else. One JVM serves all brokers in turn, so that they share its warm-up. Its commands are those of {@link
 * ClientLoad}, with settings under which a broker has the most to do, and some that only the reference's clients know.
 */
public final class LoadDriver {

    private static final int GROUPS_AT_ONCE = 32;
    private static final Map<String, String> USUAL = Map.of(
            "acks", "1",
            "enable.idempotence", "false",
            "buffer.memory", "16777216",
            "max.poll.records", "2000",
            "fetch.max.wait.ms", "200");

    private final Map<String, String> arguments;
    private final ClientLoad load;

    private LoadDriver(Map<String, String> arguments) {
        this.arguments = arguments;
        this.load = new ClientLoad(arguments);
    }

    public static void main(String[] args) throws IOException {
        Commands.serve((command, arguments) -> new LoadDriver(arguments).run(command));
    }

    private String run(String command) throws Exception {
        switch (command) {
            case "fill":
                return fill();
            case "alter":
                return alter();
            case "offsets":
                return offsets();
            case "transact":
                return transact();
            case "create":
                return load.run(command);
            default:
                return usual().run(command);
        }
    }

    private ClientLoad usual() {
        Map<String, String> all = new HashMap<>(USUAL);
        all.putAll(arguments);
        return new ClientLoad(all);
    }

    /** Sets the configs of a topic. */
    private String alter() throws Exception {
        var topic = new ConfigResource(ConfigResource.Type.TOPIC, arguments.get("topic"));
        List<AlterConfigOp> changes = load.dotted().entrySet().stream()
                .map(entry -> new ConfigEntry(entry.getKey(), entry.getValue()))
                .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
                .collect(Collectors.toList());
        try (Admin admin = Admin.create(load.properties(Map.of()))) {
            admin.incrementalAlterConfigs(Map.of(topic, changes)).all().get();
        }
        return "";
    }

    /** Sends {@code records} to partition 0, each with one of {@code keys} by chance. */
    private String fill() {
        byte[][] values = ClientLoad.values(load.number("size"));
        var random = new SplittableRandom(5);
        int records = load.number("records");
        long start = System.nanoTime();
        try (var producer = usual().producer()) {
            for (int i = 0; i < records; i++) {
                int key = random.nextInt(load.number("keys"));
                producer.send(new ProducerRecord<>(
                        arguments.get("topic"),
                        0,
                        ByteBuffer.allocate(16).putInt(key).array(),
                        values[i % ClientLoad.DISTINCT_VALUES]));
            }
        }
        return ClientLoad.result(records, (long) records * load.number("size"), System.nanoTime() - start, 0);
    }

    /** Commits an offset for each of {@code partitions} in each of {@code groups} groups, some groups at a time. */
    private String offsets() throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (int i = 0; i < load.number("partitions"); i++) {
            offsets.put(new TopicPartition(arguments.get("topic"), i), new OffsetAndMetadata(1000L + i));
        }
        try (Admin admin = Admin.create(load.properties(Map.of()))) {
            for (int group = 0; group < load.number("groups"); group += GROUPS_AT_ONCE) {
                int end = Math.min(group + GROUPS_AT_ONCE, load.number("groups"));
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
        var ready = new CountDownLatch(load.number("producers"));
        List<Thread> threads = IntStream.range(0, load.number("producers"))
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
        byte[][] values = ClientLoad.values(load.number("size"));
        Map<String, String> defaults = Map.of("transactional.id", id, "linger.ms", "5");
        try (var producer = new KafkaProducer<>(
                load.properties(defaults), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            ready.countDown();
            ready.await();
            long end = System.nanoTime() + load.number("ms") * 1_000_000L;
            long transactions = 0;
            while (System.nanoTime() < end) {
                producer.beginTransaction();
                for (int i = 0; i < load.number("records"); i++) {
                    int partition = i % load.number("partitions");
                    producer.send(new ProducerRecord<>(arguments.get("topic"), partition, null, values[i]));
                }
                producer.commitTransaction();
                transactions++;
            }
            return transactions;
        }
    }
}
