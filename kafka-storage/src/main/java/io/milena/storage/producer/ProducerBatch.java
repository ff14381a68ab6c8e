package io.milena.storage.producer;

import io.milena.record.RecordBatch;

/**
 * What the header of a batch says about its producer.
 *
 * @param identity who sent it
 * @param trace its sequences and offsets
 * @param isTransactional whether it belongs to a transaction
 * @param isControl whether it ends one
 */
public record ProducerBatch(ProducerIdentity identity, BatchTrace trace, boolean isTransactional, boolean isControl) {

    /**
     * A producer in one of its lives.
     *
     * @param id given by the cluster
     * @param epoch rises when an older instance is fenced
     */
    public record ProducerIdentity(long id, short epoch) {}

    /** From a batch that has a producer id. */
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
                batch.isTransactional(),
                batch.isControl());
    }
}
