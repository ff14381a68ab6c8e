package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.consumer.OffsetAndTimestamp;
import io.milena.clients.consumer.OffsetOutOfRangeException;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Our consumer with assigned partitions against brokers of Apache Kafka. */
@Tag("peer")
@ParameterizedClass
@EnumSource(Peer.class)
class PeerConsumerIT {

    private static final int PARTITIONS = 2;
    private static final int EACH = 100;
    private static final long FIRST_MS = 1_700_000_000_000L;

    @Parameter
    private Peer peer;

    private OurClients clients;
    private String topic;
    private List<TopicPartition> partitions;

    @BeforeEach
    void produce() {
        clients = new OurClients(peer.broker().bootstrap());
        topic = clients.newTopic(PARTITIONS, Map.of("retention.ms", "-1"));
        partitions = OurClients.partitions(topic, PARTITIONS);
        KafkaProducer<String, String> producer = clients.producer(Map.of("batch.size", 1_000));
        for (int i = 0; i < EACH * PARTITIONS; i++) {
            int index = i / PARTITIONS;
            producer.send(new ProducerRecord<>(topic, i % PARTITIONS, FIRST_MS + index, "key", "value " + index));
        }
        producer.flush();
    }

    @AfterEach
    void close() {
        clients.close();
    }

    private KafkaConsumer<String, String> assigned(Map<String, Object> more) {
        KafkaConsumer<String, String> consumer = clients.consumer(more);
        consumer.assign(partitions);
        return consumer;
    }

    @Test
    void positionsGoWhereTheApplicationSays() {
        KafkaConsumer<String, String> consumer = assigned(Map.of("max.poll.records", 7));
        TopicPartition first = partitions.get(0);
        consumer.pause(List.of(partitions.get(1)));

        consumer.seek(first, 40);
        assertThat(OurClients.poll(consumer, 1).get(0).offset()).isEqualTo(40);
        assertThat(consumer.position(first)).isEqualTo(47);
        consumer.seekToBeginning(List.of(first));
        assertThat(OurClients.poll(consumer, 1).get(0).value()).isEqualTo("value 0");
        consumer.seekToEnd(List.of(first));
        assertThat(consumer.position(first)).isEqualTo(EACH);
        assertThat(consumer.poll(Duration.ofMillis(100))).isEmpty();
        consumer.resume(List.of(partitions.get(1)));
        assertThat(OurClients.poll(consumer, EACH)).hasSize(EACH).allMatch(record -> record.partition() == 1);
        assertThat(consumer.currentLag(first)).hasValue(0);
    }

    @Test
    void offsetsAreFoundByTimeAndAtBothEnds() {
        KafkaConsumer<String, String> consumer = assigned(Map.of());
        TopicPartition first = partitions.get(0);
        TopicPartition second = partitions.get(1);

        Map<TopicPartition, OffsetAndTimestamp> found =
                consumer.offsetsForTimes(Map.of(first, FIRST_MS + 40, second, FIRST_MS + 1_000));

        assertThat(found.get(first).offset()).isEqualTo(40);
        assertThat(found.get(first).timestamp()).isEqualTo(FIRST_MS + 40);
        assertThat(found.get(second)).isNull();
        assertThat(consumer.beginningOffsets(partitions)).containsOnly(Map.entry(first, 0L), Map.entry(second, 0L));
        assertThat(consumer.endOffsets(partitions))
                .containsOnly(Map.entry(first, (long) EACH), Map.entry(second, (long) EACH));
        assertThat(consumer.partitionsFor(topic)).hasSize(PARTITIONS);
        assertThat(consumer.listTopics()).containsKey(topic);
    }

    @Test
    void committedOffsetsAreKept() {
        Map<String, Object> group = Map.of("group.id", topic, "enable.auto.commit", false);
        KafkaConsumer<String, String> consumer = assigned(group);
        OurClients.poll(consumer, EACH * PARTITIONS);
        TopicPartition first = partitions.get(0);
        TopicPartition second = partitions.get(1);
        List<Exception> problems = new ArrayList<>();

        consumer.commitSync(Map.of(first, new OffsetAndMetadata(17, "note")));
        consumer.commitAsync(Map.of(second, new OffsetAndMetadata(20)), (offsets, e) -> problems.add(e));
        OurClients.pollUntil(consumer, () -> !problems.isEmpty(), new ArrayList<>());

        assertThat(problems).containsOnlyNulls();
        assertThat(consumer.committed(Set.copyOf(partitions)))
                .containsEntry(first, new OffsetAndMetadata(17, "note"))
                .containsEntry(second, new OffsetAndMetadata(20));
        KafkaConsumer<String, String> next = assigned(group);
        List<ConsumerRecord<String, String>> rest = OurClients.poll(next, 2 * EACH - 37);
        assertThat(rest).hasSize(2 * EACH - 37);
        assertThat(next.position(first)).isEqualTo(EACH);
    }

    @Test
    void aPositionThatIsNotThereIsResetOrTold() {
        KafkaConsumer<String, String> resetting = assigned(Map.of());
        resetting.seek(partitions.get(0), 5_000);
        OurClients.pollUntil(resetting, () -> resetting.position(partitions.get(0)) == EACH, new ArrayList<>());

        KafkaConsumer<String, String> strict = assigned(Map.of("auto.offset.reset", "none"));
        strict.seek(partitions.get(0), 5_000);
        strict.seek(partitions.get(1), EACH);
        assertThatThrownBy(() -> OurClients.poll(strict, 1))
                .isInstanceOfSatisfying(
                        OffsetOutOfRangeException.class,
                        e -> assertThat(e.offsetOutOfRangePartitions()).containsEntry(partitions.get(0), 5_000L));
    }

    @Test
    void aTopicThatIsDeletedAndCreatedAgainIsReadFromItsStart() throws Exception {
        KafkaConsumer<String, String> consumer = assigned(Map.of("metadata.max.age.ms", 500));
        OurClients.poll(consumer, EACH * PARTITIONS);
        clients.replace(topic, PARTITIONS);
        KafkaProducer<String, String> producer = clients.producer(Map.of());
        for (int i = 0; i < 10; i++) {
            producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, "again " + i / PARTITIONS));
        }

        List<ConsumerRecord<String, String>> again = OurClients.poll(consumer, 10);

        assertThat(again).hasSize(10).allMatch(record -> record.value().equals("again " + record.offset()));
    }
}
