package io.milena.server.coordinator.transaction;

import static io.milena.server.coordinator.transaction.MachineHome.BILLS;
import static io.milena.server.coordinator.transaction.MachineHome.ID;
import static io.milena.server.coordinator.transaction.MachineHome.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.MachineHome.Appends;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Markers of a prepared transaction: ordered when it is certain, until all are written, whatever happens between. */
class MarkersTest {

    private final MachineHome home = new MachineHome();
    private final TransactionalProducer owner = home.init().producer();

    @Test
    void theOrderNamesAllThatTheMarkersNeed() {
        home.add(owner, ORDERS, BILLS);

        home.end(owner, TransactionResult.COMMIT);

        MarkerOrder order = home.orders.get(0);
        assertThat(home.orders).hasSize(1);
        assertThat(order.transactionalId()).isEqualTo(ID);
        assertThat(order.producer()).isEqualTo(owner);
        assertThat(order.result()).isEqualTo(TransactionResult.COMMIT);
        assertThat(order.coordinatorEpoch()).isZero();
        assertThat(order.partitions()).containsExactly(BILLS, ORDERS);
    }

    @Test
    void nothingIsOrderedBeforeTheOutcomeIsCommitted() {
        home.add(owner, ORDERS);
        home.appends = Appends.STORED;

        home.end(owner, TransactionResult.COMMIT);

        assertThat(home.orders).isEmpty();
        home.commit();
        assertThat(home.orders).hasSize(1);
    }

    @Test
    void anOutcomeWhoseCommitWasNotSeenInTimeIsOrderedLater() {
        home.add(owner, ORDERS);
        home.appends = Appends.TIMED_OUT;
        ErrorCode told = home.end(owner, TransactionResult.COMMIT);
        home.appends = Appends.COMMITTED;

        home.advance(MachineHome.CONFIG.timeoutCheckMs());

        assertThat(told).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(home.orders).hasSize(1);
        home.advance(10 * MachineHome.CONFIG.timeoutCheckMs());
        assertThat(home.orders).hasSize(1);
    }

    @Test
    void aRefusedOutcomeIsNone() {
        home.add(owner, ORDERS);
        home.appends = Appends.REFUSED;
        home.end(owner, TransactionResult.COMMIT);
        home.appends = Appends.COMMITTED;

        home.advance(MachineHome.CONFIG.timeoutCheckMs());

        assertThat(home.orders).isEmpty();
        assertThat(home.end(owner, TransactionResult.ABORT)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aLoadedShardOrdersTheMarkersOfPreparedTransactionsAgain() {
        home.add(owner, ORDERS);
        home.end(owner, TransactionResult.ABORT);
        MarkerOrder first = home.orders.get(0);

        home.reload();

        MarkerOrder second = home.orders.get(0);
        assertThat(home.orders).hasSize(1);
        assertThat(second.endsSameAs(first)).isTrue();
        assertThat(second.coordinatorEpoch()).isEqualTo(1);
        home.markersWritten();
        assertThat(home.known().state()).isEqualTo(TransactionState.COMPLETE_ABORT);
    }

    @Test
    void aLateAnswerToAnOlderOrderEndsNothing() {
        home.add(owner, ORDERS);
        home.end(owner, TransactionResult.COMMIT);
        MarkerOrder older = home.orders.get(0);
        home.markersWritten();
        home.add(owner, ORDERS);
        home.end(owner, TransactionResult.ABORT);

        home.turn(turn -> home.machine.markersWritten(older, turn));

        assertThat(home.known().state()).isEqualTo(TransactionState.PREPARE_ABORT);
    }

    @Test
    void aCompletionThatTheLogRefusesIsTriedAgain() {
        home.add(owner, ORDERS);
        home.end(owner, TransactionResult.COMMIT);
        home.appends = Appends.REFUSED;
        home.markersWritten();
        TransactionState refused = home.known().state();

        home.advance(1_000);
        home.appends = Appends.COMMITTED;
        home.advance(1_000);

        assertThat(refused).isEqualTo(TransactionState.PREPARE_COMMIT);
        assertThat(home.known().state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
        assertThat(home.orders).isEmpty();
    }

    @Test
    void aTransactionWithoutPartitionsEndsToo() {
        home.turn(turn -> home.machine.addPartitions(
                new AddPartitionsAsk(ID, owner, new java.util.TreeSet<>(), AddPartitionsAsk.Mode.ADD),
                answer -> {},
                turn));
        home.end(owner, TransactionResult.COMMIT);

        home.markersWritten();

        assertThat(home.known().state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
    }

    @Test
    void whatTakesPartIsToldUntilTheEnd() {
        home.add(owner, ORDERS);
        home.verify(owner, ORDERS, BILLS);
        home.end(owner, TransactionResult.COMMIT);

        assertThat(List.copyOf(home.known().partitions())).containsExactly(ORDERS);
        home.markersWritten();
        assertThat(home.known().partitions()).isEmpty();
    }
}
