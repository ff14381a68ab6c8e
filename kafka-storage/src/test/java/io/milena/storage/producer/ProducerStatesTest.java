package io.milena.storage.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.storage.producer.ProducerBatch.ProducerIdentity;
import org.junit.jupiter.api.Test;

/** Sequences of idempotent producers (KIP-98). */
class ProducerStatesTest {

    private static final int LAST = Integer.MAX_VALUE;

    private final ProducerStates states = new ProducerStates();
    private long nextOffset;

    @Test
    void anUnknownProducerMayBeginAnywhere() {
        assertThat(states.check(batch(0, 77, 1))).isInstanceOf(SequenceVerdict.Next.class);
    }

    @Test
    void theLastFiveBatchesAreTold() {
        for (int i = 0; i < 6; i++) {
            states.appended(batch(0, i * 10, 10));
        }

        assertThat(states.check(batch(0, 10, 10)))
                .isInstanceOfSatisfying(
                        SequenceVerdict.Repeated.class,
                        it -> assertThat(it.earlier().firstOffset()).isEqualTo(10));
        assertThat(states.check(batch(0, 0, 10)))
                .isInstanceOfSatisfying(
                        SequenceVerdict.OutOfLine.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER));
        assertThat(states.check(batch(0, 60, 10))).isInstanceOf(SequenceVerdict.Next.class);
    }

    @Test
    void sequencesWrap() {
        states.appended(batch(0, LAST - 1, 2));

        assertThat(states.check(batch(0, 0, 3))).isInstanceOf(SequenceVerdict.Next.class);
        assertThat(states.check(batch(0, 1, 3))).isInstanceOf(SequenceVerdict.OutOfLine.class);
    }

    @Test
    void aBatchMayWrapInside() {
        states.appended(batch(0, LAST, 3));

        assertThat(states.check(batch(0, 2, 1))).isInstanceOf(SequenceVerdict.Next.class);
    }

    @Test
    void aNewEpochBeginsWithZeroAndFencesTheOld() {
        states.appended(batch(0, 0, 5));

        assertThat(states.check(batch(1, 5, 1))).isInstanceOf(SequenceVerdict.OutOfLine.class);
        states.appended(batch(1, 0, 1));
        assertThat(states.check(batch(0, 5, 1)))
                .isInstanceOfSatisfying(
                        SequenceVerdict.OutOfLine.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH));
    }

    @Test
    void aSnapshotKeepsTheLastBatch() {
        states.appended(batch(0, 0, 5));
        states.appended(batch(0, 5, 5));

        var restored = new ProducerStates();
        restored.restore(states.rows());

        assertThat(restored.check(batch(0, 5, 5))).isInstanceOf(SequenceVerdict.Repeated.class);
        assertThat(restored.check(batch(0, 10, 1))).isInstanceOf(SequenceVerdict.Next.class);
    }

    private ProducerBatch batch(int epoch, int firstSequence, int records) {
        int lastSequence = io.milena.record.Sequences.after(firstSequence, records - 1);
        long lastOffset = nextOffset + records - 1;
        nextOffset += records;
        var trace = new BatchTrace(firstSequence, lastSequence, lastOffset, records - 1, 1_000);
        return new ProducerBatch(new ProducerIdentity(4, (short) epoch), trace, ProducerBatch.Kind.PLAIN, null);
    }
}
