package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.testkit.MBeans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The fetch sessions of our consumer (KIP-227), as brokers of Apache Kafka count them. */
@Tag("peer")
@Isolated("a broker counts the sessions of all its consumers together")
@ParameterizedClass
@EnumSource(Peer.class)
class PeerSessionsIT {

    private static final int PARTITIONS = 2;
    private static final int EACH = 10;
    private static final String SESSIONS = "kafka.server:type=FetchSessionCache,name=NumIncrementalFetchSessions";

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

    @Test
    void fetchesGoOnInASession() {
        String topic = clients.newTopic(PARTITIONS, Map.of());
        KafkaProducer<String, String> producer = clients.producer(Map.of());
        for (int i = 0; i < EACH * PARTITIONS; i++) {
            producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, "value"));
        }
        producer.flush();
        try (var beans = MBeans.of(peer.broker().pid())) {
            int before = sessions(beans);
            KafkaConsumer<String, String> consumer = clients.consumer(Map.of());
            consumer.assign(OurClients.partitions(topic, PARTITIONS));
            assertThat(OurClients.poll(consumer, EACH * PARTITIONS)).hasSize(EACH * PARTITIONS);
            OurClients.pollUntil(consumer, () -> sessions(beans) > before, new ArrayList<>());

            producer.send(new ProducerRecord<>(topic, 1, null, "later"));
            List<ConsumerRecord<String, String>> later = OurClients.poll(consumer, 1);

            assertThat(later).extracting(ConsumerRecord::value).containsExactly("later");
            assertThat(sessions(beans)).isEqualTo(before + 1);
        }
    }

    private static int sessions(MBeans beans) {
        return (Integer) beans.value(SESSIONS, "Value");
    }
}
