package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Consume, transform, produce: whatever is killed, and whatever transactions are aborted, left open or timed out, each
 * record comes out once and in order, as a reader of committed records sees.
 */
class ExactlyOnceIT {

    private static final String[] JVMS = {"left", "right"};

    /** Transactions between two accidents. */
    private static final int BREATH = 8;

    private static final int HEAVY_ACCIDENTS = 40;

    @TempDir
    private Path folder;

    private BrokerProcess startBroker() {
        return BrokerProcess.start(folder, HastyCoordinators.SETTINGS);
    }

    @Test
    void eachRecordIsCopiedOnceThoughCopiersAndBrokerAreKilled() {
        try (var broker = startBroker();
                var stage = new CopyStage(ReferenceJars.CLIENTS_3_9, broker, folder, "brief", new Random(1))) {
            stage.start("left");
            stage.start("right");
            stage.awaitEach();
            stage.stall("left");
            stage.kill("right");
            stage.start("right");
            stage.awaitRefusal();
            stage.awaitEach();
            stage.kill("right");
            broker.kill();
            broker.startAgain();
            stage.start("right");
            stage.awaitCommits(BREATH);
            broker.stop();
            broker.startAgain();
            stage.awaitCommits(BREATH);
            broker.kill();
            broker.startAgain();
            stage.awaitEach();

            assertThat(stage.verify()).isPositive();
        }
    }

    /** Accidents in any order; the seed draws them. */
    @Tag("heavy")
    @ParameterizedTest
    @CsvSource({"CLIENTS_3_9, 1", "CLIENTS_3_9, 2", "CLIENTS_4_4, 3", "CLIENTS_3_9, 4"})
    void anyAccidentsLeaveEachRecordCopiedOnce(ReferenceJars jars, long seed) {
        String name = jars.name().toLowerCase(Locale.ROOT) + "." + seed;
        var random = new Random(seed);
        try (var broker = startBroker();
                var stage = new CopyStage(jars, broker, folder, name, random)) {
            stage.start("left");
            stage.start("right");
            for (int accident = 0; accident < HEAVY_ACCIDENTS; accident++) {
                stage.awaitCommits(random.nextInt(2 * BREATH));
                happen(random, broker, stage);
            }

            assertThat(stage.verify()).isPositive();
        }
    }

    private static void happen(Random random, BrokerProcess broker, CopyStage stage) {
        String jvm = JVMS[random.nextInt(JVMS.length)];
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                broker.kill();
                broker.startAgain();
            }
            case 4, 5, 6 -> {
                stage.kill(jvm);
                stage.start(jvm);
            }
            case 7 -> {
                stage.kill(jvm);
                broker.kill();
                broker.startAgain();
                stage.start(jvm);
            }
            case 8 -> stage.stall(jvm);
            default -> {
                broker.stop();
                broker.startAgain();
            }
        }
    }
}
