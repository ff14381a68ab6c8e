import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Copies one topic to another exactly once, with one version of the reference's Java clients, in a JVM of its own that
 * can be killed.
 *
 * <p>Commands and answers are those of {@link Commands}. A copier is a member of a group that reads what is
 * committed, and writes it, and how far it is, in transactions; some of these it aborts, and some it leaves open, as
 * its seed says. A copier of a name has one transactional id, whichever JVM it lives in. Argument: the bootstrap
 * servers.
 */
public final class CopyDriver {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration SOON = Duration.ofMillis(100);
    private static final int ABORTED_PERCENT = 20;
    private static final int LEFT_OPEN_PERCENT = 5;

    private final String bootstrap;
    private final Admin admin;
    private final Map<String, Copier> copiers = new ConcurrentHashMap<>();

    private CopyDriver(String bootstrap) {
        this.bootstrap = bootstrap;
        this.admin = Admin.create(Commands.configs(bootstrap, Map.of()));
    }

    public static void main(String[] args) throws Exception {
        Commands.serve(() -> new CopyDriver(args[0])::run);
    }

    private String run(String command, Map<String, String> arguments) throws Exception {
        String name = arguments.getOrDefault("name", "");
        switch (command) {
            case "copy":
                copiers.put(name, new Copier(arguments));
                return "";
            case "copier":
                return copiers.get(name).describe();
            case "stall":
                copiers.get(name).stallMs.set(Long.parseLong(arguments.get("ms")));
                return "";
            case "leave":
                copiers.get(name).leave();
                return "";
            case "position":
                return "sum=" + position(arguments.get("group"));
            case "compare":
                return compare(arguments);
            default:
                throw new IllegalArgumentException("unknown command " + command);
        }
    }

    private KafkaConsumer<String, String> consumer(Map<String, String> extra) {
        Properties properties = Commands.configs(bootstrap, extra);
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "earliest");
        return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    /** The sum of a group's offsets, none of which a transaction may still change. */
    private long position(String group) throws Exception {
        var options = new ListConsumerGroupOffsetsOptions().requireStable(true);
        return admin.listConsumerGroupOffsets(group, options)
                .partitionsToOffsetAndMetadata()
                .get()
                .values()
                .stream()
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    /** Fails unless both topics have the same committed records in each partition, in the same order. */
    private String compare(Map<String, String> arguments) {
        int partitions = Integer.parseInt(arguments.get("partitions"));
        Map<Integer, List<String>> from = committed(arguments.get("from"), partitions);
        Map<Integer, List<String>> to = committed(arguments.get("to"), partitions);
        from.forEach((partition, values) -> {
            if (!values.equals(to.get(partition))) {
                throw new IllegalStateException(
                        "partition " + partition + ": " + difference(values, to.get(partition)));
            }
        });
        return "records=" + from.values().stream().mapToLong(List::size).sum();
    }

    private static String difference(List<String> from, List<String> to) {
        int same = 0;
        while (same < Math.min(from.size(), to.size()) && from.get(same).equals(to.get(same))) {
            same++;
        }
        return "of " + from.size() + " and " + to.size() + " records, " + same + " are the same, then come "
                + from.subList(same, Math.min(same + 3, from.size())) + " and "
                + to.subList(same, Math.min(same + 3, to.size()));
    }

    /** The committed records of each partition. */
    private Map<Integer, List<String>> committed(String topic, int partitions) {
        Map<Integer, List<String>> values = new LinkedHashMap<>();
        try (var consumer = consumer(Map.of())) {
            List<TopicPartition> all = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                all.add(new TopicPartition(topic, partition));
                values.put(partition, new ArrayList<>());
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(POLL).forEach(record -> values.get(record.partition()).add(record.value()));
            }
        }
        return values;
    }

    /** One member of the group, which copies until it leaves. Its consumer and its producer are its thread's own. */
    private final class Copier {

        private final Map<String, String> arguments;
        private final Random random;
        private final KafkaConsumer<String, String> consumer;
        private final Thread thread = new Thread(this::live, "copier");
        private final AtomicLong stallMs = new AtomicLong();
        private KafkaProducer<String, String> producer;
        private volatile boolean leaving;
        private volatile long committed;
        private volatile long refused;
        private volatile String failure = "none";

        Copier(Map<String, String> arguments) {
            this.arguments = arguments;
            random = new Random(Long.parseLong(arguments.get("seed")));
            consumer = consumer(withName("group.id", arguments.get("group")));
            consumer.subscribe(List.of(arguments.get("from")));
            thread.start();
        }

        private Map<String, String> withName(String key, String value) {
            Map<String, String> all = new LinkedHashMap<>(arguments);
            all.put(key, value);
            return all;
        }

        void leave() throws InterruptedException {
            leaving = true;
            thread.join();
        }

        String describe() {
            return "committed=" + committed + " refused=" + refused + " failure=" + failure;
        }

        private void live() {
            try {
                beginAnew();
                while (!leaving) {
                    turn();
                }
                producer.close(Duration.ZERO);
                consumer.close();
            } catch (RuntimeException e) {
                e.printStackTrace();
                failure = e.getClass().getSimpleName();
            }
        }

        private void turn() {
            ConsumerRecords<String, String> records = consumer.poll(POLL);
            if (records.isEmpty()) {
                return;
            }
            try {
                copy(records);
            } catch (KafkaException e) {
                e.printStackTrace();
                refused++;
                abort();
            }
        }

        private void copy(ConsumerRecords<String, String> records) {
            producer.beginTransaction();
            for (ConsumerRecord<String, String> record : records) {
                producer.send(
                        new ProducerRecord<>(arguments.get("to"), record.partition(), record.key(), record.value()));
            }
            Map<TopicPartition, OffsetAndMetadata> positions = new LinkedHashMap<>();
            for (TopicPartition partition : records.partitions()) {
                positions.put(partition, new OffsetAndMetadata(consumer.position(partition)));
            }
            producer.sendOffsetsToTransaction(positions, consumer.groupMetadata());
            long stalledMs = stallMs.getAndSet(0);
            LockSupport.parkNanos(stalledMs * 1_000_000);
            int chance = stalledMs > 0 ? 100 : random.nextInt(100);
            if (chance < LEFT_OPEN_PERCENT) {
                beginAnew();
                rewind();
            } else if (chance < LEFT_OPEN_PERCENT + ABORTED_PERCENT) {
                abort();
            } else {
                producer.commitTransaction();
                committed++;
            }
        }

        /** A producer that cannot even abort, as it is fenced or waits for its commit, is given up. */
        private void abort() {
            try {
                producer.abortTransaction();
            } catch (KafkaException | IllegalStateException e) {
                beginAnew();
            }
            rewind();
        }

        /** As if the JVM had ended and another one gone on: whatever is open is aborted for the next producer. */
        private void beginAnew() {
            while (!isBegun()) {
                LockSupport.parkNanos(SOON.toNanos());
            }
        }

        private boolean isBegun() {
            try {
                if (producer != null) {
                    producer.close(Duration.ZERO);
                }
                var id = withName("transactional.id", arguments.get("group") + "-" + arguments.get("name"));
                producer = new KafkaProducer<>(
                        Commands.configs(bootstrap, id), new StringSerializer(), new StringSerializer());
                producer.initTransactions();
                return true;
            } catch (KafkaException e) {
                e.printStackTrace();
                return false;
            }
        }

        /** Back to what is committed of that which is this member's. */
        private void rewind() {
            while (!isRewound()) {
                LockSupport.parkNanos(SOON.toNanos());
            }
        }

        private boolean isRewound() {
            try {
                var committedOffsets = consumer.committed(consumer.assignment());
                consumer.assignment().forEach(partition -> {
                    OffsetAndMetadata offset = committedOffsets.get(partition);
                    consumer.seek(partition, offset == null ? 0 : offset.offset());
                });
                return true;
            } catch (KafkaException e) {
                e.printStackTrace();
                return false;
            }
        }
    }
}
