package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.admin.NewTopic;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.consumer.LogTruncationException;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.Metric;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.ByteArraySerializer;
import io.milena.testing.ChildJvm;
import io.milena.testkit.CheckedValues;
import io.milena.testkit.CheckingReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Our clients and three brokers of Apache Kafka 3.9.2, whose leaders move. */
@Tag("peer")
@Order(1) // Begun first: it takes the longest.
@Execution(ExecutionMode.SAME_THREAD) // All tests kill the same brokers.
class PeerClusterIT {

    private static final int PARTITIONS = 3;

    private static PeerCluster cluster;

    private OurClients clients;

    @BeforeAll
    static void startBrokers(@TempDir Path folder) {
        cluster = PeerCluster.start(folder);
    }

    @AfterAll
    static void stopBrokers() {
        cluster.close();
    }

    @BeforeEach
    void open() {
        cluster.heal();
        clients = new OurClients(cluster.bootstrap());
    }

    @AfterEach
    void close() {
        clients.close();
    }

    /** A topic whose partitions lie on these brokers each, the first of which leads them all. */
    private String newTopic(int partitions, List<Integer> brokers, Map<String, String> configs) {
        String topic = OurClients.newName("replicated");
        Map<Integer, List<Integer>> replicas = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            replicas.put(partition, brokers);
        }
        clients.create(new NewTopic(topic, replicas).configs(configs));
        PeerCluster.await("replicas of " + topic).until(() -> cluster.isInSync(topic, partitions, brokers.size()));
        return topic;
    }

    @Test
    void nothingIsLostDoubledOrOutOfOrderWhileLeadersAreKilledAndElected() throws Exception {
        String topic = newTopic(PARTITIONS, List.of(1, 2, 0), Map.of("min.insync.replicas", "2"));
        KafkaConsumer<String, String> consumer = clients.consumer(Map.of());
        consumer.assign(OurClients.partitions(topic, PARTITIONS));
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        var stream = new SteadyProducer(
                clients.producer(Map.of("linger.ms", 2, "batch.size", 500, "request.timeout.ms", 5_000)),
                topic,
                PARTITIONS);
        readOn(consumer, records);

        cluster.kill(1);
        OurClients.pollUntil(consumer, () -> cluster.leads(2, topic, PARTITIONS), records);
        readOn(consumer, records);
        cluster.startAgain(1);
        OurClients.pollUntil(consumer, () -> cluster.isInSync(topic, PARTITIONS, PeerCluster.BROKERS), records);
        cluster.electPreferredLeaders(topic, PARTITIONS);
        OurClients.pollUntil(consumer, () -> cluster.leads(1, topic, PARTITIONS), records);
        readOn(consumer, records);

        int count = stream.stop();
        OurClients.pollUntil(consumer, () -> records.size() >= count, records);
        long[] next = new long[PARTITIONS];
        for (ConsumerRecord<String, String> record : records) {
            assertThat(record.offset()).isEqualTo(next[record.partition()]);
            assertThat(record.value()).isEqualTo(String.valueOf(next[record.partition()]++));
        }
        assertThat(records).hasSize(count);
    }

    /** Some hundreds of records more. */
    private static void readOn(KafkaConsumer<String, String> consumer, List<ConsumerRecord<String, String>> records) {
        int before = records.size();
        OurClients.pollUntil(consumer, () -> records.size() >= before + 500, records);
    }

    @Test
    void aConsumerReadsFromTheFollowerInItsRackAndFromTheLeaderWhenThatIsGone() throws Exception {
        String topic = newTopic(1, List.of(1, 2), Map.of());
        var partition = new TopicPartition(topic, 0);
        KafkaProducer<String, String> producer = clients.producer(Map.of());
        KafkaConsumer<String, String> consumer =
                clients.consumer(Map.of("client.rack", PeerCluster.rackOf(2), "client.id", topic));
        consumer.assign(List.of(partition));
        send(producer, topic, 100);
        OurClients.pollUntil(
                consumer, () -> value(consumer, "preferred-read-replica", "topic", topic) == 2, new ArrayList<>());
        consumer.seekToBeginning(List.of(partition));
        assertThat(OurClients.poll(consumer, 100)).hasSize(100);
        double fromLeader = bytesFrom(consumer, 1);
        double fromFollower = bytesFrom(consumer, 2);

        send(producer, topic, 100);
        assertThat(OurClients.poll(consumer, 100)).hasSize(100);

        assertThat(bytesFrom(consumer, 2) - fromFollower).isGreaterThan(100 * 1_000);
        assertThat(bytesFrom(consumer, 1) - fromLeader).isLessThan(1_000);
        cluster.kill(2);
        send(producer, topic, 100);
        assertThat(OurClients.poll(consumer, 100)).hasSize(100);
        assertThat(bytesFrom(consumer, 1) - fromLeader).isGreaterThan(100 * 1_000);
    }

    private static void send(KafkaProducer<String, String> producer, String topic, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            producer.send(new ProducerRecord<>(topic, 0, null, i + "x".repeat(1_000)))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static double bytesFrom(KafkaConsumer<String, String> consumer, int broker) {
        return value(consumer, "incoming-byte-total", "node-id", "node-" + broker);
    }

    private static double value(KafkaConsumer<String, String> consumer, String name, String tag, String of) {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals(name))
                .filter(metric -> of.equals(metric.metricName().tags().get(tag)))
                .map(Metric::metricValue)
                .mapToDouble(value -> ((Number) value).doubleValue())
                .sum();
    }

    @Test
    void aConsumerWithLittleMemoryReadsFromThreeBrokersOverOneConnectionEach() throws Exception {
        String topic = OurClients.newName("much");
        Map<Integer, List<Integer>> leaders = new HashMap<>();
        for (int partition = 0; partition < 4 * PeerCluster.BROKERS; partition++) {
            leaders.put(partition, List.of(partition % PeerCluster.BROKERS));
        }
        clients.create(new NewTopic(topic, leaders));
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.bootstrap(), "batch.size", 200_000, "compression.type", "lz4");
        var random = new Random(1);
        try (var producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 600; i++) {
                byte[] value = CheckedValues.next(random, 10 + random.nextInt(80_000));
                producer.send(new ProducerRecord<>(topic, i % leaders.size(), null, value));
            }
        }
        Path log = ChildJvm.logFile("small-memory");

        Process child = ChildJvm.prepare(
                        ChildJvm.OWN_CLASS_PATH,
                        log,
                        CheckingReader.arguments(
                                "-Xmx40m -XX:MaxDirectMemorySize=12m", cluster.bootstrap(), topic, leaders.size()))
                .start();
        ChildJvm.awaitEnd(child);

        assertThat(Files.readString(log))
                .contains(CheckingReader.DONE + 600)
                .contains(CheckingReader.CONNECTED + (1.0 + PeerCluster.BROKERS));
    }

    /** The records from 100 on that broker 1 alone had are gone: an unclean election made another log of them. */
    @Test
    void aTruncatedLogIsNoticedByTheEpochOfItsLeader() throws Exception {
        String topic = newTopic(
                1, List.of(1, 2), Map.of("min.insync.replicas", "1", "unclean.leader.election.enable", "true"));
        var partition = new TopicPartition(topic, 0);
        KafkaProducer<String, String> producer = clients.producer(Map.of("client.id", "before"));
        send(producer, topic, 100);
        cluster.kill(2);
        PeerCluster.await("the follower's end").until(() -> cluster.isInSync(topic, 1, 1));
        send(producer, topic, 50);
        KafkaConsumer<String, String> resetting = readerOfAll(partition, "earliest");
        KafkaConsumer<String, String> strict = readerOfAll(partition, "none");

        cluster.kill(1);
        cluster.startAgain(2);
        PeerCluster.await("an unclean election").until(() -> cluster.leads(2, topic, 1));
        send(clients.producer(Map.of("client.id", "after")), topic, 80);

        assertIsTheNewLog(OurClients.poll(resetting, 80));
        assertThatThrownBy(() -> OurClients.poll(strict, 1)).isInstanceOfSatisfying(LogTruncationException.class, e -> {
            assertThat(e.offsetOutOfRangePartitions()).containsEntry(partition, 150L);
            assertThat(e.divergentOffsets().get(partition).offset()).isEqualTo(100);
            strict.seek(partition, e.divergentOffsets().get(partition));
        });
        assertIsTheNewLog(OurClients.poll(strict, 80));
    }

    /** A consumer that has read the 150 records. */
    private KafkaConsumer<String, String> readerOfAll(TopicPartition partition, String reset) {
        KafkaConsumer<String, String> consumer = clients.consumer(Map.of("auto.offset.reset", reset));
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        assertThat(OurClients.poll(consumer, 150)).hasSize(150);
        return consumer;
    }

    private static void assertIsTheNewLog(List<ConsumerRecord<String, String>> records) {
        assertThat(records).hasSize(80);
        assertThat(records.get(0).offset()).isEqualTo(100);
        assertThat(records.get(0).value()).startsWith("0x");
    }
}
