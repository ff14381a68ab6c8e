package io.milena.server.coordinator.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.coordinator.state.DrawnStates;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a transactional id, in the code and in the document. */
class TransactionStateTest {

    private final Map<TransactionState, Set<TransactionState>> drawn =
            DrawnStates.under("Transactions", TransactionState.class);

    @ParameterizedTest
    @EnumSource
    void leadsOnToWhatIsDrawn(TransactionState state) {
        assertThat(state.next()).isEqualTo(drawn.get(state));
    }
}
