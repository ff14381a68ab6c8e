package io.milena.storage.producer;

import io.milena.common.errors.ErrorCode;
import io.milena.record.RecordBatchFormat;
import io.milena.record.Sequences;
import io.milena.storage.producer.ProducerBatch.ProducerIdentity;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One producer as a log knows it: its epoch, its last batches, its open transaction. Guarded by the log's lock. */
final class ProducerEntry {

    /** Batches that are told from new ones; a client has at most as many in flight. */
    static final int REMEMBERED_BATCHES = 5;

    static final int NO_COORDINATOR_EPOCH = -1;
    static final long NO_TRANSACTION = -1;

    private final long id;
    private short epoch;
    private final Deque<BatchTrace> batches = new ArrayDeque<>(REMEMBERED_BATCHES);
    private long lastTimestampMs = -1;
    private int coordinatorEpoch = NO_COORDINATOR_EPOCH;
    private long transactionFirstOffset = NO_TRANSACTION;

    ProducerEntry(ProducerIdentity identity) {
        id = identity.id();
        epoch = identity.epoch();
    }

    /** As a snapshot tells it. */
    ProducerEntry(ProducerSnapshotFormat.Row row) {
        id = row.producerId();
        epoch = row.epoch();
        lastTimestampMs = row.timestampMs();
        coordinatorEpoch = row.coordinatorEpoch();
        transactionFirstOffset = row.transactionFirstOffset();
        if (row.lastSequence() >= 0) {
            int first = Sequences.before(row.lastSequence(), row.offsetDelta());
            batches.add(
                    new BatchTrace(first, row.lastSequence(), row.lastOffset(), row.offsetDelta(), row.timestampMs()));
        }
    }

    long transactionFirstOffset() {
        return transactionFirstOffset;
    }

    boolean hasOpenTransaction() {
        return transactionFirstOffset != NO_TRANSACTION;
    }

    SequenceVerdict check(short batchEpoch, int firstSequence, int lastSequence) {
        if (batchEpoch < epoch) {
            return new SequenceVerdict.OutOfLine(
                    ErrorCode.INVALID_PRODUCER_EPOCH,
                    "producer " + id + " is in epoch " + epoch + ", the batch has epoch " + batchEpoch);
        }
        if (batchEpoch > epoch) {
            return firstSequence == 0 ? SequenceVerdict.Next.YES : outOfOrder(firstSequence, "0, for its new epoch");
        }
        for (BatchTrace batch : batches) {
            if (batch.firstSequence() == firstSequence && batch.lastSequence() == lastSequence) {
                return new SequenceVerdict.Repeated(batch);
            }
        }
        BatchTrace last = batches.peekLast();
        if (last == null) {
            return SequenceVerdict.Next.YES;
        }
        int expected = Sequences.after(last.lastSequence(), 1);
        return firstSequence == expected
                ? SequenceVerdict.Next.YES
                : outOfOrder(firstSequence, Integer.toString(expected));
    }

    private SequenceVerdict outOfOrder(int found, String expected) {
        return new SequenceVerdict.OutOfLine(
                ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
                "sequence " + found + " of producer " + id + " (expected: " + expected + ")");
    }

    void appended(ProducerBatch batch) {
        short batchEpoch = batch.identity().epoch();
        if (batchEpoch != epoch) {
            epoch = batchEpoch;
            batches.clear();
        }
        lastTimestampMs = Math.max(lastTimestampMs, batch.trace().timestampMs());
        if (batch.isControl()) {
            transactionFirstOffset = NO_TRANSACTION;
            return;
        }
        if (batch.trace().lastSequence() != RecordBatchFormat.NO_SEQUENCE) {
            remember(batch.trace());
        }
        if (batch.isTransactional() && !hasOpenTransaction()) {
            transactionFirstOffset = batch.trace().firstOffset();
        }
    }

    private void remember(BatchTrace trace) {
        if (batches.size() == REMEMBERED_BATCHES) {
            batches.removeFirst();
        }
        batches.addLast(trace);
    }

    ProducerSnapshotFormat.Row row() {
        @Nullable BatchTrace last = batches.peekLast();
        return new ProducerSnapshotFormat.Row(
                id,
                epoch,
                last == null ? -1 : last.lastSequence(),
                last == null ? -1 : last.lastOffset(),
                last == null ? 0 : last.offsetDelta(),
                lastTimestampMs,
                coordinatorEpoch,
                transactionFirstOffset);
    }
}
