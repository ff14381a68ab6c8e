package io.milena.server.coordinator.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories; the seed in a failing test's name replays it. */
class TransactionHistoryProperties {

    private static final int STEPS = 120;

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whateverHappensTheLogMakesSense(long seed) {
        var history = new TransactionHistory(seed);

        for (int step = 0; step < STEPS; step++) {
            history.step();
        }
        history.calmDown();

        Map<String, Transaction> before = new HashMap<>();
        for (TransactionRecord record : history.log()) {
            Transaction last = before.get(record.transactionalId());
            if (last != null) {
                follows(record, last);
            }
            before.put(record.transactionalId(), record.state());
        }
        assertThat(history.log()).isNotEmpty();
    }

    private static void follows(TransactionRecord record, Transaction last) {
        Transaction next = record.state();
        if (next == null) {
            assertThat(last.state().isIdle()).as("forgotten in state %s", last).isTrue();
            return;
        }
        if (last.state().isPrepared()) {
            assertThat(next.state().name())
                    .as("a prepared transaction ends as prepared")
                    .isEqualTo(endOf(last));
        }
        assertThat(List.of(next.producer().id(), (long) next.producer().epoch()))
                .as("producer id and epoch never go back, from %s to %s", last, next)
                .satisfies(now -> assertThat(now.get(0))
                        .isGreaterThanOrEqualTo(last.producer().id()))
                .satisfies(now -> assertThat(now.get(0) > last.producer().id()
                                || now.get(1) >= last.producer().epoch())
                        .isTrue());
    }

    private static String endOf(Transaction prepared) {
        return prepared.state() == TransactionState.PREPARE_COMMIT ? "COMPLETE_COMMIT" : "COMPLETE_ABORT";
    }
}
