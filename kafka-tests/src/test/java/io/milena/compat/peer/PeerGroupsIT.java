package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.CommitFailedException;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.CooperativeStickyAssignor;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.consumer.RangeAssignor;
import io.milena.clients.consumer.RoundRobinAssignor;
import io.milena.clients.consumer.StickyAssignor;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.errors.RebalanceInProgressException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our consumers as members of a group whose coordinator is a broker of Apache Kafka. */
@Tag("peer")
@ParameterizedClass
@EnumSource(Peer.class)
class PeerGroupsIT {

    private static final int PARTITIONS = 4;
    private static final int COUNT = 200;

    @Parameter
    private Peer peer;

    private final List<KafkaConsumer<String, String>> members = new ArrayList<>();
    private final List<ConsumerRecord<String, String>> records = new ArrayList<>();
    private OurClients clients;
    private KafkaProducer<String, String> producer;

    @BeforeEach
    void open() {
        clients = new OurClients(peer.broker().bootstrap());
        producer = clients.producer(Map.of());
    }

    @AfterEach
    void close() {
        clients.close();
    }

    private KafkaConsumer<String, String> member(String group, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("group.id", group);
        settings.put("auto.commit.interval.ms", 100);
        settings.put("metadata.max.age.ms", 500);
        KafkaConsumer<String, String> member = clients.consumer(settings);
        members.add(member);
        return member;
    }

    private void pollUntil(BooleanSupplier enough) {
        OurClients.pollUntil(members, enough, records);
    }

    private void awaitShares(int share) {
        pollUntil(() -> members.stream().allMatch(member -> member.assignment().size() == share));
    }

    /** Not while the group rebalances. */
    private static boolean canCommit(KafkaConsumer<String, String> member) {
        try {
            member.commitSync();
            return true;
        } catch (CommitFailedException | RebalanceInProgressException e) {
            return false;
        }
    }

    private void produce(String topic, String value) {
        for (int i = 0; i < COUNT; i++) {
            producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, value + i));
        }
        producer.flush();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                RangeAssignor.class,
                RoundRobinAssignor.class,
                StickyAssignor.class,
                CooperativeStickyAssignor.class
            })
    void membersShareTheirTopicAndHandItOver(Class<?> assignor) {
        String topic = clients.newTopic(PARTITIONS, Map.of());
        Map<String, Object> shared = Map.of("partition.assignment.strategy", List.of(assignor));
        member(topic, shared).subscribe(List.of(topic));
        awaitShares(PARTITIONS);
        member(topic, shared).subscribe(List.of(topic));
        awaitShares(PARTITIONS / 2);
        produce(topic, "shared ");
        pollUntil(() -> records.size() >= COUNT && members.stream().allMatch(PeerGroupsIT::canCommit));

        members.remove(0).close();
        awaitShares(PARTITIONS);
        produce(topic, "alone ");
        pollUntil(() -> records.size() >= 2 * COUNT);

        assertThat(records)
                .extracting(ConsumerRecord::value)
                .doesNotHaveDuplicates()
                .hasSize(2 * COUNT);
    }

    @Test
    void aStaticMemberComesBackToItsPartitionsWithoutARebalance() {
        String topic = clients.newTopic(PARTITIONS, Map.of());
        Map<String, Object> first = Map.of("group.instance.id", "first");
        KafkaConsumer<String, String> before = member(topic, first);
        before.subscribe(List.of(topic));
        member(topic, Map.of("group.instance.id", "second")).subscribe(List.of(topic));
        awaitShares(PARTITIONS / 2);
        var partitions = before.assignment();
        int generation = before.groupMetadata().generationId();
        before.close();
        members.remove(before);

        KafkaConsumer<String, String> after = member(topic, first);
        after.subscribe(List.of(topic));
        awaitShares(PARTITIONS / 2);

        assertThat(after.assignment()).isEqualTo(partitions);
        assertThat(after.groupMetadata().generationId()).isEqualTo(generation);
    }

    @Test
    void aPatternFindsTopicsThatAreMadeLater() {
        String beginning = OurClients.newName("patterned");
        String topic = clients.newTopic(beginning, PARTITIONS, Map.of());
        KafkaConsumer<String, String> member = member(topic, Map.of());
        member.subscribe(Pattern.compile(beginning + "-.*"));
        pollUntil(() -> member.subscription().contains(topic));

        String later = clients.newTopic(beginning, PARTITIONS, Map.of());
        produce(later, "later ");

        pollUntil(() -> records.size() >= COUNT);
        assertThat(member.subscription()).containsExactlyInAnyOrder(topic, later);
        assertThat(records).hasSize(COUNT).allMatch(record -> record.topic().equals(later));
    }
}
