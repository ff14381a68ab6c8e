package io.milena.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a refused batch takes back, and what it does not. */
class UndoLogTest {

    private final UndoLog undo = new UndoLog();
    private final List<String> undone = new ArrayList<>();

    private void note(String change) {
        undo.note(() -> undone.add(change));
    }

    @Test
    void whatIsRefusedIsTakenBackOnceNewestFirst() {
        undo.open();
        note("first");
        note("second");

        undo.unwind();
        undo.unwind();

        assertThat(undone).containsExactly("second", "first");
    }

    @Test
    void whatIsInTheLogStands() {
        undo.open();
        note("first");
        note("second");
        note("third");

        undo.forgetOldest(2);
        assertThat(undo.pending()).isEqualTo(1);
        undo.unwind();

        assertThat(undone).containsExactly("third");
    }

    @Test
    void nothingIsTakenBackOfALoad() {
        note("loaded");
        undo.open();

        undo.unwind();

        assertThat(undone).isEmpty();
    }
}
