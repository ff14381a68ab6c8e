package io.milena.clients.producer;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchFormat;

/**
 * Under which producer id, epoch and sequence a batch is sent, and whether a broker may have it: what {@link
 * Idempotence} needs to know of it. Confined to the event loop.
 */
final class BatchIdentity {

    private int recordCount;
    private long producerId = RecordBatchFormat.NO_PRODUCER_ID;
    private short epoch = RecordBatchFormat.NO_PRODUCER_EPOCH;
    private int sequence = RecordBatchFormat.NO_SEQUENCE;
    private long ordinal;
    private boolean isOut;
    private boolean mayBeAppended;

    BatchIdentity(int recordCount) {
        this.recordCount = recordCount;
    }

    void recordCount(int count) {
        recordCount = count;
    }

    int recordCount() {
        return recordCount;
    }

    boolean hasSequence() {
        return sequence != RecordBatchFormat.NO_SEQUENCE;
    }

    int sequence() {
        return sequence;
    }

    long producerId() {
        return producerId;
    }

    short epoch() {
        return epoch;
    }

    void assign(long newProducerId, short newEpoch, int newSequence) {
        producerId = newProducerId;
        epoch = newEpoch;
        sequence = newSequence;
    }

    /** Which of the batches of its partition and epoch it is, from 0. */
    long ordinal() {
        return ordinal;
    }

    void ordinal(long newOrdinal) {
        ordinal = newOrdinal;
    }

    /** Whether a request with it has no answer yet. */
    boolean isOut() {
        return isOut;
    }

    void sent() {
        isOut = true;
    }

    /** The request's end, be it an answer or a lost connection. */
    void back() {
        isOut = false;
    }

    /** Whether a request with it ended without an answer that says what the broker did. */
    boolean mayBeAppended() {
        return mayBeAppended;
    }

    void mayBeAppended(boolean mayBe) {
        mayBeAppended = mayBe;
    }

    BatchTerms terms() {
        return BatchTerms.PLAIN.withProducer(producerId, epoch, sequence);
    }
}
