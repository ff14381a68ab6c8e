package io.milena.storage.producer;

import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import org.jspecify.annotations.Nullable;

/**
 * What a batch says about its producer.
 *
 * @param identity who sent it
 * @param trace its sequences and offsets
 * @param kind what it is to a transaction
 * @param marker of a control batch; null if it has none that matters, and for all other batches
 */
public record ProducerBatch(
        ProducerIdentity identity,
        BatchTrace trace,
        Kind kind,
        @Nullable ControlMarker marker) {

    /** What a batch is to a transaction. */
    public enum Kind {
        /** Records outside a transaction. */
        PLAIN,
        /** Records that belong to a transaction. */
        TRANSACTIONAL,
        /** The end of a transaction. */
        CONTROL
    }

    /**
     * A producer in one of its lives.
     *
     * @param id given by the cluster
     * @param epoch rises when an older instance is fenced
     */
    public record ProducerIdentity(long id, short epoch) {}

    /** From a batch that has a producer id. Of a control batch the buffer must hold all, of others the header. */
    public static ProducerBatch of(RecordBatch batch) {
        var trace = new BatchTrace(
                batch.baseSequence(),
                batch.lastSequence(),
                batch.lastOffset(),
                batch.lastOffsetDelta(),
                batch.maxTimestamp());
        return new ProducerBatch(
                new ProducerIdentity(batch.producerId(), batch.producerEpoch()),
                trace,
                kindOf(batch),
                batch.isControl() ? ControlMarker.of(batch) : null);
    }

    private static Kind kindOf(RecordBatch batch) {
        if (batch.isControl()) {
            return Kind.CONTROL;
        }
        return batch.isTransactional() ? Kind.TRANSACTIONAL : Kind.PLAIN;
    }

    /** Only coordinators send records without. */
    boolean hasSequence() {
        return trace.firstSequence() != RecordBatchFormat.NO_SEQUENCE;
    }
}
