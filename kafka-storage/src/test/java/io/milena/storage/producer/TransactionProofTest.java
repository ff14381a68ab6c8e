package io.milena.storage.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.ControlMarker;
import io.milena.storage.TransactionProof;
import io.milena.storage.producer.ProducerBatch.Kind;
import io.milena.storage.producer.ProducerBatch.ProducerIdentity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which batches may begin a transaction in a log (KIP-890). */
class TransactionProofTest {

    private final ProducerStates states = new ProducerStates();
    private long nextOffset;

    @Test
    void aTransactionThatNobodyVouchesForDoesNotBegin() {
        assertThat(states.check(transactional(0, 0), TransactionProof.NONE)).isEqualTo(new SequenceVerdict.Unproven(0));
        assertThat(states.check(transactional(0, 0), TransactionProof.UNWANTED))
                .isInstanceOf(SequenceVerdict.Next.class);
    }

    @Test
    void anOpenTransactionNeedsNoProof() {
        states.appended(transactional(0, 0));

        assertThat(states.check(transactional(0, 1), TransactionProof.NONE)).isInstanceOf(SequenceVerdict.Next.class);
    }

    @Test
    void anotherEpochBeginsAnotherTransaction() {
        states.appended(transactional(0, 0));

        assertThat(states.check(transactional(1, 0), TransactionProof.NONE))
                .isInstanceOf(SequenceVerdict.Unproven.class);
    }

    @Test
    void aProofHoldsUntilAMarkerComes() {
        states.appended(transactional(0, 0));
        states.appended(marker());
        var proof = new TransactionProof(1);
        SequenceVerdict before = states.check(transactional(0, 1), proof);

        states.appended(marker());

        assertThat(before).isInstanceOf(SequenceVerdict.Next.class);
        assertThat(states.check(transactional(0, 1), proof)).isEqualTo(new SequenceVerdict.Unproven(2));
    }

    @Test
    void aMarkerOfAProducerThatWasUnknownCountsToo() {
        states.appended(marker());

        assertThat(states.check(transactional(0, 0), new TransactionProof(0)))
                .isEqualTo(new SequenceVerdict.Unproven(1));
    }

    @Test
    void aRepetitionIsToldAsOneWhateverIsProven() {
        states.appended(transactional(0, 0));
        states.appended(marker());

        assertThat(states.check(transactional(0, 0), TransactionProof.NONE))
                .isInstanceOf(SequenceVerdict.Repeated.class);
    }

    private ProducerBatch transactional(int epoch, int sequence) {
        return batch(epoch, sequence, Kind.TRANSACTIONAL, null);
    }

    private ProducerBatch marker() {
        return batch(0, -1, Kind.CONTROL, new ControlMarker(ControlMarker.Type.COMMIT, 0));
    }

    private ProducerBatch batch(int epoch, int sequence, Kind kind, @Nullable ControlMarker marker) {
        var trace = new BatchTrace(sequence, sequence, nextOffset++, 0, 1);
        return new ProducerBatch(new ProducerIdentity(7, (short) epoch), trace, kind, marker);
    }
}
