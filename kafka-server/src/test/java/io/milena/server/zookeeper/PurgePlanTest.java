package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Old files of the server go, and never one that a kept snapshot needs. */
class PurgePlanTest {

    @Test
    void nothingGoesWhileThereAreFewSnapshots() {
        assertThat(PurgePlan.superfluous(List.of("snapshot.0", "snapshot.5", "log.1", "log.6"), 3))
                .isEmpty();
    }

    @Test
    void logsFromTheOldestKeptSnapshotOnStay() {
        List<String> names = List.of(
                "snapshot.0",
                "snapshot.a",
                "snapshot.14",
                "snapshot.1e",
                "log.1",
                "log.8",
                "log.b",
                "log.1f",
                "acceptedEpoch");

        // snapshot.a is the oldest kept; log.8 holds its transaction and may hold later ones
        assertThat(PurgePlan.superfluous(names, 3)).containsExactly("log.1", "snapshot.0");
    }

    @Test
    void filesOfOtherNamesAreLeftAlone() {
        assertThat(PurgePlan.superfluous(List.of("snapshot.x", "snapshot.", "log.zz", ".lock"), 0))
                .isEmpty();
    }
}
