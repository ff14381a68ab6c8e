package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.clients.producer.RecordMetadata;
import io.milena.common.errors.RecordTooLargeException;
import io.milena.common.record.TimestampType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our producer against brokers of Apache Kafka, read back by our consumer. */
@Tag("peer")
@ParameterizedClass
@EnumSource(Peer.class)
class PeerProducerIT {

    private static final int PARTITIONS = 3;

    @Parameter
    private Peer peer;

    private OurClients clients;

    @BeforeEach
    void open() {
        clients = new OurClients(peer.broker().bootstrap());
    }

    @AfterEach
    void close() {
        clients.close();
    }

    private static RecordMetadata sent(Future<RecordMetadata> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static long[] inOrder(List<ConsumerRecord<String, String>> records) {
        long[] next = new long[PARTITIONS];
        for (ConsumerRecord<String, String> record : records) {
            assertThat(record.offset()).isEqualTo(next[record.partition()]);
            assertThat(record.value()).isEqualTo("value " + next[record.partition()]++);
        }
        return next;
    }

    @ParameterizedTest
    @CsvSource({
        "none, true",
        "gzip, true",
        "snappy, true",
        "lz4, true",
        "zstd, true",
        "none, false",
        "zstd, false",
    })
    void eachCodecIsTakenAndReadBackInOrder(String codec, boolean idempotent) throws Exception {
        String topic = clients.newTopic(PARTITIONS, Map.of());
        clients.awaitLed(topic, PARTITIONS); // Else a request may be refused, and its repetition come behind the next.
        int each = 1_000;
        var producer = clients.producer(Map.of(
                "compression.type", codec, "enable.idempotence", idempotent, "linger.ms", 5, "batch.size", 4_000));
        List<Future<RecordMetadata>> futures = new ArrayList<>();
        for (int i = 0; i < each * PARTITIONS; i++) {
            String value = "value " + i / PARTITIONS;
            futures.add(producer.send(new ProducerRecord<>(topic, i % PARTITIONS, "key", value)));
        }
        producer.flush();

        for (int i = 0; i < futures.size(); i++) {
            assertThat(sent(futures.get(i)).offset()).isEqualTo(i / PARTITIONS);
        }
        assertThat(inOrder(clients.read(topic, PARTITIONS, each * PARTITIONS, Map.of())))
                .containsOnly(each);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "all"})
    void eachAcknowledgementIsUnderstood(String acks) throws Exception {
        String topic = clients.newTopic(PARTITIONS, Map.of());

        clients.awaitLed(topic, PARTITIONS); // Else the broker drops what nobody asks after.
        sent(clients.producer(Map.of()).send(new ProducerRecord<>(topic, 1, null, "value 0")));

        RecordMetadata metadata =
                sent(clients.producer(Map.of("acks", acks)).send(new ProducerRecord<>(topic, 1, null, "value 1")));

        assertThat(metadata.hasOffset()).isEqualTo(!acks.equals("0"));
        assertThat(inOrder(clients.read(topic, PARTITIONS, 2, Map.of()))).containsExactly(0, 2, 0);
    }

    @Test
    void recordsOfOneKeyStayTogetherAndThoseWithoutAreSpread() {
        String topic = clients.newTopic(PARTITIONS, Map.of());
        var producer = clients.producer(Map.of("batch.size", 500));
        for (int i = 0; i < 600; i++) {
            producer.send(new ProducerRecord<>(topic, "key " + i % 20, "keyed " + i));
            producer.send(new ProducerRecord<>(topic, "keyless " + i));
        }
        producer.flush();

        Map<String, Set<Integer>> placesOfKeys = new HashMap<>();
        Set<Integer> placesWithoutKey = new HashSet<>();
        for (ConsumerRecord<String, String> record : clients.read(topic, PARTITIONS, 1_200, Map.of())) {
            Set<Integer> places = record.key() == null
                    ? placesWithoutKey
                    : placesOfKeys.computeIfAbsent(record.key(), key -> new HashSet<>());
            places.add(record.partition());
        }

        assertThat(placesOfKeys).hasSize(20);
        assertThat(placesOfKeys.values()).allMatch(places -> places.size() == 1);
        assertThat(placesWithoutKey).hasSize(PARTITIONS);
    }

    @Test
    void headersAndTimesArriveAsTheyWereSentOrAsTheTopicHasThem() throws Exception {
        String own = clients.newTopic(1, Map.of());
        String brokers = clients.newTopic(1, Map.of("message.timestamp.type", "LogAppendTime"));
        long time = System.currentTimeMillis() - 5_000;
        var producer = clients.producer(Map.of());
        for (String topic : List.of(own, brokers)) {
            var record = new ProducerRecord<>(topic, 0, time, (String) null, "value 0");
            record.headers().add("h", "one".getBytes(StandardCharsets.UTF_8)).add("h", null);
            RecordMetadata metadata = sent(producer.send(record));
            assertThat(metadata.timestamp() == time).isEqualTo(topic.equals(own));
        }

        ConsumerRecord<String, String> first = clients.read(own, 1, 1, Map.of()).get(0);
        assertThat(first.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
        assertThat(first.timestamp()).isEqualTo(time);
        assertThat(first.key()).isNull();
        assertThat(first.headers().toArray()).hasSize(2);
        assertThat(first.headers().lastHeader("h").value()).isNull();
        ConsumerRecord<String, String> second =
                clients.read(brokers, 1, 1, Map.of()).get(0);
        assertThat(second.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(second.timestamp()).isGreaterThan(time);
    }

    @Test
    void aRecordTooLargeForTheTopicFailsAloneAndABatchTooLargeIsSplit() throws Exception {
        String topic = clients.newTopic(1, Map.of("max.message.bytes", "20000"));
        var producer = clients.producer(Map.of("batch.size", 100_000, "linger.ms", 200));
        List<Future<RecordMetadata>> small = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            small.add(producer.send(new ProducerRecord<>(topic, "x".repeat(3_000))));
        }
        producer.flush();
        for (Future<RecordMetadata> one : small) {
            assertThat(sent(one).hasOffset()).isTrue();
        }

        Future<RecordMetadata> large = producer.send(new ProducerRecord<>(topic, "x".repeat(30_000)));

        assertThatThrownBy(() -> sent(large)).hasCauseInstanceOf(RecordTooLargeException.class);
        assertThat(sent(producer.send(new ProducerRecord<>(topic, "y"))).offset())
                .isEqualTo(30);
        clients.read(topic, 1, 31, Map.of());
    }

    @Test
    void aTopicThatIsDeletedAndCreatedAgainIsWrittenFromItsStart() throws Exception {
        String topic = clients.newTopic(1, Map.of());
        KafkaProducer<String, String> producer = clients.producer(Map.of("delivery.timeout.ms", 60_000));
        for (int i = 0; i < 10; i++) {
            sent(producer.send(new ProducerRecord<>(topic, "old")));
        }
        clients.replace(topic, 1);

        assertThat(sent(producer.send(new ProducerRecord<>(topic, "new"))).offset())
                .isZero();
        assertThat(sent(producer.send(new ProducerRecord<>(topic, "new"))).offset())
                .isEqualTo(1);
    }
}
