package io.milena.storage.producer;

import io.milena.common.errors.ErrorCode;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatchFormat;
import io.milena.record.Sequences;
import io.milena.storage.ActiveProducer;
import io.milena.storage.producer.ProducerBatch.Kind;
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
    private static final long NO_OFFSET = -1;

    private final long id;
    private short epoch;
    private final Deque<BatchTrace> batches = new ArrayDeque<>(2);
    private long lastTimestampMs = -1;
    private int coordinatorEpoch = NO_COORDINATOR_EPOCH;
    private long transactionFirstOffset = NO_TRANSACTION;

    /** Seen since the log was opened. */
    private long markers;

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
        if (row.lastOffset() >= 0) {
            int last = row.lastSequence();
            int first = last < 0 ? last : Sequences.before(last, row.offsetDelta());
            batches.add(new BatchTrace(first, last, row.lastOffset(), row.offsetDelta(), row.timestampMs()));
        }
    }

    long transactionFirstOffset() {
        return transactionFirstOffset;
    }

    boolean hasOpenTransaction() {
        return transactionFirstOffset != NO_TRANSACTION;
    }

    /** Whether a batch would begin a transaction here, not go on with one. */
    boolean isBegunBy(ProducerBatch batch) {
        return batch.kind() == Kind.TRANSACTIONAL
                && (!hasOpenTransaction() || batch.identity().epoch() != epoch);
    }

    long markers() {
        return markers;
    }

    boolean isExpired(long nowMs, long expirationMs) {
        return !hasOpenTransaction() && nowMs - lastTimestampMs >= expirationMs;
    }

    SequenceVerdict check(ProducerBatch batch) {
        if (batch.kind() == Kind.CONTROL) {
            return checkMarker(batch);
        }
        BatchTrace earlier = repeatedBy(batch);
        if (earlier != null) {
            return new SequenceVerdict.Repeated(earlier);
        }
        if (batch.identity().epoch() < epoch) {
            return fenced(batch);
        }
        if (batch.hasSequence()) {
            int expected = expectedSequence(batch.identity().epoch());
            if (batch.trace().firstSequence() != expected) {
                return outOfOrder(batch, expected);
            }
        }
        return hasOpenTransaction() && batch.kind() == Kind.PLAIN
                ? new SequenceVerdict.OutOfLine(
                        ErrorCode.INVALID_TXN_STATE,
                        "producer " + id + " has an open transaction, the batch belongs to none")
                : SequenceVerdict.Next.YES;
    }

    private SequenceVerdict checkMarker(ProducerBatch batch) {
        if (batch.identity().epoch() < epoch) {
            return fenced(batch);
        }
        ControlMarker marker = batch.marker();
        return marker == null || marker.coordinatorEpoch() >= coordinatorEpoch
                ? SequenceVerdict.Next.YES
                : new SequenceVerdict.OutOfLine(
                        ErrorCode.TRANSACTION_COORDINATOR_FENCED,
                        "a marker of coordinator epoch " + marker.coordinatorEpoch() + " for producer " + id
                                + " (expected: " + coordinatorEpoch + " or later)");
    }

    private @Nullable BatchTrace repeatedBy(ProducerBatch batch) {
        if (batch.identity().epoch() != epoch || !batch.hasSequence()) {
            return null;
        }
        for (BatchTrace earlier : batches) {
            if (earlier.firstSequence() == batch.trace().firstSequence()
                    && earlier.lastSequence() == batch.trace().lastSequence()) {
                return earlier;
            }
        }
        return null;
    }

    /** A new epoch, and one of which only a marker is known, begins with 0. */
    private int expectedSequence(short batchEpoch) {
        BatchTrace last = batches.peekLast();
        boolean begins = batchEpoch > epoch || last == null || last.lastSequence() < 0;
        return begins ? 0 : Sequences.after(last.lastSequence(), 1);
    }

    private SequenceVerdict fenced(ProducerBatch batch) {
        return new SequenceVerdict.OutOfLine(
                ErrorCode.INVALID_PRODUCER_EPOCH,
                "producer " + id + " is in epoch " + epoch + ", the batch has epoch "
                        + batch.identity().epoch());
    }

    private SequenceVerdict outOfOrder(ProducerBatch batch, int expected) {
        String found = "sequence " + batch.trace().firstSequence() + " of producer " + id;
        String epochs = " in epoch " + batch.identity().epoch() + ", after epoch " + epoch;
        return new SequenceVerdict.OutOfLine(
                ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, found + epochs + " (expected: " + expected + ")");
    }

    void appended(ProducerBatch batch) {
        if (batch.identity().epoch() != epoch) {
            epoch = batch.identity().epoch();
            batches.clear();
        }
        lastTimestampMs = batch.trace().timestampMs();
        ControlMarker marker = batch.marker();
        if (marker != null) {
            coordinatorEpoch = marker.coordinatorEpoch();
            transactionFirstOffset = NO_TRANSACTION;
            markers++;
            return;
        }
        if (batches.size() == REMEMBERED_BATCHES) {
            batches.removeFirst();
        }
        batches.addLast(batch.trace());
        if (batch.kind() == Kind.TRANSACTIONAL && !hasOpenTransaction()) {
            transactionFirstOffset = batch.trace().firstOffset();
        }
    }

    /** What administrators are told. */
    ActiveProducer describe() {
        BatchTrace last = batches.peekLast();
        return new ActiveProducer(
                id,
                epoch,
                last == null ? RecordBatchFormat.NO_SEQUENCE : last.lastSequence(),
                lastTimestampMs,
                coordinatorEpoch,
                transactionFirstOffset);
    }

    ProducerSnapshotFormat.Row row() {
        BatchTrace last = batches.peekLast();
        return new ProducerSnapshotFormat.Row(
                id,
                epoch,
                last == null ? RecordBatchFormat.NO_SEQUENCE : last.lastSequence(),
                last == null ? NO_OFFSET : last.lastOffset(),
                last == null ? 0 : last.offsetDelta(),
                lastTimestampMs,
                coordinatorEpoch,
                transactionFirstOffset);
    }
}
