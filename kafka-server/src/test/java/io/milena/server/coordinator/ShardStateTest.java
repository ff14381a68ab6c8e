package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.coordinator.state.DrawnStates;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a shard stands, in the code and in the document. */
class ShardStateTest {

    private final Map<ShardState, Set<ShardState>> drawn = DrawnStates.under("Coordinators", ShardState.class);

    @ParameterizedTest
    @EnumSource
    void leadsOnToWhatIsDrawn(ShardState state) {
        assertThat(state.next()).isEqualTo(drawn.get(state));
    }
}
