package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code kill -9} and a start on what it left: nothing acknowledged is lost, and the clients go on by themselves. */
class KilledBrokerIT {

    /** How soon a broker serves, from the start of its JVM. */
    private static final long READY_MS = 3_000;

    private static final int ROUNDS = 4;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"CLIENTS_3_9", "CLIENTS_4_4"})
    void acknowledgedRecordsOutliveTheBroker(ReferenceJars jars) {
        try (var broker = BrokerProcess.start(folder, Map.of());
                var clients = JavaClients.start(jars, broker.bootstrap())) {
            clients.ask("create topic=endless partitions=3");
            clients.ask("endless-start topic=endless partitions=3 acks=1 enable.idempotence=false linger.ms=1"
                    + " delivery.timeout.ms=60000 request.timeout.ms=5000");

            for (int kills = 0; kills < 2; kills++) {
                awaitMore(clients, 2_000);
                broker.kill();
                broker.startAgain();
            }
            awaitMore(clients, 2_000);
            var verified = clients.ask("endless-stop");

            assertThat(Long.parseLong(verified.get("read")))
                    .isGreaterThanOrEqualTo(Long.parseLong(verified.get("acked")));
        }
    }

    private static void awaitMore(JavaClients clients, long records) {
        long before = acked(clients);
        Awaitility.await("acknowledgements")
                .atMost(Duration.ofSeconds(60))
                .until(() -> acked(clients) >= before + records);
    }

    private static long acked(JavaClients clients) {
        return Long.parseLong(clients.ask("endless-acked").get("acked"));
    }

    /** The best of a few rounds: what else runs on the machine is not the broker's fault. */
    @Test
    void aBrokerServesWithinSecondsEvenAfterItWasKilled() {
        Starts best = starts(0);
        for (int round = 1; round < ROUNDS && best.slowest() >= READY_MS; round++) {
            best = best.or(starts(round));
        }

        assertThat(best.slowest()).as("slowest of %s", best).isLessThan(READY_MS);
    }

    private Starts starts(int round) {
        try (var broker = BrokerProcess.start(folder.resolve("round-" + round), Map.of())) {
            long first = broker.startupMs();
            broker.kill();
            broker.startAgain();
            long afterKill = broker.startupMs();
            assertThat(broker.stop()).as("ended cleanly").isTrue();
            broker.startAgain();
            return new Starts(first, afterKill, broker.startupMs());
        }
    }

    /** Milliseconds of three starts: the first, the one after kill -9, and the one after a clean stop. */
    private record Starts(long first, long afterKill, long afterStop) {

        /** Of each kind the faster one. */
        Starts or(Starts other) {
            return new Starts(
                    Math.min(first, other.first),
                    Math.min(afterKill, other.afterKill),
                    Math.min(afterStop, other.afterStop));
        }

        long slowest() {
            return Math.max(first, Math.max(afterKill, afterStop));
        }
    }
}
