package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.serialization.ByteArraySerializer;
import io.milena.testing.ChildJvm;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.CheckedValues;
import io.milena.testkit.CheckingReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our consumer in a JVM with little memory, where much waits in many partitions. */
class SmallMemoryIT {

    private static final String TOPIC = "much";
    private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
    private static final int PARTITIONS = 32;
    private static final int LARGEST_BYTES = 3 << 20;
    private static final int RECORDS = 800;

    private static BrokerProcess broker;

    @BeforeAll
    static void produce(@TempDir Path folder) {
        broker = BrokerProcess.start(
                folder, Map.of("num.partitions", "" + PARTITIONS, "message.max.bytes", "" + 2 * LARGEST_BYTES));
        for (String codec : CODECS) {
            produce(codec);
        }
    }

    private static void produce(String codec) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker.bootstrap(),
                "compression.type",
                codec,
                "batch.size",
                128 << 10,
                "linger.ms",
                50,
                "max.request.size",
                2 * LARGEST_BYTES);
        var random = new Random(CODECS.indexOf(codec));
        try (var producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < RECORDS / CODECS.size(); i++) {
                int bytes = i % 160 == 7 ? LARGEST_BYTES : 10 + random.nextInt(40_000);
                producer.send(new ProducerRecord<>(TOPIC, i % PARTITIONS, null, CheckedValues.next(random, bytes)));
            }
        }
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx256m -XX:MaxDirectMemorySize=64m", "-Xmx256m -XX:MaxDirectMemorySize=16m", "-Xmx40m"})
    void everyRecordIsReadAndNoConnectionLost(String memory) throws Exception {
        Path log = ChildJvm.logFile("small-memory");
        Process child = ChildJvm.prepare(
                        ChildJvm.OWN_CLASS_PATH,
                        log,
                        CheckingReader.arguments(memory, broker.bootstrap(), TOPIC, PARTITIONS))
                .start();
        ChildJvm.awaitEnd(child);

        assertThat(Files.readString(log))
                .contains(CheckingReader.DONE + RECORDS)
                .contains(CheckingReader.CONNECTED + "2.0")
                .doesNotContain("OutOfMemory");
        assertThat(child.exitValue()).isZero();
    }
}
