package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.AddOffsetsAsk;
import io.milena.server.coordinator.transaction.AddPartitionsAnswer;
import io.milena.server.coordinator.transaction.AddPartitionsAsk;
import io.milena.server.coordinator.transaction.EndAsk;
import io.milena.server.coordinator.transaction.InitAnswer;
import io.milena.server.coordinator.transaction.InitAsk;
import io.milena.server.coordinator.transaction.TransactionDescription;
import io.milena.server.coordinator.transaction.TransactionFilter;
import io.milena.server.coordinator.transaction.TransactionListing;
import io.milena.server.coordinator.transaction.TransactionState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions through the front door, from their first request to the markers in the partitions. */
class TransactionsTest {

    private static final String ID = "payments";
    private static final long LONGEST_PAUSE_MS = 1_000;

    @TempDir
    Path directory;

    private CoordinatorsHome home;

    @BeforeEach
    void start() {
        home = new CoordinatorsHome(directory).serving();
    }

    @AfterEach
    void stop() {
        home.close();
    }

    private InitAnswer init() {
        List<InitAnswer> answers = new ArrayList<>();
        home.coordinators.transactions().initProducerId(new InitAsk(ID, 60_000, null), answers::add);
        home.run();
        return only(answers);
    }

    private static <A> A only(List<A> answers) {
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private void add(TransactionalProducer producer, TopicPartition... partitions) {
        List<AddPartitionsAnswer> answers = new ArrayList<>();
        var ask = new AddPartitionsAsk(ID, producer, new TreeSet<>(List.of(partitions)), AddPartitionsAsk.Mode.ADD);
        home.coordinators.transactions().addPartitions(ask, answers::add);
        home.run();
        assertThat(only(answers).errors().values()).containsOnly(ErrorCode.NONE);
    }

    private ErrorCode end(TransactionalProducer producer, TransactionResult result) {
        List<ErrorCode> answers = new ArrayList<>();
        home.coordinators.transactions().end(new EndAsk(ID, producer, result), answers::add);
        home.run();
        return only(answers);
    }

    private TransactionState state() {
        List<TransactionDescription> answers = new ArrayList<>();
        home.coordinators.transactions().describe(ID, answers::add);
        home.run();
        return only(answers).transaction().state();
    }

    private void produce(TransactionalProducer producer, TopicPartition partition, int sequence) {
        home.held(partition).append(OpenTransactions.batch(producer, sequence), OpenTransactions.TERMS, null);
        assertThat(isOpenIn(partition)).isTrue();
    }

    private boolean isOpenIn(TopicPartition partition) {
        return OpenTransactions.areIn(home.held(partition));
    }

    @Test
    void aCommitWritesMarkersToAllPartitionsAndIsCompleteThen() {
        TransactionalProducer producer = init().producer();
        add(producer, CoordinatorsHome.ORDERS, CoordinatorsHome.BILLS);
        produce(producer, CoordinatorsHome.ORDERS, 0);
        produce(producer, CoordinatorsHome.BILLS, 0);

        assertThat(end(producer, TransactionResult.COMMIT)).isEqualTo(ErrorCode.NONE);

        assertThat(isOpenIn(CoordinatorsHome.ORDERS)).isFalse();
        assertThat(isOpenIn(CoordinatorsHome.BILLS)).isFalse();
        assertThat(state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
    }

    @Test
    void markersOfGroupsGoThroughTheirShard() {
        TransactionalProducer producer = init().producer();
        List<ErrorCode> added = new ArrayList<>();
        home.coordinators.transactions().addOffsets(new AddOffsetsAsk(ID, producer, "billing"), added::add);
        home.run();
        assertThat(added).containsExactly(ErrorCode.NONE);

        end(producer, TransactionResult.ABORT);

        assertThat(state()).isEqualTo(TransactionState.COMPLETE_ABORT);
        assertThat(home.held(CoordinatorsHome.GROUPS).log().offsets().logEndOffset())
                .isEqualTo(1);
    }

    @Test
    void nothingIsWrittenToTheLogOfTransactionsBehindItsShard() {
        TransactionalProducer producer = init().producer();
        add(producer, CoordinatorsHome.TRANSACTIONS, CoordinatorsHome.ORDERS);
        List<ErrorCode> refused = new ArrayList<>();
        var marker = new EndMarker(producer, TransactionResult.COMMIT, 0);

        home.coordinators.markers().write(CoordinatorsHome.TRANSACTIONS, marker, refused::add);
        home.run();
        assertThat(end(producer, TransactionResult.COMMIT)).isEqualTo(ErrorCode.NONE);

        assertThat(refused).containsExactly(ErrorCode.INVALID_TOPIC_EXCEPTION);
        assertThat(state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
    }

    @Test
    void aTransactionThatIsPreparedWhenTheShardIsLoadedAgainEndsAllTheSame() {
        TransactionalProducer producer = init().producer();
        add(producer, CoordinatorsHome.ORDERS);
        produce(producer, CoordinatorsHome.ORDERS, 0);
        home.stallDisks();
        assertThat(end(producer, TransactionResult.COMMIT)).isEqualTo(ErrorCode.NONE);
        assertThat(state()).isEqualTo(TransactionState.PREPARE_COMMIT);

        home.lead(CoordinatorsHome.TRANSACTIONS);
        home.load();
        assertThat(state()).isEqualTo(TransactionState.PREPARE_COMMIT);
        home.home.freeDisks();
        home.home.loop.pass(LONGEST_PAUSE_MS);

        assertThat(state()).isEqualTo(TransactionState.COMPLETE_COMMIT);
        assertThat(isOpenIn(CoordinatorsHome.ORDERS)).isFalse();
    }

    @Test
    void theNextProducerFencesTheOneBefore() {
        TransactionalProducer first = init().producer();

        TransactionalProducer second = init().producer();

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(end(first, TransactionResult.COMMIT)).isEqualTo(ErrorCode.PRODUCER_FENCED);
    }

    @Test
    void listingTellsAllThatMatchesUnlessAShardIsLoaded() {
        TransactionalProducer producer = init().producer();
        add(producer, CoordinatorsHome.ORDERS);
        var all = new TransactionFilter(new TreeSet<>(), new TreeSet<>(), -1);

        List<TransactionListing> answers = new ArrayList<>();
        home.coordinators.transactions().list(all, answers::add);
        home.run();
        home.lead(CoordinatorsHome.TRANSACTIONS);
        home.coordinators.transactions().list(all, answers::add);
        home.run();

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0).entries())
                .containsExactly(new TransactionListing.Entry(ID, producer.id(), TransactionState.ONGOING));
        assertThat(answers.get(1).error()).isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
    }

    @Test
    void whatIsWrittenComesBackWithALoad() {
        TransactionalProducer producer = init().producer();
        add(producer, CoordinatorsHome.ORDERS);

        home.lead(CoordinatorsHome.TRANSACTIONS);
        home.load();

        assertThat(state()).isEqualTo(TransactionState.ONGOING);
        assertThat(end(producer, TransactionResult.ABORT)).isEqualTo(ErrorCode.NONE);
        assertThat(state()).isEqualTo(TransactionState.COMPLETE_ABORT);
    }
}
