package io.milena.server.coordinator.transaction;

import static io.milena.server.coordinator.transaction.MachineHome.CONFIG;
import static io.milena.server.coordinator.transaction.MachineHome.ORDERS;
import static io.milena.server.coordinator.transaction.MachineHome.TIMEOUT_MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.MachineHome.Appends;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What time does to transactions that are left open, and to ids that nobody uses. */
class ExpiryTest {

    private final MachineHome home = new MachineHome();
    private final TransactionalProducer owner = home.init().producer();

    @Test
    void aTransactionThatIsOpenForTooLongIsAbortedAndItsProducerFenced() {
        home.add(owner, ORDERS);

        home.advance(TIMEOUT_MS + CONFIG.timeoutCheckMs());

        assertThat(home.known().state()).isEqualTo(TransactionState.PREPARE_ABORT);
        assertThat(home.orders.get(0).producer().epoch()).isEqualTo((short) (owner.epoch() + 1));
        assertThat(home.end(owner, TransactionResult.COMMIT)).isEqualTo(ErrorCode.PRODUCER_FENCED);
    }

    @Test
    void aTransactionLastsAsLongAsItsProducerWanted() {
        home.add(owner, ORDERS);

        home.advance(TIMEOUT_MS - 1);

        assertThat(home.known().state()).isEqualTo(TransactionState.ONGOING);
    }

    @Test
    void morePartitionsDoNotProlongATransaction() {
        home.add(owner, ORDERS);
        home.advance(TIMEOUT_MS - 1);
        home.add(owner, MachineHome.BILLS);

        home.advance(CONFIG.timeoutCheckMs() + 1);

        assertThat(home.known().state()).isEqualTo(TransactionState.PREPARE_ABORT);
    }

    @Test
    void manyLargeTransactionsThatAreOpenForTooLongAreAbortedInPortionsThatALogTakes() {
        for (int i = 0; i < 500; i++) {
            String id = "a client farm that lost its network " + i;
            var producer = home.init(new InitAsk(id, TIMEOUT_MS, null)).producer();
            home.add(id, producer, partitionsOfManyTopics());
        }

        home.advance(TIMEOUT_MS + CONFIG.timeoutCheckMs());

        assertThat(home.orders).hasSize(500);
        assertThat(home.largestTurnBytes).isLessThan(2 * Expiry.MOST_BYTES);
    }

    private static TopicPartition[] partitionsOfManyTopics() {
        return IntStream.range(0, 200)
                .mapToObj(i -> new TopicPartition("a topic with a name of some length " + i / 10, i % 10))
                .toArray(TopicPartition[]::new);
    }

    @Test
    void aTransactionEndsThoughTheClockWentBack() {
        home.clockErrorMs = Duration.ofDays(3_650).toMillis();
        home.add(owner, ORDERS);

        home.clockErrorMs = 0;
        home.advance(CONFIG.timeoutCheckMs());

        assertThat(home.known().state()).isEqualTo(TransactionState.PREPARE_ABORT);
    }

    @Test
    void aClockThatGoesBackALittleAbortsNothing() {
        home.clockErrorMs = TIMEOUT_MS - 1;
        home.add(owner, ORDERS);

        home.clockErrorMs = 0;
        home.advance(CONFIG.timeoutCheckMs());

        assertThat(home.known().state()).isEqualTo(TransactionState.ONGOING);
    }

    @Test
    void anEmptyIdIsNeverAborted() {
        home.advance(10 * TIMEOUT_MS);

        assertThat(home.known().producer()).isEqualTo(owner);
        assertThat(home.known().state()).isEqualTo(TransactionState.EMPTY);
    }

    @Test
    void anAbortThatTheLogRefusesComesAtTheNextLook() {
        home.add(owner, ORDERS);
        home.appends = Appends.REFUSED;
        home.advance(TIMEOUT_MS + CONFIG.timeoutCheckMs());
        TransactionalProducer unfenced = home.known().producer();
        home.appends = Appends.COMMITTED;

        home.advance(CONFIG.timeoutCheckMs());

        assertThat(unfenced).isEqualTo(owner);
        assertThat(home.known().state()).isEqualTo(TransactionState.PREPARE_ABORT);
        assertThat(home.orders).hasSize(1);
    }

    @Test
    void timeoutsGoOnAfterAReload() {
        home.add(owner, ORDERS);
        home.reload();

        home.advance(TIMEOUT_MS + CONFIG.timeoutCheckMs());

        assertThat(home.known().state()).isEqualTo(TransactionState.PREPARE_ABORT);
    }

    @Test
    void anIdThatNobodyUsesIsForgottenForGood() {
        home.advance(CONFIG.idExpirationMs() + CONFIG.expiryCheckMs());

        assertThat(home.known()).isNull();
        home.reload();
        assertThat(home.known()).isNull();
        assertThat(home.add(owner, ORDERS)).isEqualTo(ErrorCode.INVALID_PRODUCER_ID_MAPPING);
    }

    @Test
    void anIdIsKeptFromItsLastUse() {
        home.advance(CONFIG.idExpirationMs() / 2);
        home.add(owner, ORDERS);
        home.end(owner, TransactionResult.COMMIT);
        home.markersWritten();

        home.advance(CONFIG.idExpirationMs() / 2 + CONFIG.expiryCheckMs());

        assertThat(home.known().state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
    }

    @Test
    void aPreparedTransactionIsNeverForgotten() {
        home.add(owner, ORDERS);
        home.end(owner, TransactionResult.COMMIT);

        home.advance(2 * CONFIG.idExpirationMs());

        assertThat(home.known().state()).isEqualTo(TransactionState.PREPARE_COMMIT);
    }

    @Test
    void moreThanABatchHoldsIsForgottenInSeveral() {
        for (int i = 0; i < 2 * Expiry.MOST_PER_TURN + 5; i++) {
            home.init(new InitAsk("id-" + i, TIMEOUT_MS, null));
        }

        home.advance(CONFIG.idExpirationMs() + CONFIG.expiryCheckMs());

        assertThat(home.machine.transactions()).isEmpty();
    }

    @Test
    void idsWithLongNamesAreForgottenInPortionsThatALogTakes() {
        for (int i = 0; i < 500; i++) {
            home.init(new InitAsk("i".repeat(5_000) + i, TIMEOUT_MS, null));
        }

        home.advance(CONFIG.idExpirationMs() + CONFIG.expiryCheckMs());

        assertThat(home.machine.transactions()).isEmpty();
        assertThat(home.largestTurnBytes).isLessThan(2 * Expiry.MOST_BYTES);
    }

    @Test
    @Timeout(60)
    void whereTheLogRefusesToForgetItIsNotAskedWithoutPause() {
        for (int i = 0; i < 2 * Expiry.MOST_PER_TURN; i++) {
            home.init(new InitAsk("id-" + i, TIMEOUT_MS, null));
        }
        home.appends = Appends.REFUSED;
        home.advance(CONFIG.idExpirationMs() + 3 * CONFIG.expiryCheckMs());
        int kept = home.machine.transactions().size();
        home.appends = Appends.COMMITTED;

        home.advance(CONFIG.expiryCheckMs());

        assertThat(kept).isGreaterThan(2 * Expiry.MOST_PER_TURN);
        assertThat(home.machine.transactions()).isEmpty();
    }
}
