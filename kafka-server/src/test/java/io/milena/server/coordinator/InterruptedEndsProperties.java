package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.CommitAnswer;
import io.milena.server.coordinator.group.CommittedOffset;
import io.milena.server.coordinator.group.GenerationRef;
import io.milena.server.coordinator.group.OffsetToCommit;
import io.milena.server.coordinator.group.OffsetsAnswer;
import io.milena.server.coordinator.group.OffsetsAnswer.FetchedOffset;
import io.milena.server.coordinator.group.OffsetsAsk;
import io.milena.server.coordinator.group.OffsetsProof;
import io.milena.server.coordinator.group.TransactionalCommitAsk;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.AddPartitionsAnswer;
import io.milena.server.coordinator.transaction.AddPartitionsAsk;
import io.milena.server.coordinator.transaction.EndAsk;
import io.milena.server.coordinator.transaction.InitAnswer;
import io.milena.server.coordinator.transaction.InitAsk;
import io.milena.server.coordinator.transaction.TransactionDescription;
import io.milena.server.coordinator.transaction.TransactionState;
import io.milena.server.partition.ProduceOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A coordinator that dies between the prepared state of a transaction and its completion, many times: every transaction
 * ends all the same, as it was prepared, in each of its partitions.
 *
 * <p>The seed draws after how many steps of the end of a transaction the broker is killed, or its disk stalls and the
 * coordinator is loaded again.
 */
class InterruptedEndsProperties {

    private static final String ID = "payments";
    private static final String GROUP = "billing";
    private static final int INTERRUPTIONS = 40;
    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_STEPS = 12;
    private static final long LONGEST_PAUSE_MS = 1_000;

    @TempDir
    Path directory;

    private CoordinatorsHome home;
    private SplittableRandom random;
    private long stableOffset = -1;

    @AfterEach
    void stop() {
        home.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyTransactionEndsAsItWasPrepared(long seed) {
        random = new SplittableRandom(seed);
        home = new CoordinatorsHome(directory).serving();
        int interruptions = 0;
        for (int round = 0; interruptions < INTERRUPTIONS; round++) {
            assertThat(round).as("rounds").isLessThan(MOST_ROUNDS);
            interruptions += recordsBeforeInterruption(round) == 1 ? 1 : 0;
        }
    }

    /** What happens to the coordinator while a transaction ends. */
    private enum Interruption {
        KILL,
        RELOAD
    }

    /** One transaction; how many of the two records of its end were written when it was interrupted. */
    private long recordsBeforeInterruption(int round) {
        TransactionalProducer owner = begun(round);
        var result = random.nextBoolean() ? TransactionResult.COMMIT : TransactionResult.ABORT;
        long before = logEnd();
        Interruption interruption = random.nextBoolean() ? Interruption.KILL : Interruption.RELOAD;
        if (interruption == Interruption.RELOAD) {
            home.stallDisks();
        }
        home.coordinators.transactions().end(new EndAsk(ID, owner, result), answer -> {});
        home.home.loop.runTasks(random.nextInt(MOST_STEPS));
        long written = logEnd() - before;

        recover(interruption);

        if (written == 0 && state() == TransactionState.ONGOING) {
            end(owner, result);
        }
        assertEnded(result, round);
        return written;
    }

    private void recover(Interruption interruption) {
        switch (interruption) {
            case KILL -> home = home.killed();
            case RELOAD -> {
                home.lead(CoordinatorsHome.TRANSACTIONS);
                home.load();
                home.home.freeDisks();
            }
        }
        home.run();
        home.home.loop.pass(LONGEST_PAUSE_MS);
    }

    /** A transaction in two partitions, of which one may have no records, and with an offset of a group. */
    private TransactionalProducer begun(int round) {
        TransactionalProducer owner = this.<InitAnswer>told(
                        reply -> home.coordinators.transactions().initProducerId(new InitAsk(ID, 60_000, null), reply))
                .producer();
        var partitions =
                new TreeSet<>(List.of(CoordinatorsHome.ORDERS, CoordinatorsHome.BILLS, CoordinatorsHome.GROUPS));
        this.<AddPartitionsAnswer>told(reply -> home.coordinators
                .transactions()
                .addPartitions(new AddPartitionsAsk(ID, owner, partitions, AddPartitionsAsk.Mode.ADD), reply));
        produce(owner, CoordinatorsHome.ORDERS);
        if (random.nextBoolean()) {
            produce(owner, CoordinatorsHome.BILLS);
        }
        var line = new OffsetToCommit(
                CoordinatorsHome.ORDERS, round, CommittedOffset.NO_EPOCH, "", CommittedOffset.NEVER_TOLD);
        var ask = new TransactionalCommitAsk(GROUP, owner, GenerationRef.OUTSIDE, List.of(line), OffsetsProof.UNWANTED);
        CommitAnswer answer = told(reply -> home.coordinators.groups().commitInTransaction(ask, reply));
        assertThat(answer.errors()).containsExactly(ErrorCode.NONE);
        return owner;
    }

    private void produce(TransactionalProducer owner, TopicPartition partition) {
        ProduceOutcome outcome =
                home.held(partition).append(OpenTransactions.batch(owner, 0), OpenTransactions.TERMS, null);
        assertThat(outcome).isInstanceOf(ProduceOutcome.Stored.class);
    }

    private void end(TransactionalProducer owner, TransactionResult result) {
        ErrorCode error = told(reply -> home.coordinators.transactions().end(new EndAsk(ID, owner, result), reply));
        assertThat(error).isEqualTo(ErrorCode.NONE);
    }

    private void assertEnded(TransactionResult result, int round) {
        boolean isCommit = result == TransactionResult.COMMIT;
        assertThat(state()).isEqualTo(isCommit ? TransactionState.COMPLETE_COMMIT : TransactionState.COMPLETE_ABORT);
        assertThat(List.of(CoordinatorsHome.ORDERS, CoordinatorsHome.BILLS, CoordinatorsHome.GROUPS))
                .noneMatch(name -> OpenTransactions.areIn(home.held(name)));
        stableOffset = isCommit ? round : stableOffset;
        var ask = new OffsetsAsk(GROUP, List.of(CoordinatorsHome.ORDERS), OffsetsAsk.Stability.STABLE_ONLY);
        OffsetsAnswer answer = told(reply -> home.coordinators.groups().fetch(ask, reply));
        assertThat(answer.offsets()).extracting(FetchedOffset::error).containsExactly(ErrorCode.NONE);
        assertThat(answer.offsets()).extracting(FetchedOffset::offset).containsExactly(stableOffset);
    }

    private TransactionState state() {
        return this.<TransactionDescription>told(
                        reply -> home.coordinators.transactions().describe(ID, reply))
                .transaction()
                .state();
    }

    private long logEnd() {
        return home.held(CoordinatorsHome.TRANSACTIONS).log().offsets().logEndOffset();
    }

    private <A> A told(Consumer<Reply<A>> ask) {
        List<A> answers = new ArrayList<>();
        ask.accept(answers::add);
        home.run();
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }
}
