package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_ADD;
import static io.milena.testkit.WireTransaction.NEWEST_END;
import static io.milena.testkit.WireTransaction.NEWEST_INIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeTransactionsRequest;
import io.milena.protocol.messages.DescribeTransactionsResponse;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.ListTransactionsRequest;
import io.milena.protocol.messages.ListTransactionsResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the transaction coordinator answers to requests in and out of their place. */
class TransactionAnswersIT extends WireSuite {

    private String topic;
    private String id;
    private WireTransaction transaction;

    @BeforeEach
    void newId() {
        topic = newTopic().name();
        id = newName();
        transaction = new WireTransaction(client, id);
    }

    @ParameterizedTest(name = "{0}: {1} v{2} -> {3}")
    @CsvSource({
        "Empty,          COMMIT,      4, INVALID_TXN_STATE",
        "Empty,          ABORT,       4, INVALID_TXN_STATE",
        "Empty,          ABORT,       0, INVALID_TXN_STATE",
        "Empty,          ADD,         3, NONE",
        "Empty,          ADD,         0, NONE",
        "Empty,          ADD_OFFSETS, 4, NONE",
        "Empty,          ADD_OFFSETS, 0, NONE",
        "Empty,          VERIFY,      4, TRANSACTION_ABORTABLE",
        "Empty,          VERIFY,      5, TRANSACTION_ABORTABLE",
        "Empty,          INIT,        5, NONE",
        "Empty,          INIT_AGAIN,  5, NONE",
        "Ongoing,        ADD,         3, NONE",
        "Ongoing,        ADD_OFFSETS, 4, NONE",
        "Ongoing,        VERIFY,      4, NONE",
        "Ongoing,        VERIFY,      5, NONE",
        "Ongoing,        COMMIT,      4, NONE",
        "Ongoing,        ABORT,       0, NONE",
        "Ongoing,        INIT,        0, CONCURRENT_TRANSACTIONS",
        "Ongoing,        INIT,        5, CONCURRENT_TRANSACTIONS",
        "Ongoing,        INIT_AGAIN,  5, CONCURRENT_TRANSACTIONS",
        "CompleteCommit, COMMIT,      4, NONE",
        "CompleteCommit, ABORT,       4, INVALID_TXN_STATE",
        "CompleteCommit, ADD,         3, NONE",
        "CompleteCommit, VERIFY,      5, TRANSACTION_ABORTABLE",
        "CompleteCommit, INIT_AGAIN,  3, NONE",
        "CompleteAbort,  COMMIT,      4, INVALID_TXN_STATE",
        "CompleteAbort,  ABORT,       4, NONE",
        "CompleteAbort,  ADD_OFFSETS, 4, NONE",
        "CompleteAbort,  INIT,        0, NONE",
    })
    void theOwnerIsAnsweredAsItsStateWants(String state, Request request, int version, ErrorCode answer) {
        Producer owner = bringTo(state);

        assertThat(ask(request, version, owner)).isEqualTo(answer);
    }

    @ParameterizedTest(name = "{0} v{1} -> {2}")
    @CsvSource({
        "ADD,         0, INVALID_PRODUCER_EPOCH",
        "ADD,         1, INVALID_PRODUCER_EPOCH",
        "ADD,         2, PRODUCER_FENCED",
        "ADD_OFFSETS, 1, INVALID_PRODUCER_EPOCH",
        "ADD_OFFSETS, 2, PRODUCER_FENCED",
        "VERIFY,      4, PRODUCER_FENCED",
        "COMMIT,      1, INVALID_PRODUCER_EPOCH",
        "COMMIT,      2, PRODUCER_FENCED",
        "ABORT,       4, PRODUCER_FENCED",
        "INIT_AGAIN,  3, INVALID_PRODUCER_EPOCH",
        "INIT_AGAIN,  4, PRODUCER_FENCED",
    })
    void aFormerOwnerIsFencedInTheWordsOfItsVersion(Request request, int version, ErrorCode answer) {
        Producer zombie = transaction.own();
        transaction.own();

        assertThat(ask(request, version, zombie)).isEqualTo(answer);
    }

    @ParameterizedTest(name = "{0} v{1} -> {2}")
    @CsvSource({
        "ADD,         3, INVALID_PRODUCER_ID_MAPPING",
        "ADD_OFFSETS, 4, INVALID_PRODUCER_ID_MAPPING",
        "VERIFY,      5, INVALID_PRODUCER_ID_MAPPING",
        "COMMIT,      4, INVALID_PRODUCER_ID_MAPPING",
        "INIT_AGAIN,  5, PRODUCER_FENCED",
    })
    void aProducerThatNeverOwnedTheIdIsRefused(Request request, int version, ErrorCode answer) {
        Producer owner = transaction.own();

        ErrorCode told = ask(request, version, new Producer(owner.id() + 1_000, owner.epoch()));

        assertThat(told).isEqualTo(answer);
    }

    @ParameterizedTest(name = "{0} v{1} -> {2}")
    @CsvSource({
        "ADD,         3, INVALID_PRODUCER_ID_MAPPING",
        "ADD_OFFSETS, 4, INVALID_PRODUCER_ID_MAPPING",
        "VERIFY,      5, INVALID_PRODUCER_ID_MAPPING",
        "COMMIT,      4, INVALID_PRODUCER_ID_MAPPING",
        "INIT_AGAIN,  5, NONE",
    })
    void anUnknownIdHasNoOwner(Request request, int version, ErrorCode answer) {
        new WireTransaction(client, newName()).own();

        assertThat(ask(request, version, new Producer(7, (short) 3))).isEqualTo(answer);
    }

    @ParameterizedTest(name = "{0} v{1} -> {2}")
    @CsvSource({
        "ADD,         3, INVALID_REQUEST",
        "ADD_OFFSETS, 4, INVALID_REQUEST",
        "VERIFY,      5, INVALID_REQUEST",
        "COMMIT,      4, INVALID_REQUEST",
        "INIT,        5, INVALID_REQUEST",
    })
    void anEmptyIdIsNoId(Request request, int version, ErrorCode answer) {
        transaction.own();
        transaction = new WireTransaction(client, "");

        assertThat(ask(request, version, new Producer(7, (short) 3))).isEqualTo(answer);
    }

    @Test
    void aPartitionThatDoesNotExistKeepsTheOthersOut() {
        Producer owner = transaction.own();

        List<ErrorCode> told = transaction.add(
                NEWEST_ADD,
                owner,
                List.of(WireTransaction.topic(topic, 0), WireTransaction.topic("zz-no-such-topic", 0)));

        assertThat(told)
                .containsExactlyInAnyOrder(ErrorCode.OPERATION_NOT_ATTEMPTED, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(transaction.describe().transactionState()).isEqualTo("Empty");
    }

    @Test
    void aTimeoutBeyondTheLimitIsRefused() {
        transaction.own();

        for (int timeoutMs : new int[] {0, -1, 900_001}) {
            InitProducerIdResponse answer = transaction.init(NEWEST_INIT, Producer.NOBODY, timeoutMs);

            assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(ErrorCode.INVALID_TRANSACTION_TIMEOUT);
        }
    }

    @Test
    void whoGoesOnAfterAnErrorGetsTheNextEpochAndTheSameAgainIfItMissedTheAnswer() {
        Producer first = transaction.own();

        InitProducerIdResponse second = transaction.init(NEWEST_INIT, first);
        InitProducerIdResponse repeated = transaction.init(NEWEST_INIT, first);

        assertThat(second.producerEpoch()).isEqualTo((short) (first.epoch() + 1));
        assertThat(repeated).isEqualTo(second);
    }

    @Test
    void anOpenTransactionIsAbortedForTheNextOwnerWhoseEpochIsTwoHigher() {
        Producer first = bringTo("Ongoing");

        Producer second = transaction.own();

        assertThat(second).isEqualTo(new Producer(first.id(), (short) (first.epoch() + 2)));
    }

    @Test
    void anOwnerThatInterruptsItsOwnTransactionIsFenced() {
        Producer first = bringTo("Ongoing");

        ErrorCode told = ErrorCode.of(transaction.init(NEWEST_INIT, first).errorCode());
        ErrorCode later = WireTransaction.settled(
                () -> ErrorCode.of(transaction.init(NEWEST_INIT, first).errorCode()));

        assertThat(told).isEqualTo(ErrorCode.CONCURRENT_TRANSACTIONS);
        assertThat(later).isEqualTo(ErrorCode.PRODUCER_FENCED);
    }

    /** The reference lets it abort what the owner has open, and tells it only afterwards. */
    @Test
    void aFormerOwnerDoesNotDisturbAnOpenTransaction() {
        Producer zombie = transaction.own();
        Producer owner = bringTo("Ongoing");

        ErrorCode told = ErrorCode.of(transaction.init(NEWEST_INIT, zombie).errorCode());

        assertThat(told)
                .isEqualTo(BrokerProcess.REFERENCE ? ErrorCode.CONCURRENT_TRANSACTIONS : ErrorCode.PRODUCER_FENCED);
        assertThat(transaction.commit(NEWEST_END, owner))
                .isEqualTo(BrokerProcess.REFERENCE ? ErrorCode.PRODUCER_FENCED : ErrorCode.NONE);
    }

    @Test
    void anAbortOfAnEmptyTransactionFencesNobody() {
        Producer owner = transaction.own();

        transaction.abort(NEWEST_END, owner);

        assertThat(transaction.add(NEWEST_ADD, owner, topic, 0)).isEqualTo(ErrorCode.NONE);
        assertThat(transaction.commit(NEWEST_END, owner)).isEqualTo(ErrorCode.NONE);
    }

    @ParameterizedTest(name = "Produce v{0} -> {1}")
    @CsvSource({"9, INVALID_TXN_STATE", "10, INVALID_TXN_STATE", "11, TRANSACTION_ABORTABLE"})
    void recordsThatTheirPartitionHasNoPartInAreRefusedInTheWordsOfTheirVersion(int version, ErrorCode answer) {
        Producer owner = transaction.own();
        WireTopic wire = newTopic();
        WireBatch batch = WireBatch.now("a").attributes(WireBatch.TRANSACTIONAL).producer(owner.id(), owner.epoch(), 0);

        var told = wire.produce(version, wire.production(-1, batch).transactionalId(id));

        assertThat(ErrorCode.of(told.errorCode())).isEqualTo(answer);
    }

    @Test
    void anOpenTransactionIsDescribed() {
        Producer owner = bringTo("Ongoing");

        DescribeTransactionsResponse.TransactionState described = transaction.describe();

        assertThat(described.errorCode()).isZero();
        assertThat(described.transactionalId()).isEqualTo(id);
        assertThat(described.producerId()).isEqualTo(owner.id());
        assertThat(described.producerEpoch()).isEqualTo(owner.epoch());
        assertThat(described.transactionTimeoutMs()).isEqualTo(60_000);
        assertThat(described.transactionStartTimeMs()).isPositive();
        assertThat(described.topics())
                .containsExactly(new DescribeTransactionsResponse.TopicData()
                        .topic(topic)
                        .partitions(List.of(0)));
    }

    @Test
    void anEmptyTransactionHasNotBegun() {
        transaction.own();

        assertThat(transaction.describe().transactionState()).isEqualTo("Empty");
        assertThat(transaction.describe().transactionStartTimeMs()).isEqualTo(-1);
    }

    @Test
    void whatNobodyKnowsCannotBeDescribed() {
        transaction.own();
        var unknown = new WireTransaction(client, newName()).describe();

        assertThat(ErrorCode.of(unknown.errorCode())).isEqualTo(ErrorCode.TRANSACTIONAL_ID_NOT_FOUND);
    }

    @Test
    void anIdThatIsAskedForTwiceIsDescribedTwice() {
        transaction.own();

        var answer = client.call(
                DescribeTransactionsResponse.class,
                ApiKey.DESCRIBE_TRANSACTIONS,
                0,
                new DescribeTransactionsRequest().transactionalIds(List.of(id, id)));

        assertThat(answer.transactionStates()).hasSize(2);
    }

    @Test
    void transactionsAreListedAsTheFiltersWant() {
        Producer owner = bringTo("Ongoing");

        assertThat(listed(all())).contains(id);
        assertThat(listed(all().stateFilters(List.of("Ongoing")))).contains(id);
        assertThat(listed(all().stateFilters(List.of("Empty", "PrepareCommit"))))
                .doesNotContain(id);
        assertThat(listed(all().producerIdFilters(List.of(owner.id())))).containsExactly(id);
        assertThat(listed(all().producerIdFilters(List.of(owner.id() + 9_999)))).isEmpty();
        assertThat(listed(all().durationFilter(3_600_000))).doesNotContain(id);
        assertThat(listed(all().durationFilter(0).stateFilters(List.of("Ongoing"))))
                .contains(id);
    }

    @Test
    void anEmptyTransactionRunsForever() {
        transaction.own();

        assertThat(listed(all().durationFilter(3_600_000))).contains(id);
    }

    @Test
    void nothingIsInAStateThatDoesNotExist() {
        transaction.own();

        ListTransactionsResponse answer = list(all().stateFilters(List.of("Nowhere")));

        assertThat(answer.errorCode()).isZero();
        assertThat(answer.unknownStateFilters()).containsExactly("Nowhere");
        assertThat(answer.transactionStates()).isEmpty();
    }

    private static ListTransactionsRequest all() {
        return new ListTransactionsRequest();
    }

    private List<String> listed(ListTransactionsRequest request) {
        return list(request).transactionStates().stream()
                .map(ListTransactionsResponse.TransactionState::transactionalId)
                .toList();
    }

    private ListTransactionsResponse list(ListTransactionsRequest request) {
        return client.call(ListTransactionsResponse.class, ApiKey.LIST_TRANSACTIONS, 1, request);
    }

    private Producer bringTo(String state) {
        Producer owner = transaction.own();
        if (state.equals("Empty")) {
            return owner;
        }
        assertThat(transaction.add(NEWEST_ADD, owner, topic, 0)).isEqualTo(ErrorCode.NONE);
        if (state.equals("CompleteCommit")) {
            transaction.commit(NEWEST_END, owner);
        } else if (state.equals("CompleteAbort")) {
            transaction.abort(NEWEST_END, owner);
        }
        transaction.awaitState(state);
        return owner;
    }

    private ErrorCode ask(Request request, int version, Producer as) {
        return switch (request) {
            case INIT -> ErrorCode.of(transaction.init(version, Producer.NOBODY).errorCode());
            case INIT_AGAIN -> ErrorCode.of(transaction.init(version, as).errorCode());
            case ADD -> transaction.add(version, as, topic, 0);
            case ADD_OFFSETS -> transaction.addOffsets(version, as, "group");
            case VERIFY -> transaction.verify(version, as, topic, 0);
            case COMMIT -> transaction.commit(version, as);
            case ABORT -> transaction.abort(version, as);
        };
    }

    /** What may be asked; INIT_AGAIN is an InitProducerId that brings id and epoch. */
    enum Request {
        INIT,
        INIT_AGAIN,
        ADD,
        ADD_OFFSETS,
        VERIFY,
        COMMIT,
        ABORT
    }
}
