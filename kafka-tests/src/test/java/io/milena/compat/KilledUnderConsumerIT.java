package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.common.serialization.ByteArrayDeserializer;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our consumer while its broker is killed and comes back. */
class KilledUnderConsumerIT {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final int COUNT = 5_000;

    @TempDir
    private static Path folder;

    private static int read(KafkaConsumer<byte[], byte[]> consumer, int count) {
        int read = 0;
        for (int i = 0; i < 600 && read < count; i++) {
            read += consumer.poll(SHORT).count();
        }
        return read;
    }

    private static void produce(BrokerProcess broker) {
        try (var clients = JavaClients.start(ReferenceJars.CLIENTS_3_9, broker.bootstrap())) {
            clients.ask("produce topic=killed partitions=4 count=" + COUNT + " base=1000");
        }
    }

    @Test
    void readingAndCommittingGoOn() {
        try (var broker =
                BrokerProcess.start(folder, Map.of("group.initial.rebalance.delay.ms", "0", "num.partitions", "4"))) {
            produce(broker);
            Map<String, Object> settings = Map.of(
                    ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap(),
                    ConsumerConfig.GROUP_ID_CONFIG, "killed",
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
            try (var consumer =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer.subscribe(List.of("killed"));
                assertThat(read(consumer, COUNT)).isEqualTo(COUNT);
                consumer.commitSync();

                broker.kill();
                assertThat(consumer.poll(Duration.ofSeconds(1)).isEmpty()).isTrue();
                broker.startAgain();
                produce(broker);

                assertThat(read(consumer, COUNT)).isEqualTo(COUNT);
                consumer.commitSync();
            }
        }
    }
}
