package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Connections are counted where their software says, and only so many kinds of software are shown. */
class ClientCensusTest {

    private static final InetSocketAddress ANYWHERE = new InetSocketAddress("127.0.0.1", 1);

    private final MetricRegistry registry = new MetricRegistry();
    private final ClientCensus census = new ClientCensus(registry, "PLAIN", 2);

    private Peer join() {
        var peer = new Peer("PLAIN", ANYWHERE, ANYWHERE);
        peer.joins(census);
        return peer;
    }

    private Peer join(String software) {
        Peer peer = join();
        peer.software(software, "1.0");
        return peer;
    }

    private Object connections(String software, String version) {
        return registry.getGauges()
                .get("kafka.server:type=socket-server-metrics,clientSoftwareName=" + software
                        + ",clientSoftwareVersion=" + version + ",listener=PLAIN,networkProcessor=2")
                .getValue();
    }

    private static Map<String, Double> count(int connections) {
        return Map.of("connections", (double) connections);
    }

    @Test
    void aConnectionIsUnknownUntilItTellsAndStaysShownWhenItHasGone() {
        Peer first = join();
        assertThat(connections("unknown", "unknown")).isEqualTo(count(1));

        first.software("kcat", "1.7");
        join().software("kcat", "1.7");
        assertThat(connections("unknown", "unknown")).isEqualTo(count(0));
        assertThat(connections("kcat", "1.7")).isEqualTo(count(2));

        first.software("other", "2");
        first.leaves();
        first.leaves();
        assertThat(connections("other", "2")).isEqualTo(count(0));
        assertThat(connections("kcat", "1.7")).isEqualTo(count(1));
    }

    @Test
    void whatIsToldAfterTheEndCountsNothing() {
        Peer peer = join("kcat");

        peer.leaves();
        peer.software("late", "1");

        assertThat(connections("kcat", "1.0")).isEqualTo(count(0));
        assertThat(registry.getNames()).noneMatch(name -> name.contains("late"));
    }

    @Test
    void whoHasNoConnectionGivesItsPlaceToSomeoneNew() {
        for (int i = 0; i < 3 * ClientCensus.PLACES; i++) {
            join("software-" + i).leaves();
        }

        assertThat(registry.getNames()).hasSize(ClientCensus.PLACES);
        assertThat(connections("software-" + (3 * ClientCensus.PLACES - 1), "1.0"))
                .isEqualTo(count(0));
    }

    @Test
    void whoComesWhenAllPlacesAreTakenIsNotCountedAndTakesNothingAwayWhenItGoes() {
        List<Peer> early = new ArrayList<>();
        for (int i = 0; i < ClientCensus.PLACES; i++) {
            early.add(join("software-" + i));
        }
        assertThat(registry.getNames()).hasSize(ClientCensus.PLACES);
        Peer late = join("late");
        assertThat(registry.getNames()).noneMatch(name -> name.contains("late"));

        early.get(7).leaves();
        Peer later = join("late");
        late.leaves();
        assertThat(connections("late", "1.0")).isEqualTo(count(1));
        later.leaves();
        assertThat(connections("late", "1.0")).isEqualTo(count(0));
    }

    @Test
    void wordsThatAreTooLongForANameAreUnknown() {
        join().software("x".repeat(1_000), "1");

        assertThat(connections("unknown", "unknown")).isEqualTo(count(1));
    }
}
