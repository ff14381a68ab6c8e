package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.CommitFailedException;
import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.producer.SimulatedLeader.Fate;
import io.milena.clients.producer.SimulatedProducer.Settings;
import io.milena.clients.producer.TransactionFlow.Call;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.ProducerFencedException;
import io.milena.common.errors.TopicAuthorizationException;
import io.milena.protocol.ApiKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions from their beginning to their end, and what stands in their way. */
class TransactionFlowTest {

    private final SimulatedProducer producer =
            new SimulatedProducer(Settings.usual().withTransactions("tx"), 1);
    private final SimulatedCoordinator coordinator = new SimulatedCoordinator(producer.cluster);
    private final TransactionFlow flow = producer.engine.transactions();

    @BeforeEach
    void init() {
        done(call(Call.INIT));
        coordinator.journal().clear();
    }

    @AfterEach
    void release() {
        producer.engine.release();
    }

    private CompletableFuture<Void> call(Call call) {
        TransactionState state = flow.state();
        CompletableFuture<Void> done = flow.call(
                call,
                switch (call) {
                    case INIT -> state::init;
                    case COMMIT -> state::commit;
                    case ABORT -> state::abort;
                    case SEND_OFFSETS ->
                        () -> flow.sendOffsets(
                                Map.of(new TopicPartition("in", 0), new OffsetAndMetadata(3)),
                                new ConsumerGroupMetadata("g"));
                });
        producer.loop.pass(2_000);
        return done;
    }

    private static void done(CompletableFuture<Void> call) {
        assertThat(call).isCompleted();
    }

    @Test
    void aTransactionAddsItsPartitionsBeforeItsBatchesAndEnds() {
        flow.begin();
        RecordFuture future = producer.send(1, "value");
        producer.loop.pass(100);
        assertThat(future.isDone()).isTrue();
        done(call(Call.SEND_OFFSETS));
        done(call(Call.COMMIT));

        assertThat(coordinator.journal()).containsExactly("add t-1", "offsets", "offset commit", "commit");
        assertThat(producer.leader.transactionalBatches()).isEqualTo(1);
    }

    @Test
    void aTransactionOfWhichNobodyHeardEndsWithoutAWord() {
        flow.begin();
        done(call(Call.COMMIT));
        flow.begin();
        done(call(Call.ABORT));

        assertThat(coordinator.journal()).isEmpty();
    }

    @Test
    void aCoordinatorThatIsBusyOrElsewhereIsAskedAgain() {
        coordinator.next(
                ApiKey.ADD_PARTITIONS_TO_TXN,
                ErrorCode.CONCURRENT_TRANSACTIONS,
                ErrorCode.NOT_COORDINATOR,
                ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        coordinator.next(ApiKey.END_TXN, ErrorCode.COORDINATOR_NOT_AVAILABLE);
        flow.begin();
        producer.send(0, "value");

        done(call(Call.COMMIT));

        assertThat(coordinator.journal()).containsExactly("add t-0", "commit");
    }

    @Test
    void aFailedBatchLeavesNothingButAnAbortAfterWhichTheEpochIsNew() {
        producer.leader.mostRecords(0);
        flow.begin();
        RecordFuture failed = producer.send(0, "value");
        producer.loop.pass(100);

        assertThatThrownBy(failed::get).isInstanceOf(ExecutionException.class);
        assertThatThrownBy(flow.state()::commit)
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("abortTransaction()");
        assertThat(flow.refusalToSend()).isNotNull();
        done(call(Call.ABORT));
        assertThat(coordinator.journal()).containsExactly("add t-0", "abort", "init 1");

        producer.leader.mostRecords(10);
        flow.begin();
        RecordFuture next = producer.send(0, "next");
        done(call(Call.COMMIT));
        assertThat(next.isDone()).isTrue();
        assertThat(producer.leader.values(SimulatedProducer.partition(0))).containsExactly("next");
    }

    @Test
    void offsetsOfAMemberThatLeftItsGroupLeaveNothingButAnAbort() {
        coordinator.next(ApiKey.TXN_OFFSET_COMMIT, ErrorCode.UNKNOWN_MEMBER_ID);
        flow.begin();

        CompletableFuture<Void> offsets = call(Call.SEND_OFFSETS);

        assertThatThrownBy(offsets::join)
                .hasCauseInstanceOf(CommitFailedException.class)
                .hasMessageContaining("the coordinator of group 'g'")
                .hasMessageContaining("abort the transaction");
        assertThatThrownBy(flow.state()::commit).hasMessageContaining("abortTransaction()");
        done(call(Call.ABORT));
    }

    @Test
    void aGroupThatCannotBeIsRefusedAtOnceAndTheTransactionGoesOn() {
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.of(new TopicPartition("in", 0), new OffsetAndMetadata(3));
        var withoutMember = new ConsumerGroupMetadata("g", 5, "", Optional.empty());
        flow.begin();

        assertThatThrownBy(() -> flow.sendOffsets(offsets, withoutMember)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> flow.sendOffsets(Map.of(), null)).isInstanceOf(IllegalArgumentException.class);

        done(call(Call.COMMIT));
    }

    @Test
    void anAbortGivesUpWhatWaits() {
        producer.leader.fault((partition, batch) -> Fate.REFUSE_FOR_NOW);
        flow.begin();
        RecordFuture waiting = producer.send(0, "value");
        producer.loop.pass(30);

        done(call(Call.ABORT));

        assertThatThrownBy(waiting::get).hasMessageContaining("aborted");
        assertThat(producer.engine.pool().freeBytes()).isEqualTo(SimulatedProducer.MEMORY);
        assertThat(coordinator.journal()).containsExactly("add t-0", "abort", "init 1");
    }

    @Test
    void anAbortWhileTheCoordinatorIsBusyWithTheLastTransactionNeedsNoEnd() {
        coordinator.next(
                ApiKey.ADD_PARTITIONS_TO_TXN, ErrorCode.CONCURRENT_TRANSACTIONS, ErrorCode.CONCURRENT_TRANSACTIONS);
        flow.begin();
        producer.send(0, "value");
        producer.loop.pass(2);

        done(call(Call.ABORT));

        assertThat(coordinator.journal()).isEmpty();
    }

    @Test
    void whoIsFencedIsToldWhatToDo() {
        coordinator.next(ApiKey.ADD_PARTITIONS_TO_TXN, ErrorCode.PRODUCER_FENCED);
        flow.begin();
        RecordFuture future = producer.send(0, "value");
        CompletableFuture<Void> commit = call(Call.COMMIT);

        assertThatThrownBy(commit::get)
                .hasCauseInstanceOf(ProducerFencedException.class)
                .hasMessageContaining("taken over")
                .hasMessageContaining("close it");
        assertThat(future.isDone()).isTrue();
        assertThatThrownBy(() -> flow.state().abort()).isInstanceOf(ProducerFencedException.class);
    }

    @Test
    void aTopicThatMayNotBeWrittenBreaksTheTransactionOnly() {
        coordinator.next(ApiKey.ADD_PARTITIONS_TO_TXN, ErrorCode.TOPIC_AUTHORIZATION_FAILED);
        flow.begin();
        producer.send(0, "value");
        CompletableFuture<Void> commit = call(Call.COMMIT);

        assertThatThrownBy(commit::get).hasCauseInstanceOf(TopicAuthorizationException.class);
        done(call(Call.ABORT));
        flow.begin();
        producer.send(0, "value");
        done(call(Call.COMMIT));
    }

    @Test
    void callsOutOfOrderSayWhatIsExpected() {
        assertThatThrownBy(() -> flow.state().commit())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("beginTransaction()");
        assertThatThrownBy(() -> flow.state().init()).isInstanceOf(IllegalStateException.class);
        assertThat(flow.refusalToSend()).isInstanceOf(IllegalStateException.class);
    }
}
