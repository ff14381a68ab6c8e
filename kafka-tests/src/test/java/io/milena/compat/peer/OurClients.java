package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.admin.Admin;
import io.milena.admin.AdminClientConfig;
import io.milena.admin.NewTopic;
import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerConfig;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.StringDeserializer;
import io.milena.common.serialization.StringSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Our producers, consumers and admin client for one test, all of texts and of one cluster, which are closed with it.
 * Confined to the test's thread.
 */
final class OurClients implements AutoCloseable {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final String bootstrap;
    private final Admin admin;
    private final List<KafkaProducer<?, ?>> producers = new ArrayList<>();
    private final List<KafkaConsumer<?, ?>> consumers = new ArrayList<>();

    OurClients(String bootstrap) {
        this.bootstrap = bootstrap;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
    }

    Admin admin() {
        return admin;
    }

    /** One that nothing else has in this JVM. */
    static String newName(String what) {
        return what + "-" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
    }

    /** A new topic with one replica. */
    String newTopic(int partitions, Map<String, String> configs) {
        return newTopic("topic", partitions, configs);
    }

    /** A new topic whose name begins so. */
    String newTopic(String beginning, int partitions, Map<String, String> configs) {
        String name = newName(beginning);
        create(new NewTopic(name, partitions, (short) 1).configs(configs));
        return name;
    }

    void create(NewTopic topic) {
        try {
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError("creation of " + topic, e);
        }
    }

    /** Until the broker takes records of all its partitions: it may tell of them before it leads them. */
    void awaitLed(String topic, int partitions) {
        consumer(Map.of()).endOffsets(partitions(topic, partitions));
    }

    /**
     * Deletes a topic and creates another one of its name, as soon as the broker has done with it; until it has the new
     * one, it goes on with the old one's records.
     */
    void replace(String topic, int partitions) throws ExecutionException, InterruptedException {
        admin.deleteTopics(List.of(topic)).all().get();
        var next = List.of(new NewTopic(topic, partitions, (short) 1));
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreException(ExecutionException.class)
                .until(() -> {
                    admin.createTopics(next).all().get();
                    return true;
                });
        KafkaConsumer<String, String> onlooker = consumer(Map.of());
        Awaitility.await("the new " + topic).atMost(PATIENCE).until(() -> isEmpty(onlooker, topic, partitions));
    }

    private static boolean isEmpty(KafkaConsumer<String, String> consumer, String topic, int partitions) {
        return consumer.endOffsets(partitions(topic, partitions)).values().stream()
                .allMatch(end -> end == 0);
    }

    KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producers.add(producer);
        return producer;
    }

    KafkaConsumer<String, String> consumer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // A broker answers what comes behind a fetch after it only: offset queries, and all that the test then does.
        settings.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 200);
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        consumers.add(consumer);
        return consumer;
    }

    static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    /** The records of all partitions, {@code count} and no more, as a new consumer reads them. */
    List<ConsumerRecord<String, String>> read(String topic, int partitions, int count, Map<String, Object> more) {
        KafkaConsumer<String, String> reader = consumer(more);
        reader.assign(partitions(topic, partitions));
        List<ConsumerRecord<String, String>> records = poll(reader, count);
        long end = reader.endOffsets(reader.assignment()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        pollUntil(
                reader,
                () -> reader.assignment().stream().mapToLong(reader::position).sum() >= end,
                records);
        assertThat(records).hasSize(count);
        return records;
    }

    /** At least so many records. */
    static List<ConsumerRecord<String, String>> poll(KafkaConsumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        pollUntil(consumer, () -> records.size() >= count, records);
        return records;
    }

    /** Polls until it is enough; what was read goes to {@code records}. */
    static void pollUntil(
            KafkaConsumer<String, String> consumer,
            BooleanSupplier enough,
            List<ConsumerRecord<String, String>> records) {
        pollUntil(List.of(consumer), enough, records);
    }

    /** Polls one after the other until it is enough. */
    static void pollUntil(
            List<KafkaConsumer<String, String>> some,
            BooleanSupplier enough,
            List<ConsumerRecord<String, String>> records) {
        long began = System.nanoTime();
        while (!enough.getAsBoolean()) {
            assertThat(System.nanoTime() - began)
                    .as("nanoseconds of polling; read so far: %d records", records.size())
                    .isLessThan(PATIENCE.toNanos());
            some.forEach(consumer -> consumer.poll(SHORT).forEach(records::add));
        }
    }

    @Override
    public void close() {
        consumers.forEach(consumer -> consumer.close(Duration.ofSeconds(10)));
        producers.forEach(producer -> producer.close(Duration.ofSeconds(10)));
        admin.close();
    }
}
