package io.milena.server.coordinator.transaction;

import static io.milena.server.coordinator.transaction.MachineHome.ID;
import static io.milena.server.coordinator.transaction.MachineHome.ORDERS;
import static io.milena.server.coordinator.transaction.MachineHome.TIMEOUT_MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who owns a transactional id: epochs that grow, ids whose epochs are used up, and clients that repeat themselves. */
class InitProducerIdTest {

    private final MachineHome home = new MachineHome();

    @Test
    void theFirstOwnerHasANewIdAndEpochZero() {
        InitAnswer answer = home.init();

        assertThat(answer).isEqualTo(InitAnswer.owns(producer(1_000, 0)));
        assertThat(home.known().partitions()).isEmpty();
        assertThat(home.known().startedMs()).isEqualTo(Transaction.NOT_STARTED);
    }

    @Test
    void theNextOwnerHasTheSameIdAndAHigherEpoch() {
        home.init();

        InitAnswer second = home.init(new InitAsk(ID, 5_000, null));

        assertThat(second.producer()).isEqualTo(producer(1_000, 1));
        assertThat(home.known().timeoutMs()).isEqualTo(5_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 900_001})
    void aTimeoutOutOfRangeIsRefused(int timeoutMs) {
        InitAnswer answer = home.init(new InitAsk(ID, timeoutMs, null));

        assertThat(answer).isEqualTo(InitAnswer.failed(ErrorCode.INVALID_TRANSACTION_TIMEOUT));
        assertThat(home.logEnd()).isZero();
    }

    @Test
    void anEmptyIdIsRefused() {
        InitAnswer answer = home.init(new InitAsk("", TIMEOUT_MS, null));

        assertThat(answer.error()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void anOpenTransactionIsAbortedFirstUnderAnEpochThatNobodyGets() {
        TransactionalProducer first = home.init().producer();
        home.add(first, ORDERS);

        ErrorCode told = home.init().error();
        MarkerOrder order = home.orders.get(0);
        home.markersWritten();
        TransactionalProducer second = home.init().producer();

        assertThat(told).isEqualTo(ErrorCode.CONCURRENT_TRANSACTIONS);
        assertThat(order.result()).isEqualTo(TransactionResult.ABORT);
        assertThat(order.producer()).isEqualTo(producer(1_000, 1));
        assertThat(second).isEqualTo(producer(1_000, 2));
    }

    @Test
    void whoGoesOnAfterAnErrorGetsTheNextEpochAndTheSameAgainIfItMissedTheAnswer() {
        TransactionalProducer first = home.init().producer();

        TransactionalProducer second = home.init(first).producer();
        TransactionalProducer repeated = home.init(first).producer();

        assertThat(second).isEqualTo(producer(1_000, 1));
        assertThat(repeated).isEqualTo(second);
    }

    @Test
    void whoGoesOnAfterAnErrorIsFencedIfAnotherOwnerCameBetween() {
        TransactionalProducer first = home.init().producer();
        home.init(first);
        home.init();

        ErrorCode told = home.init(first).error();

        assertThat(told).isEqualTo(ErrorCode.PRODUCER_FENCED);
    }

    @Test
    void aLateRepetitionDoesNotAbortWhatTheOwnerBeganSince() {
        TransactionalProducer first = home.init().producer();
        TransactionalProducer second = home.init(first).producer();
        home.add(second, ORDERS);

        ErrorCode told = home.init(first).error();

        assertThat(told).isEqualTo(ErrorCode.PRODUCER_FENCED);
        assertThat(home.known().state()).isEqualTo(TransactionState.ONGOING);
    }

    @Test
    void anIdWhoseEpochsAreUsedUpIsReplacedByANewOne() {
        TransactionalProducer last = useUpEpochs();

        TransactionalProducer next = home.init().producer();

        assertThat(last).isEqualTo(producer(1_000, 32_766));
        assertThat(next).isEqualTo(producer(1_001, 0));
    }

    @Test
    void whoMissedTheNewIdIsGivenItAgain() {
        TransactionalProducer last = useUpEpochs();

        TransactionalProducer next = home.init(last).producer();
        TransactionalProducer repeated = home.init(last).producer();

        assertThat(next).isEqualTo(producer(1_001, 0));
        assertThat(repeated).isEqualTo(next);
    }

    @Test
    void theEpochAboveTheLastIsLeftForFencing() {
        TransactionalProducer last = useUpEpochs();
        home.add(last, ORDERS);

        home.init();
        MarkerOrder order = home.orders.get(0);
        home.markersWritten();
        TransactionalProducer next = home.init().producer();

        assertThat(order.producer()).isEqualTo(producer(1_000, Short.MAX_VALUE));
        assertThat(next).isEqualTo(producer(1_001, 0));
    }

    @Test
    void aZombieOfAUsedUpIdIsFenced() {
        TransactionalProducer last = useUpEpochs();
        home.init();

        assertThat(home.init(last).error()).isEqualTo(ErrorCode.PRODUCER_FENCED);
        assertThat(home.add(last, ORDERS)).isEqualTo(ErrorCode.INVALID_PRODUCER_ID_MAPPING);
    }

    @Test
    void twoWhoWaitForAProducerIdBothGetTheirTurn() {
        home.idsComeAtOnce = false;
        var first = new AtomicReference<InitAnswer>();
        var second = new AtomicReference<InitAnswer>();
        var ask = new InitAsk(ID, TIMEOUT_MS, null);
        home.turn(turn -> home.machine.initProducerId(ask, first::set, turn));
        home.turn(turn -> home.machine.initProducerId(ask, second::set, turn));

        home.idCame();
        home.idCame();

        assertThat(first.get().producer()).isEqualTo(producer(1_000, 0));
        assertThat(second.get().producer()).isEqualTo(producer(1_000, 1));
    }

    @Test
    void whoWaitsForAProducerIdWhenTheShardIsGivenUpHearsSo() {
        home.idsComeAtOnce = false;
        var answer = new AtomicReference<InitAnswer>();
        var ask = new InitAsk(ID, TIMEOUT_MS, null);
        home.turn(turn -> home.machine.initProducerId(ask, answer::set, turn));

        home.machine.abandoned();

        assertThat(answer.get()).isEqualTo(InitAnswer.failed(ErrorCode.NOT_COORDINATOR));
    }

    @Test
    void aProducerIdThatDoesNotComeIsNoOwner() {
        home.idsComeAtOnce = false;
        var answer = new AtomicReference<InitAnswer>();
        var ask = new InitAsk(ID, TIMEOUT_MS, null);
        home.turn(turn -> home.machine.initProducerId(ask, answer::set, turn));

        var arrival = home.waitingForIds.remove();
        home.turn(turn -> arrival.came(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, 0, turn));

        assertThat(answer.get()).isEqualTo(InitAnswer.failed(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
        assertThat(home.logEnd()).isZero();
    }

    @Test
    void aRefusedAppendGivesNobodyTheId() {
        TransactionalProducer first = home.init().producer();
        home.appends = MachineHome.Appends.REFUSED;

        ErrorCode told = home.init(first).error();
        home.appends = MachineHome.Appends.COMMITTED;

        assertThat(told).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(home.add(first, ORDERS)).isEqualTo(ErrorCode.NONE);
    }

    /** Leaves the id with an owner of the last epoch. */
    private TransactionalProducer useUpEpochs() {
        TransactionalProducer owner = home.init().producer();
        while (owner.epoch() < InitRules.LAST_EPOCH) {
            owner = home.init().producer();
        }
        return owner;
    }

    private static TransactionalProducer producer(long id, int epoch) {
        return new TransactionalProducer(id, (short) epoch);
    }
}
