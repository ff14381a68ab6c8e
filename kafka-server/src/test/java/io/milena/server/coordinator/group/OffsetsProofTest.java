package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.GROUP;
import static io.milena.server.coordinator.group.GroupAsks.T0;
import static io.milena.server.coordinator.group.GroupAsks.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which offsets are taken in a transaction (KIP-890): never those that nobody would make stable or give up again. */
class OffsetsProofTest {

    private static final TransactionalProducer ONE = new TransactionalProducer(1, (short) 0);
    private static final TransactionalProducer TWO = new TransactionalProducer(2, (short) 0);

    private final GroupHome home = new GroupHome();

    private static ErrorCode commit(GroupHome at, TransactionalProducer producer, OffsetsProof proof) {
        var ask = new TransactionalCommitAsk(GROUP, producer, GenerationRef.OUTSIDE, List.of(line(T0, 5)), proof);
        return new Band(at).commitInTransaction(ask).errors().get(0);
    }

    private static boolean isPending(GroupHome at) {
        return at.machine().groups().pending().has(GROUP, T0);
    }

    @Test
    void aProofHoldsWhileNoMarkerOfItsProducerComes() {
        OffsetsProof proof = home.machine().proof();
        home.end(TWO, TransactionResult.COMMIT);

        assertThat(commit(home, ONE, proof)).isEqualTo(ErrorCode.NONE);
        assertThat(isPending(home)).isTrue();
    }

    @Test
    void aMarkerThatComesMeanwhileVoidsIt() {
        OffsetsProof proof = home.machine().proof();
        home.end(ONE, TransactionResult.COMMIT);

        assertThat(commit(home, ONE, proof)).isEqualTo(ErrorCode.INVALID_TXN_STATE);
        assertThat(isPending(home)).isFalse();
        assertThat(commit(home, ONE, home.machine().proof()))
                .as("in the next transaction")
                .isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aRaisedEpochVoidsItToo() {
        OffsetsProof proof = home.machine().proof();
        home.end(new TransactionalProducer(ONE.id(), (short) 1), TransactionResult.ABORT);

        assertThat(commit(home, ONE, proof)).isEqualTo(ErrorCode.INVALID_TXN_STATE);
    }

    @Test
    void whatWasProvenToAnEarlierLifeIsToBeProvenAgain() {
        OffsetsProof proof = home.machine().proof();
        GroupHome reloaded = home.reloaded();

        assertThat(commit(reloaded, ONE, proof)).isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        assertThat(isPending(reloaded)).isFalse();
    }

    @Test
    void whatIsForgottenOfMarkersIsNotTakenForNone() {
        OffsetsProof before = home.machine().proof();
        home.end(ONE, TransactionResult.COMMIT);
        OffsetsProof after = home.machine().proof();
        for (int other = 0; other < EndedTransactions.MOST_KEPT; other++) {
            home.end(new TransactionalProducer(100 + other, (short) 0), TransactionResult.COMMIT);
        }

        assertThat(commit(home, ONE, before)).isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        assertThat(isPending(home)).isFalse();
        assertThat(commit(home, ONE, after)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whereNoProofIsWantedNoneIsNeeded() {
        home.end(ONE, TransactionResult.COMMIT);

        assertThat(commit(home, ONE, OffsetsProof.UNWANTED)).isEqualTo(ErrorCode.NONE);
    }
}
