package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.CommitFailedException;
import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ProducerFencedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Our transactional producer, and our reader of committed records, against brokers of Apache Kafka. */
@Tag("peer")
@ParameterizedClass
@EnumSource(Peer.class)
class PeerTransactionsIT {

    private static final int PARTITIONS = 3;
    private static final Map<String, Object> COMMITTED = Map.of("isolation.level", "read_committed");

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

    private KafkaProducer<String, String> transactional(String id) {
        KafkaProducer<String, String> producer = clients.producer(Map.of("transactional.id", id));
        producer.initTransactions();
        return producer;
    }

    @Test
    void readersOfCommittedRecordsSeeWhatWasCommittedAndOthersSeeAll() {
        String topic = clients.newTopic(PARTITIONS, Map.of());
        KafkaProducer<String, String> producer = transactional(topic);
        for (int round = 0; round < 6; round++) {
            producer.beginTransaction();
            for (int i = 0; i < 30; i++) {
                producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, "round " + round));
            }
            if (round % 2 == 0) {
                producer.commitTransaction();
            } else {
                producer.flush();
                producer.abortTransaction();
            }
        }

        List<ConsumerRecord<String, String>> committed = clients.read(topic, PARTITIONS, 90, COMMITTED);

        assertThat(committed).extracting(ConsumerRecord::value).containsOnly("round 0", "round 2", "round 4");
        clients.read(topic, PARTITIONS, 180, Map.of());
    }

    @Test
    void anOpenTransactionIsNotReadBeforeItsEnd() throws Exception {
        String topic = clients.newTopic(1, Map.of());
        var partition = new TopicPartition(topic, 0);
        KafkaProducer<String, String> producer = transactional(topic);
        KafkaConsumer<String, String> reader = clients.consumer(COMMITTED);
        reader.assign(List.of(partition));
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, "value")).get(30, TimeUnit.SECONDS);

        assertThat(reader.poll(Duration.ofMillis(300))).isEmpty();
        assertThat(reader.endOffsets(List.of(partition))).containsEntry(partition, 0L);

        producer.commitTransaction();
        assertThat(OurClients.poll(reader, 1)).hasSize(1);
        assertThat(reader.endOffsets(List.of(partition))).containsEntry(partition, 2L);
    }

    @Test
    void theOlderOfTwoProducersWithOneNameIsFenced() {
        String topic = clients.newTopic(1, Map.of());
        KafkaProducer<String, String> older = transactional(topic);
        older.beginTransaction();
        older.send(new ProducerRecord<>(topic, "older"));
        older.flush();
        KafkaProducer<String, String> newer = transactional(topic);
        newer.beginTransaction();
        newer.send(new ProducerRecord<>(topic, "newer"));
        newer.commitTransaction();

        assertThatThrownBy(older::commitTransaction).isInstanceOf(ProducerFencedException.class);
        assertThat(clients.read(topic, 1, 1, COMMITTED))
                .extracting(ConsumerRecord::value)
                .containsExactly("newer");
    }

    @Test
    void recordsAreCopiedExactlyOnceWithTheOffsetsInTheTransactions() {
        String from = clients.newTopic(1, Map.of());
        String to = clients.newTopic(1, Map.of());
        var source = new TopicPartition(from, 0);
        KafkaProducer<String, String> plain = clients.producer(Map.of());
        for (int i = 0; i < 100; i++) {
            plain.send(new ProducerRecord<>(from, "value " + i));
        }
        plain.flush();
        KafkaProducer<String, String> producer = transactional(to);
        KafkaConsumer<String, String> consumer = member(to);
        consumer.subscribe(List.of(from));
        long copied = 0;
        for (int turn = 0; copied < 100; turn++) {
            List<ConsumerRecord<String, String>> records = OurClients.poll(consumer, 1);
            producer.beginTransaction();
            records.forEach(record -> producer.send(new ProducerRecord<>(to, record.value())));
            long next = records.get(records.size() - 1).offset() + 1;
            producer.sendOffsetsToTransaction(Map.of(source, new OffsetAndMetadata(next)), consumer.groupMetadata());
            if (turn % 2 == 0) {
                producer.abortTransaction();
                consumer.seek(source, copied);
            } else {
                producer.commitTransaction();
                copied = next;
            }
        }

        assertThat(consumer.committed(Set.of(source))).containsEntry(source, new OffsetAndMetadata(100));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            expected.add("value " + i);
        }
        assertThat(clients.read(to, 1, 100, COMMITTED))
                .extracting(ConsumerRecord::value)
                .containsExactlyElementsOf(expected);
    }

    private KafkaConsumer<String, String> member(String group) {
        Map<String, Object> settings = new HashMap<>(COMMITTED);
        settings.put("group.id", group);
        settings.put("enable.auto.commit", false);
        settings.put("max.poll.records", 30);
        return clients.consumer(settings);
    }

    @Test
    void offsetsOfAFormerMemberAreRefused() {
        String topic = clients.newTopic(1, Map.of());
        var partition = new TopicPartition(topic, 0);
        KafkaConsumer<String, String> consumer = member(topic);
        consumer.subscribe(List.of(topic));
        OurClients.pollUntil(consumer, () -> !consumer.assignment().isEmpty(), new ArrayList<>());
        ConsumerGroupMetadata former = consumer.groupMetadata();
        consumer.close();
        KafkaProducer<String, String> producer = transactional(topic);
        producer.beginTransaction();

        assertThatThrownBy(() -> producer.sendOffsetsToTransaction(Map.of(partition, new OffsetAndMetadata(7)), former))
                .isInstanceOf(CommitFailedException.class);

        producer.abortTransaction();
        producer.beginTransaction();
        producer.sendOffsetsToTransaction(
                Map.of(partition, new OffsetAndMetadata(8)), new ConsumerGroupMetadata(topic));
        producer.commitTransaction();
        KafkaConsumer<String, String> later = member(topic);
        later.assign(List.of(partition));
        assertThat(later.committed(Set.of(partition))).containsEntry(partition, new OffsetAndMetadata(8));
    }
}
