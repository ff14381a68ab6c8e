package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.coordinator.state.DrawnStates;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a group, in the code and in the document. */
class GroupStateTest {

    private final Map<GroupState, Set<GroupState>> drawn = DrawnStates.under("Groups", GroupState.class);

    @ParameterizedTest
    @EnumSource
    void leadsOnToWhatIsDrawn(GroupState state) {
        assertThat(state.next()).isEqualTo(drawn.get(state));
    }
}
