import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Drives members of consumer groups, and transactions, of one version of the reference's Java clients, in a JVM of its
 * own that can be killed; or of ours, when its imports are changed.
 *
 * <p>Commands and answers are those of {@link Commands}. Each member has a thread, and writes down what it does in
 * the journal: a line of {@code group member nanoseconds event partition first last}, written at once, so that it is
 * there after a kill. The nanoseconds are the machine's and compare between JVMs. Events: {@code assigned},
 * {@code read} (offsets first to last, before they are committed), {@code committed} (acknowledged, first is the
 * offset), {@code revoked} (handed over with all that was read committed), {@code lost} (handed over otherwise).
 * Arguments: the bootstrap servers, the journal.
 */
public final class GroupDriver {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration ANSWER = Duration.ofSeconds(1);
    private static final long PAUSE_NANOS = 30_000_000;
    private static final List<String> WORDS = List.of("in", "the", "beginning", "was", "the", "word", "and");

    private final String bootstrap;
    private final Journal journal;
    private final Admin admin;
    private final Map<String, Member> members = new ConcurrentHashMap<>();
    private final Map<String, KafkaProducer<byte[], byte[]>> transactions = new ConcurrentHashMap<>();
    private Stream stream;

    GroupDriver(String[] args) throws IOException {
        this.bootstrap = args[0];
        this.journal = new Journal(Path.of(args[1]));
        this.admin = Admin.create(Commands.configs(bootstrap, Map.of()));
    }

    public static void main(String[] args) throws Exception {
        Commands.serve(() -> new GroupDriver(args)::run);
    }

    String run(String command, Map<String, String> arguments) throws Exception {
        String name = arguments.get("group") + "/" + arguments.get("member");
        switch (command) {
            case "create":
                int partitions = Integer.parseInt(arguments.get("partitions"));
                admin.createTopics(List.of(new NewTopic(arguments.get("topic"), partitions, (short) 1))).all().get();
                return "";
            case "stream-start":
                stream = new Stream(arguments);
                return "";
            case "stream-stop":
                return "ends=" + stream.stop();
            case "transaction-begin":
                transactions.put(arguments.get("id"), begun(arguments));
                return "";
            case "transaction-commit":
                try (var producer = transactions.remove(arguments.get("id"))) {
                    producer.commitTransaction();
                }
                return "";
            case "join":
                members.put(name, new Member(arguments));
                return "";
            case "leave":
                leave(arguments.get("group"), List.of(arguments.get("member").split(",")));
                return "";
            case "stall":
                members.get(name).stallMs.set(Long.parseLong(arguments.get("ms")));
                return "";
            case "member":
                return members.get(name).describe();
            default:
                throw new IllegalArgumentException("unknown command " + command);
        }
    }

    /** A producer with an open transaction: so many records, and an offset of the same topic for a group. */
    private KafkaProducer<byte[], byte[]> begun(Map<String, String> arguments) throws Exception {
        var serializer = new ByteArraySerializer();
        Properties properties = Commands.configs(bootstrap, arguments);
        properties.put("transactional.id", arguments.get("id"));
        var producer = new KafkaProducer<>(properties, serializer, serializer);
        producer.initTransactions();
        producer.beginTransaction();
        var partition = new TopicPartition(arguments.get("topic"), 0);
        for (int i = 0; i < Integer.parseInt(arguments.get("count")); i++) {
            producer.send(new ProducerRecord<>(partition.topic(), 0, null, new byte[] {(byte) i})).get();
        }
        var offset = new OffsetAndMetadata(Long.parseLong(arguments.get("offset")));
        producer.sendOffsetsToTransaction(Map.of(partition, offset), new ConsumerGroupMetadata(arguments.get("group")));
        return producer;
    }

    private void leave(String group, List<String> names) throws InterruptedException {
        for (String name : names) {
            members.get(group + "/" + name).leaving = true;
        }
        for (String name : names) {
            members.get(group + "/" + name).thread.join();
        }
    }

    /** The file that members write down their doings in. Thread-safe. */
    private static final class Journal {

        private final FileChannel file;

        Journal(Path path) throws IOException {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        synchronized void write(String lines) {
            ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
            try {
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Produces to all partitions in turn until it is told to stop, whatever happens to the broker. */
    private final class Stream {

        private final String topic;
        private final int partitions;
        private final long pauseNanos;
        private final KafkaProducer<byte[], byte[]> producer;
        private final AtomicLongArray ends;
        private final Thread thread = new Thread(this::produce, "stream");
        private volatile boolean stopping;
        private volatile Exception failure;

        Stream(Map<String, String> arguments) {
            topic = arguments.get("topic");
            partitions = Integer.parseInt(arguments.get("partitions"));
            pauseNanos = 1_000_000_000L / Long.parseLong(arguments.get("rate"));
            ends = new AtomicLongArray(partitions);
            var serializer = new ByteArraySerializer();
            producer = new KafkaProducer<>(Commands.configs(bootstrap, arguments), serializer, serializer);
            thread.start();
        }

        private void produce() {
            for (long number = 0; !stopping; number++) {
                LockSupport.parkNanos(pauseNanos);
                String word = WORDS.get((int) (number % WORDS.size()));
                byte[] value = ("record " + number + " says " + word).getBytes(StandardCharsets.UTF_8);
                int partition = (int) (number % partitions);
                producer.send(new ProducerRecord<>(topic, partition, null, value), (metadata, e) -> {
                    if (e == null) {
                        ends.accumulateAndGet(metadata.partition(), metadata.offset() + 1, Math::max);
                    } else {
                        failure = e;
                    }
                });
            }
        }

        /** The partitions' ends. */
        String stop() throws Exception {
            stopping = true;
            thread.join();
            producer.close();
            if (failure != null) {
                throw failure;
            }
            return ends.toString().replaceAll("[\\[\\] ]", "");
        }
    }

    /** One member of one group, which reads and commits until it leaves. Its consumer is its thread's own. */
    private final class Member implements ConsumerRebalanceListener {

        private final String name;
        private final String commits;
        private final KafkaConsumer<byte[], byte[]> consumer;
        private final Thread thread = new Thread(this::live, "member");
        private volatile boolean leaving;
        private final AtomicLong stallMs = new AtomicLong();
        private volatile String failure = "none";
        private volatile String state = "generation=-1 partitions=";

        Member(Map<String, String> arguments) {
            name = arguments.get("group") + " " + arguments.get("member");
            commits = arguments.get("commits");
            Properties properties = Commands.configs(bootstrap, arguments);
            properties.put("group.id", arguments.get("group"));
            properties.put("client.id", arguments.get("member"));
            properties.put("enable.auto.commit", String.valueOf(commits.equals("auto")));
            properties.put("auto.offset.reset", "earliest");
            var deserializer = new ByteArrayDeserializer();
            consumer = new KafkaConsumer<>(properties, deserializer, deserializer);
            consumer.subscribe(List.of(arguments.get("topic")), this);
            thread.start();
        }

        String describe() {
            return state + " failure=" + failure;
        }

        private void live() {
            try {
                while (!leaving) {
                    turn();
                }
            } catch (KafkaException e) {
                failure = e.getClass().getSimpleName();
            }
            consumer.close();
        }

        private void turn() {
            LockSupport.parkNanos(PAUSE_NANOS + stallMs.getAndSet(0) * 1_000_000);
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (TopicPartition partition : records.partitions()) {
                List<ConsumerRecord<byte[], byte[]>> of = records.records(partition);
                long first = of.get(0).offset();
                long last = of.get(of.size() - 1).offset();
                if (last - first + 1 != of.size()) {
                    throw new KafkaException("a gap between " + first + " and " + last);
                }
                write("read", partition, first, last);
            }
            if (!records.isEmpty()) {
                commit(positions(records.partitions()));
            }
            state = "generation=" + consumer.groupMetadata().generationId() + " partitions="
                    + consumer.assignment().stream()
                            .map(partition -> String.valueOf(partition.partition()))
                            .collect(Collectors.joining(","));
        }

        private void commit(Map<TopicPartition, OffsetAndMetadata> positions) {
            switch (commits) {
                case "sync":
                    commitSync(positions);
                    break;
                case "each":
                    positions.forEach((partition, offset) -> commitSync(Map.of(partition, offset)));
                    break;
                case "async":
                    consumer.commitAsync(positions, (committed, e) -> {
                        if (e == null) {
                            committed.forEach(this::committed);
                        }
                    });
                    break;
                default:
                    break;
            }
        }

        private Map<TopicPartition, OffsetAndMetadata> positions(Collection<TopicPartition> partitions) {
            Map<TopicPartition, OffsetAndMetadata> positions = new LinkedHashMap<>();
            partitions.forEach(partition ->
                    positions.put(partition, new OffsetAndMetadata(consumer.position(partition), "at " + name)));
            return positions;
        }

        /** A commit that the coordinator refuses is followed by another rebalance; returns whether it took it. */
        private boolean commitSync(Map<TopicPartition, OffsetAndMetadata> positions) {
            if (positions.isEmpty()) {
                return true;
            }
            try {
                consumer.commitSync(positions);
            } catch (KafkaException e) {
                e.printStackTrace();
                return false;
            }
            positions.forEach(this::committed);
            return true;
        }

        /**
         * Whether the consumer, which commits by itself before it gives partitions up, has committed all that was read:
         * it goes on without a word when the coordinator refuses that, or does not answer.
         */
        private boolean areCommitted(Collection<TopicPartition> partitions) {
            try {
                Map<TopicPartition, OffsetAndMetadata> offsets = consumer.committed(Set.copyOf(partitions), ANSWER);
                offsets.values().removeIf(Objects::isNull);
                offsets.forEach(this::committed);
                return partitions.stream()
                        .allMatch(partition -> consumer.position(partition, ANSWER)
                                == (offsets.containsKey(partition) ? offsets.get(partition).offset() : 0));
            } catch (KafkaException e) {
                e.printStackTrace();
                return false;
            }
        }

        private void committed(TopicPartition partition, OffsetAndMetadata offset) {
            write("committed", partition, offset.offset(), offset.offset());
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> write("assigned", partition, 0, 0));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            boolean clean = commits.equals("auto") ? areCommitted(partitions) : commitSync(positions(partitions));
            partitions.forEach(partition -> write(clean ? "revoked" : "lost", partition, 0, 0));
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> write("lost", partition, 0, 0));
        }

        private void write(String event, TopicPartition partition, long first, long last) {
            journal.write(name + " " + System.nanoTime() + " " + event + " " + partition.partition() + " " + first + " "
                    + last + "\n");
        }
    }
}
