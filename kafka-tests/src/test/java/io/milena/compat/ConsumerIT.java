package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.CooperativeStickyAssignor;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.consumer.RangeAssignor;
import io.milena.clients.consumer.StickyAssignor;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.ByteArrayDeserializer;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our consumer against our broker, beside the reference's clients: it reads what their producer wrote, and is a member
 * of groups together with their consumers.
 */
class ConsumerIT {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int PARTITIONS = 4;
    private static final int COUNT = 5_000;

    @TempDir
    private static Path folder;

    private static BrokerProcess broker;
    private static JavaClients clients;
    private static JavaClients members;

    private final List<KafkaConsumer<?, ?>> open = new ArrayList<>();

    @BeforeAll
    static void start() {
        broker = BrokerProcess.start(
                folder.resolve("broker"),
                Map.of("auto.create.topics.enable", "false", "group.initial.rebalance.delay.ms", "0"));
        clients = JavaClients.start(ReferenceJars.CLIENTS_3_9, broker.bootstrap());
        members = JavaClients.startGroups(ReferenceJars.CLIENTS_3_9, broker.bootstrap(), folder.resolve("journal"));
    }

    @AfterAll
    static void stop() {
        members.close();
        clients.close();
        broker.close();
    }

    @AfterEach
    void closeAll() {
        open.forEach(consumer -> consumer.close(Duration.ofSeconds(10)));
    }

    private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 200);
        settings.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        open.add(consumer);
        return consumer;
    }

    private static List<TopicPartition> partitions(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            partitions.add(new TopicPartition(topic, i));
        }
        return partitions;
    }

    private static void produce(String topic, String configs) {
        clients.ask("create topic=" + topic + " partitions=" + PARTITIONS);
        clients.ask(
                "produce topic=" + topic + " partitions=" + PARTITIONS + " count=" + COUNT + " base=1000 " + configs);
    }

    private static List<ConsumerRecord<byte[], byte[]>> pollUntil(
            KafkaConsumer<byte[], byte[]> consumer, BooleanSupplier enough) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        long began = System.nanoTime();
        while (!enough.getAsBoolean() && System.nanoTime() - began < PATIENCE_NANOS) {
            consumer.poll(SHORT).forEach(records::add);
        }
        assertThat(enough.getAsBoolean()).isTrue();
        return records;
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(KafkaConsumer<byte[], byte[]> consumer, int count) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        long began = System.nanoTime();
        while (records.size() < count && System.nanoTime() - began < PATIENCE_NANOS) {
            consumer.poll(SHORT).forEach(records::add);
        }
        return records;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void whatTheReferenceWroteIsReadOnceInOrderByteForByte(String codec) {
        String topic = "ours-" + codec;
        produce(topic, "compression.type=" + codec);
        KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(partitions(topic));

        List<ConsumerRecord<byte[], byte[]>> records = read(consumer, COUNT);

        long[] next = new long[PARTITIONS];
        for (ConsumerRecord<byte[], byte[]> record : records) {
            long index = next[record.partition()]++;
            assertThat(record.offset()).isEqualTo(index);
            assertThat(record.timestamp()).isEqualTo(1_000 + index);
            assertThat(record.key() == null).isEqualTo(index % 5 == 0);
            assertThat(record.value() == null).isEqualTo(index % 11 == 3);
            assertThat(record.headers().toArray().length).isEqualTo(index % 3 == 0 ? 0 : index % 3 == 1 ? 4 : 1);
        }
        assertThat(records).hasSize(COUNT);
        assertThat(consumer.endOffsets(partitions(topic)).values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(COUNT);
    }

    @Test
    void readersOfCommittedRecordsSeeATransactionWhenItIsCommitted() {
        clients.ask("create topic=ours-transactions partitions=" + PARTITIONS);
        KafkaConsumer<byte[], byte[]> consumer =
                consumer(Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"));
        consumer.assign(partitions("ours-transactions"));
        members.ask("transaction-begin id=ours topic=ours-transactions count=7 offset=3 group=ours-offsets");

        assertThat(consumer.poll(Duration.ofSeconds(1)).isEmpty()).isTrue();

        members.ask("transaction-commit id=ours");
        assertThat(read(consumer, 7)).hasSize(7);
    }

    @Test
    void offsetsAreCommittedAndReadFromThere() {
        produce("ours-commits", "");
        Map<String, Object> group = Map.of(ConsumerConfig.GROUP_ID_CONFIG, "ours-commits");
        var first = new TopicPartition("ours-commits", 0);
        KafkaConsumer<byte[], byte[]> consumer = consumer(group);
        consumer.subscribe(List.of("ours-commits"));
        pollUntil(consumer, () -> consumer.assignment().size() == PARTITIONS);
        consumer.commitSync(Map.of(first, new OffsetAndMetadata(17, "note")));
        assertThat(consumer.committed(Set.of(first)).get(first)).isEqualTo(new OffsetAndMetadata(17, "note"));
        consumer.close();

        KafkaConsumer<byte[], byte[]> next = consumer(group);
        next.subscribe(List.of("ours-commits"));
        pollUntil(next, () -> next.assignment().size() == PARTITIONS);
        assertThat(next.offsetsForTimes(Map.of(first, 1_010L)).get(first).offset())
                .isEqualTo(10);
        assertThat(next.partitionsFor("ours-commits")).hasSize(PARTITIONS);
        assertThat(next.listTopics()).containsKey("ours-commits");
    }

    @ParameterizedTest
    @ValueSource(classes = {RangeAssignor.class, StickyAssignor.class, CooperativeStickyAssignor.class})
    void partitionsAreSharedWithAMemberOfTheReference(Class<?> strategy) {
        String name = "mixed-" + strategy.getSimpleName();
        clients.ask("create topic=" + name + " partitions=" + PARTITIONS);
        KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                name,
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(strategy)));
        consumer.subscribe(List.of(name));
        pollUntil(consumer, () -> consumer.assignment().size() == PARTITIONS);

        members.ask("join topic=" + name + " group=" + name + " member=theirs commits=sync heartbeat.interval.ms=200"
                + " partition.assignment.strategy=org.apache.kafka.clients.consumer." + strategy.getSimpleName());
        pollUntil(consumer, () -> consumer.assignment().size() == PARTITIONS / 2);
        members.ask("leave group=" + name + " member=theirs");
        pollUntil(consumer, () -> consumer.assignment().size() == PARTITIONS);
    }

    @Test
    void aMemberOfTheReferenceLeadsAGroupThatWeJoin() {
        clients.ask("create topic=mixed-led partitions=" + PARTITIONS);
        members.ask("join topic=mixed-led group=mixed-led member=theirs commits=sync heartbeat.interval.ms=200"
                + " partition.assignment.strategy=org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
        KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                "mixed-led",
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class)));
        consumer.subscribe(List.of("mixed-led"));

        pollUntil(consumer, () -> consumer.assignment().size() == PARTITIONS / 2);
        members.ask("leave group=mixed-led member=theirs");
        pollUntil(consumer, () -> consumer.assignment().size() == PARTITIONS);
    }

    @Test
    void aStaticMemberComesBackIntoTheSameGeneration() {
        clients.ask("create topic=ours-static partitions=" + PARTITIONS);
        Map<String, Object> settings = Map.of(
                ConsumerConfig.GROUP_ID_CONFIG, "ours-static",
                ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "one");
        KafkaConsumer<byte[], byte[]> before = consumer(settings);
        before.subscribe(List.of("ours-static"));
        pollUntil(before, () -> before.assignment().size() == PARTITIONS);
        int generation = before.groupMetadata().generationId();
        before.close();

        KafkaConsumer<byte[], byte[]> after = consumer(settings);
        after.subscribe(List.of("ours-static"));
        pollUntil(after, () -> after.assignment().size() == PARTITIONS);

        assertThat(after.groupMetadata().generationId()).isEqualTo(generation);
    }

    @Test
    void figuresAreShownWhileTheConsumerLives() throws Exception {
        produce("ours-figures", "");
        KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of(ConsumerConfig.CLIENT_ID_CONFIG, "figures"));
        consumer.assign(partitions("ours-figures"));
        read(consumer, COUNT);
        var server = ManagementFactory.getPlatformMBeanServer();
        var name = new ObjectName("kafka.consumer:type=consumer-fetch-manager-metrics,client-id=figures");

        assertThat(server.getAttribute(name, "records-consumed-total")).isEqualTo((double) COUNT);
        assertThat(consumer.metrics()).isNotEmpty();

        consumer.close();
        assertThat(server.isRegistered(name)).isFalse();
    }
}
