package io.milena.compat;

import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.serialization.StringSerializer;
import io.milena.testkit.BrokerProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever our consumer is told, in whatever order, it hands over the records that come next, and no others. */
class SeededReadsIT {

    private static final String TOPIC = "storm";
    private static final int PARTITIONS = 8;
    private static final int EACH = 300;
    private static final int STEPS = 200;

    private static BrokerProcess broker;

    @BeforeAll
    static void produce(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of("num.partitions", String.valueOf(PARTITIONS)));
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrap(), "batch.size", 400);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < PARTITIONS * EACH; i++) {
                int partition = i % PARTITIONS;
                producer.send(new ProducerRecord<>(TOPIC, partition, null, partition + ":" + i / PARTITIONS));
            }
        }
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyRecordThatIsHandedOverIsTheNextOfItsPartition(long seed) {
        var storm = new ReadStorm(seed, broker.bootstrap(), TOPIC, PARTITIONS, EACH);

        storm.run(STEPS);
    }
}
