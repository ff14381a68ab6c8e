package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerConfig;
import io.milena.clients.producer.ProducerRecord;
import io.milena.clients.producer.RecordMetadata;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ProducerFencedException;
import io.milena.common.errors.RecordTooLargeException;
import io.milena.common.serialization.StringSerializer;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our producer against our broker, read back by the reference's consumer. */
class ProducerIT {

    private static final AtomicInteger TOPICS = new AtomicInteger();
    private static final int PARTITIONS = 3;

    private static BrokerProcess broker;
    private static JavaClients reader;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() {
        broker = BrokerProcess.start(folder.resolve("broker"), Map.of());
        reader = JavaClients.start(ReferenceJars.CLIENTS_3_9, broker.bootstrap());
    }

    @AfterAll
    static void stop() {
        reader.close();
        broker.close();
    }

    private static KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> configs = new HashMap<>(more);
        configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap());
        return new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer());
    }

    private static String newTopic() {
        String topic = "produced-" + TOPICS.incrementAndGet();
        reader.ask("create topic=" + topic + " partitions=" + PARTITIONS);
        return topic;
    }

    /** Partition, key, value and headers of each record, in the order of partitions and offsets. */
    private static List<String> read(String topic, String isolation) {
        Path file = folder.resolve(topic + "-" + isolation + "-" + TOPICS.incrementAndGet());
        reader.ask("dump topic=" + topic + " partitions=" + PARTITIONS + " isolation=" + isolation + " file=" + file);
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> expected(int count) {
        return IntStream.range(0, PARTITIONS)
                .boxed()
                .flatMap(partition -> IntStream.range(0, count)
                        .filter(i -> i % PARTITIONS == partition)
                        .mapToObj(i -> partition + "\tkey " + i + "\tvalue " + i + "\th=" + i))
                .toList();
    }

    private static ProducerRecord<String, String> numbered(String topic, int i) {
        var numbered = new ProducerRecord<String, String>(topic, i % PARTITIONS, "key " + i, "value " + i);
        numbered.headers().add("h", Integer.toString(i).getBytes(StandardCharsets.UTF_8));
        return numbered;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void recordsAreReadAsTheyWereSent(String codec) throws Exception {
        String topic = newTopic();
        int count = 6_000;
        try (var producer = producer(Map.of("compression.type", codec, "linger.ms", 5, "batch.size", 2_000))) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sent.add(producer.send(numbered(topic, i)));
            }
            producer.flush();

            for (int i = 0; i < count; i++) {
                assertThat(sent.get(i).isDone()).isTrue();
                assertThat(sent.get(i).get().offset()).isEqualTo(i / PARTITIONS);
            }
        }

        assertThat(read(topic, "read_uncommitted")).containsExactlyElementsOf(expected(count));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "all"})
    void everyAcknowledgementWorks(String acks) throws Exception {
        String topic = newTopic();
        try (var producer = producer(Map.of("acks", acks))) {
            RecordMetadata metadata =
                    producer.send(new ProducerRecord<>(topic, 1, null, "value")).get(30, TimeUnit.SECONDS);

            assertThat(metadata.hasOffset()).isEqualTo(!acks.equals("0"));
            assertThat(producer.partitionsFor(topic)).hasSize(PARTITIONS);
        }

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(read(topic, "read_uncommitted")).hasSize(1));
    }

    @Test
    void aRecordThatIsTooLargeFailsAtOnceAndNothingElseSuffers() throws Exception {
        String topic = newTopic();
        try (var producer = producer(Map.of("max.request.size", 10_000))) {
            var called = new AtomicInteger();
            Future<RecordMetadata> large = producer.send(
                    new ProducerRecord<>(topic, "x".repeat(20_000)), (metadata, error) -> called.incrementAndGet());
            assertThat(large.isDone()).isTrue();
            assertThat(called).hasValue(1);
            assertThatThrownBy(large::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RecordTooLargeException.class)
                    .hasMessageContaining("max.request.size");

            assertThat(producer.send(new ProducerRecord<>(topic, "small"))
                            .get(30, TimeUnit.SECONDS)
                            .hasOffset())
                    .isTrue();
        }
    }

    @Test
    void nothingIsLostDoubledOrOutOfOrderWhileTheBrokerIsKilled() throws Exception {
        String topic = newTopic();
        int count = 30_000;
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (var producer = producer(Map.of("linger.ms", 2, "batch.size", 1_000, "request.timeout.ms", 5_000))) {
            for (int i = 0; i < count; i++) {
                sent.add(producer.send(numbered(topic, i)));
                if (i == count / 3 || i == count / 3 * 2) {
                    broker.kill();
                    broker.startAgain();
                }
            }
            producer.flush();
            for (Future<RecordMetadata> one : sent) {
                one.get(1, TimeUnit.SECONDS);
            }
        }

        assertThat(read(topic, "read_uncommitted")).containsExactlyElementsOf(expected(count));
    }

    @Test
    void aTransactionIsSeenWholeOrNotAtAll() {
        String topic = newTopic();
        try (var producer = producer(Map.of("transactional.id", topic))) {
            producer.initTransactions();
            for (int round = 0; round < 4; round++) {
                producer.beginTransaction();
                for (int i = 0; i < 30; i++) {
                    producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, "round " + round));
                }
                if (round % 2 == 0) {
                    producer.sendOffsetsToTransaction(
                            Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(round)),
                            new ConsumerGroupMetadata("group-" + topic));
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            }
        }

        assertThat(read(topic, "read_committed"))
                .hasSize(60)
                .allMatch(line -> line.contains("round 0") || line.contains("round 2"));
    }

    @Test
    void theOlderOfTwoProducersWithOneNameIsFenced() {
        String topic = newTopic();
        try (var older = producer(Map.of("transactional.id", topic));
                var newer = producer(Map.of("transactional.id", topic))) {
            older.initTransactions();
            older.beginTransaction();
            older.send(new ProducerRecord<>(topic, "older"));
            older.flush();
            newer.initTransactions();
            newer.beginTransaction();
            newer.send(new ProducerRecord<>(topic, "newer"));
            newer.commitTransaction();

            assertThatThrownBy(older::commitTransaction)
                    .isInstanceOf(ProducerFencedException.class)
                    .hasMessageContaining("close it");
        }
        assertThat(read(topic, "read_committed")).singleElement().asString().contains("newer");
    }

    @Test
    void whatIsCountedIsShownUntilTheProducerIsClosed() throws Exception {
        String topic = newTopic();
        var server = ManagementFactory.getPlatformMBeanServer();
        var producers = new ObjectName("kafka.producer:type=producer-metrics,client-id=shown");
        var topics = new ObjectName("kafka.producer:type=producer-topic-metrics,client-id=shown,topic=" + topic);
        try (var producer = producer(Map.of("client.id", "shown"))) {
            producer.send(new ProducerRecord<>(topic, "value")).get(30, TimeUnit.SECONDS);

            Awaitility.await().until(() -> server.isRegistered(topics));
            assertThat((double) server.getAttribute(producers, "record-send-total"))
                    .isEqualTo(1);
            assertThat((double) server.getAttribute(producers, "batch-size-avg"))
                    .isPositive();
            assertThat((double) server.getAttribute(topics, "record-send-total"))
                    .isEqualTo(1);
            assertThat(producer.metrics().keySet())
                    .anyMatch(name -> name.group().equals("producer-metrics")
                            && name.name().equals("buffer-available-bytes"));
        }

        assertThat(server.queryNames(new ObjectName("kafka.producer:*,client-id=shown"), null))
                .isEmpty();
    }
}
