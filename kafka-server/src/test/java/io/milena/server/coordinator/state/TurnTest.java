package io.milena.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When an answer of a turn is given, and when it is left to the shard. */
class TurnTest {

    private final List<String> given = new ArrayList<>();
    private boolean isAllCommitted = true;
    private final Turn<String> turn = new Turn<>(0, (record, pendingFor) -> {}, () -> isAllCommitted);

    private void answer(String value) {
        turn.answer(given::add, value, ErrorCode::name);
    }

    @Test
    void anAnswerThatRestsOnNothingIsGivenAtOnce() {
        answer("first");
        assertThat(given).containsExactly("first");

        turn.write("record");

        assertThat(turn.answers()).isEmpty();
    }

    @Test
    void anAnswerAfterAWriteWaitsForIt() {
        turn.write("record");

        answer("second");

        assertThat(given).isEmpty();
        turn.answers().forEach(waiting -> waiting.give(ErrorCode.NOT_COORDINATOR));
        assertThat(given).containsExactly("NOT_COORDINATOR");
    }

    @Test
    void anAnswerWaitsForWhatWasWrittenBeforeTheTurn() {
        isAllCommitted = false;

        answer("third");

        assertThat(given).isEmpty();
        turn.answers().forEach(waiting -> waiting.give(ErrorCode.NONE));
        assertThat(given).containsExactly("third");
    }
}
