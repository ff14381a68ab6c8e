package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.CommitAnswer;
import io.milena.server.coordinator.group.CommittedOffset;
import io.milena.server.coordinator.group.GenerationRef;
import io.milena.server.coordinator.group.OffsetToCommit;
import io.milena.server.coordinator.group.OffsetsAnswer;
import io.milena.server.coordinator.group.OffsetsAsk;
import io.milena.server.coordinator.group.OffsetsProof;
import io.milena.server.coordinator.group.TransactionalCommitAsk;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Offsets in transactions through the front door, while someone else is asked whether the transaction is open. */
class VouchedOffsetsTest {

    private static final String GROUP = "billing";
    private static final TransactionalProducer PRODUCER = new TransactionalProducer(7, (short) 0);
    private static final TopicPartition PLACE = CoordinatorsHome.ORDERS;

    @TempDir
    Path directory;

    private final List<Reply<ErrorCode>> asked = new ArrayList<>();
    private final List<CommitAnswer> answers = new ArrayList<>();
    private CoordinatorsHome home;

    @BeforeEach
    void start() {
        home = new CoordinatorsHome(directory).serving();
    }

    @AfterEach
    void stop() {
        home.close();
    }

    private void commit() {
        var line = new OffsetToCommit(PLACE, 5, CommittedOffset.NO_EPOCH, "", CommittedOffset.NEVER_TOLD);
        var ask = new TransactionalCommitAsk(
                GROUP, PRODUCER, GenerationRef.OUTSIDE, List.of(line), OffsetsProof.UNWANTED);
        home.coordinators.groups().commitInVouchedTransaction(ask, asked::add, answers::add);
        home.run();
    }

    private void vouch(ErrorCode error) {
        asked.remove(0).give(error);
        home.run();
    }

    private void end(TransactionResult result) {
        List<ErrorCode> ended = new ArrayList<>();
        home.coordinators.markers().write(CoordinatorsHome.GROUPS, new EndMarker(PRODUCER, result, 0), ended::add);
        home.run();
        assertThat(ended).containsExactly(ErrorCode.NONE);
    }

    private OffsetsAnswer.FetchedOffset fetched() {
        List<OffsetsAnswer> fetched = new ArrayList<>();
        home.coordinators
                .groups()
                .fetch(new OffsetsAsk(GROUP, List.of(PLACE), OffsetsAsk.Stability.STABLE_ONLY), fetched::add);
        home.run();
        return fetched.get(0).offsets().get(0);
    }

    @Test
    void offsetsAreTakenWhenTheirTransactionIsVouchedFor() {
        commit();
        assertThat(answers).isEmpty();

        vouch(ErrorCode.NONE);

        assertThat(answers.get(0).errors()).containsExactly(ErrorCode.NONE);
        assertThat(fetched().error()).isEqualTo(ErrorCode.UNSTABLE_OFFSET_COMMIT);
        end(TransactionResult.COMMIT);
        assertThat(fetched().offset()).isEqualTo(5);
    }

    @Test
    void aTransactionThatEndsWhileItIsAskedAboutLeavesNothingPending() {
        commit();
        end(TransactionResult.COMMIT);

        vouch(ErrorCode.NONE);

        assertThat(answers.get(0).errors()).containsExactly(ErrorCode.INVALID_TXN_STATE);
        assertThat(fetched().error()).isEqualTo(ErrorCode.NONE);
        assertThat(OpenTransactions.areIn(home.held(CoordinatorsHome.GROUPS))).isFalse();
    }

    @Test
    void aShardThatIsLoadedMeanwhileHasItAskedAgain() {
        commit();
        home.lead(CoordinatorsHome.GROUPS);
        home.load();

        vouch(ErrorCode.NONE);

        assertThat(answers.get(0).errors()).containsExactly(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        assertThat(fetched().error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whatIsNotVouchedForIsRefused() {
        commit();

        vouch(ErrorCode.INVALID_TXN_STATE);

        assertThat(answers.get(0).errors()).containsExactly(ErrorCode.INVALID_TXN_STATE);
        assertThat(fetched().error()).isEqualTo(ErrorCode.NONE);
    }
}
