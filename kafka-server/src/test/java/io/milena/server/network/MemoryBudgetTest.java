package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits for bytes, and when they are woken. */
class MemoryBudgetTest {

    private final MemoryBudget budget = new MemoryBudget(100);
    private final List<String> woken = new ArrayList<>();

    @Test
    void whoWaitsIsWokenOnceWhenBytesComeBack() {
        budget.add(120);
        budget.whenAvailable(() -> woken.add("first"));
        budget.whenAvailable(() -> woken.add("second"));

        budget.add(-20);
        List<String> whileUsedUp = List.copyOf(woken);
        budget.add(-1);
        budget.add(-1);

        assertThat(whileUsedUp).isEmpty();
        assertThat(woken).containsExactly("first", "second");
        assertThat(budget.availableBytes()).isEqualTo(2);
    }

    @Test
    void whoComesWhileBytesAreAvailableIsWokenAtOnce() {
        budget.add(99);

        budget.whenAvailable(() -> woken.add("at once"));

        assertThat(woken).containsExactly("at once");
        assertThat(budget.isExhausted()).isFalse();
    }
}
