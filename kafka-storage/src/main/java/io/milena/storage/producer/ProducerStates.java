package io.milena.storage.producer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What one log remembers of its idempotent producers (KIP-98): tells a batch that was sent before from the next one,
 * and knows where the oldest open transaction began.
 *
 * <p>Pure: opens nothing, reads no clock. Guarded by its log's lock. The same {@link #appended} serves fresh appends
 * and the replay of the log. A producer that is not known may begin with any sequence: what it sent before may have
 * been deleted.
 */
public final class ProducerStates {

    private final Map<Long, ProducerEntry> byId = new LinkedHashMap<>();
    /** First offsets of open transactions. */
    private final NavigableSet<Long> openTransactions = new TreeSet<>();

    /** Whether a batch of a client may be appended; its offsets do not matter. */
    public SequenceVerdict check(ProducerBatch batch) {
        ProducerEntry entry = byId.get(batch.identity().id());
        if (entry == null) {
            return SequenceVerdict.Next.YES;
        }
        BatchTrace trace = batch.trace();
        return entry.check(batch.identity().epoch(), trace.firstSequence(), trace.lastSequence());
    }

    /** A batch with a producer id is in the log. */
    public void appended(ProducerBatch batch) {
        ProducerEntry entry = byId.computeIfAbsent(batch.identity().id(), id -> new ProducerEntry(batch.identity()));
        openTransactions.remove(entry.transactionFirstOffset());
        entry.appended(batch);
        noteTransaction(entry);
    }

    /** Where the oldest open transaction began; {@code logEndOffset} if none is open. */
    public long firstUnstableOffset(long logEndOffset) {
        return openTransactions.isEmpty() ? logEndOffset : openTransactions.first();
    }

    /** What a snapshot file holds of these producers. */
    public List<ProducerSnapshotFormat.Row> rows() {
        return byId.values().stream().map(ProducerEntry::row).toList();
    }

    /** Forgets everything, then learns what a snapshot file holds. */
    public void restore(List<ProducerSnapshotFormat.Row> rows) {
        byId.clear();
        openTransactions.clear();
        for (ProducerSnapshotFormat.Row row : rows) {
            var entry = new ProducerEntry(row);
            byId.put(row.producerId(), entry);
            noteTransaction(entry);
        }
    }

    private void noteTransaction(ProducerEntry entry) {
        if (entry.hasOpenTransaction()) {
            openTransactions.add(entry.transactionFirstOffset());
        }
    }

    /** How many producers are remembered. */
    public int producerCount() {
        return byId.size();
    }
}
