package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A word count of Kafka Streams 3.9.2 with {@code exactly_once_v2}: the broker is killed and stopped under it, and the
 * application killed too, and every word is counted once.
 */
class StreamsIT {

    private static final int PARTITIONS = 3;
    private static final int HEAVY_ACCIDENTS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String MANNER = " consumer.session.timeout.ms=2000 consumer.heartbeat.interval.ms=200"
            + " commit.interval.ms=50 request.timeout.ms=5000 producer.transaction.timeout.ms=3000";

    @TempDir
    private Path folder;

    private BrokerProcess broker;
    private JavaClients source;
    private JavaClients application;
    private int applications;

    @BeforeEach
    void start() {
        broker = BrokerProcess.start(folder, HastyCoordinators.SETTINGS);
        source = JavaClients.startGroups(ReferenceJars.CLIENTS_3_9, broker.bootstrap(), folder.resolve("journal"));
        source.ask("create topic=text partitions=" + PARTITIONS);
        source.ask("create topic=counts partitions=" + PARTITIONS);
        source.ask(
                "stream-start topic=text partitions=" + PARTITIONS + " rate=100 linger.ms=5 request.timeout.ms=5000");
        startApplication();
    }

    @AfterEach
    void stop() {
        application.close();
        source.close();
        broker.close();
    }

    private void startApplication() {
        application = JavaClients.startStreams(broker.bootstrap(), folder.resolve("state-" + applications++));
        application.ask("count application=word-count from=text to=counts" + MANNER);
    }

    private Map<String, String> check() {
        return application.ask("check from=text to=counts");
    }

    private static long counted(Map<String, String> check) {
        return Long.parseLong(check.get("words")) - Long.parseLong(check.get("missing"));
    }

    /** Until more words are counted; none is counted wrongly. */
    private void awaitMore() {
        long before = counted(check());
        Awaitility.await("words")
                .pollInterval(Duration.ofMillis(300))
                .atMost(PATIENCE)
                .until(() -> counted(check()) > before);
    }

    private void verify() {
        source.ask("stream-stop");
        Awaitility.await("all words are counted")
                .pollInterval(Duration.ofMillis(300))
                .atMost(PATIENCE)
                .until(() -> check().get("missing").equals("0"));
        assertThat(counted(check())).isPositive();
    }

    @Test
    void everyWordIsCountedOnceThoughBrokerAndApplicationAreKilled() {
        awaitMore();
        broker.kill();
        broker.startAgain();
        awaitMore();
        application.kill();
        startApplication();
        broker.stop();
        broker.startAgain();
        awaitMore();
        broker.kill();
        broker.startAgain();

        verify();
    }

    /** Accidents in any order; the seed draws them. */
    @Tag("heavy")
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void anyAccidentsLeaveEveryWordCountedOnce(long seed) {
        var random = new Random(seed);
        for (int accident = 0; accident < HEAVY_ACCIDENTS; accident++) {
            if (random.nextBoolean()) {
                awaitMore();
            }
            happen(random.nextInt(6));
        }

        verify();
    }

    private void happen(int chance) {
        switch (chance) {
            case 0 -> {
                application.kill();
                startApplication();
            }
            case 1 -> {
                broker.stop();
                broker.startAgain();
            }
            default -> {
                broker.kill();
                broker.startAgain();
            }
        }
    }
}
