package io.milena.server.coordinator.transaction;

import static io.milena.server.coordinator.transaction.MachineHome.BILLS;
import static io.milena.server.coordinator.transaction.MachineHome.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the owner of an id is told in each state, and where that leaves the transaction; as Apache Kafka 3.9.2 does. */
class StateAnswersTest {

    private final MachineHome home = new MachineHome();

    @ParameterizedTest(name = "{0}: {1} -> {2}, {3}")
    @CsvSource({
        "EMPTY,           ADD_NEW,    NONE,                     ONGOING",
        "EMPTY,           COMMIT,     INVALID_TXN_STATE,        EMPTY",
        "EMPTY,           ABORT,      INVALID_TXN_STATE,        EMPTY",
        "EMPTY,           INIT,       NONE,                     EMPTY",
        "EMPTY,           INIT_AGAIN, NONE,                     EMPTY",
        "EMPTY,           VERIFY,     TRANSACTION_ABORTABLE,    EMPTY",
        "ONGOING,         ADD_SAME,   NONE,                     ONGOING",
        "ONGOING,         ADD_NEW,    NONE,                     ONGOING",
        "ONGOING,         COMMIT,     NONE,                     PREPARE_COMMIT",
        "ONGOING,         ABORT,      NONE,                     PREPARE_ABORT",
        "ONGOING,         INIT,       CONCURRENT_TRANSACTIONS,  PREPARE_ABORT",
        "ONGOING,         INIT_AGAIN, CONCURRENT_TRANSACTIONS,  PREPARE_ABORT",
        "ONGOING,         VERIFY,     NONE,                     ONGOING",
        "PREPARE_COMMIT,  ADD_SAME,   CONCURRENT_TRANSACTIONS,  PREPARE_COMMIT",
        "PREPARE_COMMIT,  ADD_NEW,    CONCURRENT_TRANSACTIONS,  PREPARE_COMMIT",
        "PREPARE_COMMIT,  COMMIT,     CONCURRENT_TRANSACTIONS,  PREPARE_COMMIT",
        "PREPARE_COMMIT,  ABORT,      INVALID_TXN_STATE,        PREPARE_COMMIT",
        "PREPARE_COMMIT,  INIT,       CONCURRENT_TRANSACTIONS,  PREPARE_COMMIT",
        "PREPARE_COMMIT,  INIT_AGAIN, CONCURRENT_TRANSACTIONS,  PREPARE_COMMIT",
        "PREPARE_COMMIT,  VERIFY,     CONCURRENT_TRANSACTIONS,  PREPARE_COMMIT",
        "PREPARE_ABORT,   ADD_NEW,    CONCURRENT_TRANSACTIONS,  PREPARE_ABORT",
        "PREPARE_ABORT,   COMMIT,     INVALID_TXN_STATE,        PREPARE_ABORT",
        "PREPARE_ABORT,   ABORT,      CONCURRENT_TRANSACTIONS,  PREPARE_ABORT",
        "PREPARE_ABORT,   INIT,       CONCURRENT_TRANSACTIONS,  PREPARE_ABORT",
        "PREPARE_ABORT,   VERIFY,     CONCURRENT_TRANSACTIONS,  PREPARE_ABORT",
        "COMPLETE_COMMIT, ADD_SAME,   NONE,                     ONGOING",
        "COMPLETE_COMMIT, COMMIT,     NONE,                     COMPLETE_COMMIT",
        "COMPLETE_COMMIT, ABORT,      INVALID_TXN_STATE,        COMPLETE_COMMIT",
        "COMPLETE_COMMIT, INIT,       NONE,                     EMPTY",
        "COMPLETE_COMMIT, INIT_AGAIN, NONE,                     EMPTY",
        "COMPLETE_COMMIT, VERIFY,     TRANSACTION_ABORTABLE,    COMPLETE_COMMIT",
        "COMPLETE_ABORT,  ADD_NEW,    NONE,                     ONGOING",
        "COMPLETE_ABORT,  COMMIT,     INVALID_TXN_STATE,        COMPLETE_ABORT",
        "COMPLETE_ABORT,  ABORT,      NONE,                     COMPLETE_ABORT",
        "COMPLETE_ABORT,  INIT,       NONE,                     EMPTY",
        "COMPLETE_ABORT,  VERIFY,     TRANSACTION_ABORTABLE,    COMPLETE_ABORT",
    })
    void theOwnerIsAnsweredAsItsStateWants(
            TransactionState before, Request request, ErrorCode answer, TransactionState after) {
        TransactionalProducer owner = bringTo(before);

        ErrorCode told = ask(request, owner);

        assertThat(told).isEqualTo(answer);
        assertThat(home.known().state()).isEqualTo(after);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "EMPTY, ADD_NEW", "EMPTY, COMMIT", "EMPTY, VERIFY", "EMPTY, INIT_AGAIN",
        "ONGOING, ADD_NEW", "ONGOING, ABORT", "ONGOING, VERIFY", "ONGOING, INIT_AGAIN",
        "PREPARE_COMMIT, COMMIT", "PREPARE_ABORT, ABORT", "PREPARE_COMMIT, ADD_SAME", "PREPARE_ABORT, VERIFY",
        "COMPLETE_COMMIT, COMMIT", "COMPLETE_ABORT, ADD_NEW", "COMPLETE_COMMIT, INIT_AGAIN",
    })
    void whoeverHadTheIdBeforeIsFencedAndChangesNothing(TransactionState state, Request request) {
        TransactionalProducer zombie = home.init().producer();
        bringTo(state);
        Transaction before = home.known();

        ErrorCode told = ask(request, zombie);

        assertThat(told).isEqualTo(ErrorCode.PRODUCER_FENCED);
        assertThat(home.known()).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource({
        "ONGOING,         ADD_NEW,    INVALID_PRODUCER_ID_MAPPING",
        "ONGOING,         COMMIT,     INVALID_PRODUCER_ID_MAPPING",
        "ONGOING,         VERIFY,     INVALID_PRODUCER_ID_MAPPING",
        "ONGOING,         INIT_AGAIN, PRODUCER_FENCED",
        "COMPLETE_COMMIT, ABORT,      INVALID_PRODUCER_ID_MAPPING",
        "PREPARE_COMMIT,  INIT_AGAIN, PRODUCER_FENCED",
    })
    void aProducerIdThatNeverHadTheIdChangesNothing(TransactionState state, Request request, ErrorCode answer) {
        TransactionalProducer owner = bringTo(state);
        Transaction before = home.known();

        ErrorCode told = ask(request, new TransactionalProducer(owner.id() + 77, owner.epoch()));

        assertThat(told).isEqualTo(answer);
        assertThat(home.known()).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "ADD_NEW, INVALID_PRODUCER_ID_MAPPING",
        "COMMIT,  INVALID_PRODUCER_ID_MAPPING",
        "ABORT,   INVALID_PRODUCER_ID_MAPPING",
        "VERIFY,  INVALID_PRODUCER_ID_MAPPING",
        "INIT_AGAIN, NONE",
    })
    void anIdThatNobodyKnowsHasNoOwner(Request request, ErrorCode answer) {
        ErrorCode told = ask(request, new TransactionalProducer(7, (short) 3));

        assertThat(told).isEqualTo(answer);
    }

    private TransactionalProducer bringTo(TransactionState state) {
        TransactionalProducer owner = home.init().producer();
        if (state == TransactionState.EMPTY) {
            return owner;
        }
        home.add(owner, ORDERS);
        switch (state) {
            case PREPARE_COMMIT, COMPLETE_COMMIT -> home.end(owner, TransactionResult.COMMIT);
            case PREPARE_ABORT, COMPLETE_ABORT -> home.end(owner, TransactionResult.ABORT);
            case EMPTY, ONGOING, DEAD, PREPARE_EPOCH_FENCE -> {}
        }
        if (state == TransactionState.COMPLETE_COMMIT || state == TransactionState.COMPLETE_ABORT) {
            home.markersWritten();
        }
        assertThat(home.known().state()).isEqualTo(state);
        return owner;
    }

    private ErrorCode ask(Request request, TransactionalProducer as) {
        return switch (request) {
            case INIT -> home.init().error();
            case INIT_AGAIN -> home.init(as).error();
            case ADD_SAME -> home.add(as, ORDERS);
            case ADD_NEW -> home.add(as, BILLS);
            case VERIFY -> home.verify(as, ORDERS).errors().get(ORDERS);
            case COMMIT -> home.end(as, TransactionResult.COMMIT);
            case ABORT -> home.end(as, TransactionResult.ABORT);
        };
    }

    /** What a producer may ask; INIT_AGAIN is an InitProducerId that brings id and epoch. */
    enum Request {
        INIT,
        INIT_AGAIN,
        ADD_SAME,
        ADD_NEW,
        VERIFY,
        COMMIT,
        ABORT
    }
}
