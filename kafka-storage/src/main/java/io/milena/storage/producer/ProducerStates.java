package io.milena.storage.producer;

import io.milena.record.ControlMarker;
import io.milena.storage.AbortedTransaction;
import io.milena.storage.ActiveProducer;
import io.milena.storage.TransactionProof;
import io.milena.storage.producer.ProducerBatch.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one log remembers of its idempotent and transactional producers (KIP-98): tells a batch that was sent before
 * from the next one, and knows which transactions are not over.
 *
 * <p>Pure: opens nothing, reads no clock. Guarded by its log's lock. The same {@link #appended} serves fresh appends
 * and the replay of the log. A producer that is not known may begin with any sequence: what it sent before may have
 * been deleted.
 */
public final class ProducerStates {

    private final Map<Long, ProducerEntry> byId = new LinkedHashMap<>();
    private final UnstableTransactions unstable = new UnstableTransactions();

    /**
     * Whether a batch may be appended by a leader; its offsets do not matter. Batches of clients must be the next in
     * sequence, those of coordinators have no sequence, and markers are checked for their coordinator's epoch.
     */
    public SequenceVerdict check(ProducerBatch batch) {
        ProducerEntry entry = byId.get(batch.identity().id());
        return entry == null ? SequenceVerdict.Next.YES : entry.check(batch);
    }

    /** As {@link #check}, where a transaction may only begin in this log if {@code proof} says so. */
    public SequenceVerdict check(ProducerBatch batch, TransactionProof proof) {
        ProducerEntry entry = byId.get(batch.identity().id());
        SequenceVerdict verdict = check(batch);
        boolean begins = entry == null ? batch.kind() == Kind.TRANSACTIONAL : entry.isBegunBy(batch);
        long markers = entry == null ? 0 : entry.markers();
        boolean isUnproven = verdict instanceof SequenceVerdict.Next && begins && !proof.holds(markers);
        return isUnproven ? new SequenceVerdict.Unproven(markers) : verdict;
    }

    /**
     * A batch with a producer id is in the log. Returns the transaction that it aborted, which belongs into the index
     * of its segment; null if it did not abort one.
     */
    public @Nullable AbortedTransaction appended(ProducerBatch batch) {
        ControlMarker marker = batch.marker();
        if (batch.kind() == Kind.CONTROL && marker == null) {
            return null;
        }
        ProducerEntry entry = byId.computeIfAbsent(batch.identity().id(), id -> new ProducerEntry(batch.identity()));
        long openSince = entry.transactionFirstOffset();
        entry.appended(batch);
        if (marker != null) {
            return ended(batch, marker, openSince);
        }
        if (entry.hasOpenTransaction() && openSince == ProducerEntry.NO_TRANSACTION) {
            unstable.began(entry.transactionFirstOffset());
        }
        return null;
    }

    /** A marker without records before it ends nothing. */
    private @Nullable AbortedTransaction ended(ProducerBatch batch, ControlMarker marker, long firstOffset) {
        if (firstOffset == ProducerEntry.NO_TRANSACTION) {
            return null;
        }
        long markerOffset = batch.trace().lastOffset();
        long lastStableOffset = unstable.ended(firstOffset, markerOffset);
        return marker.type() == ControlMarker.Type.ABORT
                ? new AbortedTransaction(batch.identity().id(), firstOffset, markerOffset, lastStableOffset)
                : null;
    }

    /** Everything below {@code highWatermark} is committed, markers too. */
    public void committedUpTo(long highWatermark) {
        unstable.committedUpTo(highWatermark);
    }

    /** Whether a high watermark of {@code highWatermark} makes transactions stable. Needs no lock. */
    public boolean isNewsToTransactions(long highWatermark) {
        return unstable.oldestMarker() < highWatermark;
    }

    /**
     * Where the oldest transaction began that is open, or whose marker is not committed; {@code logEndOffset} if there
     * is none.
     */
    public long firstUnstableOffset(long logEndOffset) {
        return unstable.firstOffset(logEndOffset);
    }

    /** Ids of all producers at this moment, to be looked through for {@link #expire}. */
    public List<Long> ids() {
        return List.copyOf(byId.keySet());
    }

    /**
     * Forgets those of {@code candidates} whose last batch is {@code expirationMs} old, unless a transaction is open.
     *
     * @return how many were forgotten
     */
    public int expire(List<Long> candidates, long nowMs, long expirationMs) {
        int expired = 0;
        for (Long id : candidates) {
            ProducerEntry entry = byId.get(id);
            if (entry != null && entry.isExpired(nowMs, expirationMs)) {
                byId.remove(id);
                expired++;
            }
        }
        return expired;
    }

    /** What a snapshot file holds of these producers. */
    public List<ProducerSnapshotFormat.Row> rows() {
        return byId.values().stream().map(ProducerEntry::row).toList();
    }

    /** Forgets everything, then learns what a snapshot file holds. */
    public void restore(List<ProducerSnapshotFormat.Row> rows) {
        byId.clear();
        unstable.clear();
        for (ProducerSnapshotFormat.Row row : rows) {
            var entry = new ProducerEntry(row);
            byId.put(row.producerId(), entry);
            if (entry.hasOpenTransaction()) {
                unstable.began(entry.transactionFirstOffset());
            }
        }
    }

    /** All producers that are remembered. */
    public List<ActiveProducer> active() {
        return byId.values().stream().map(ProducerEntry::describe).toList();
    }

    /** How many producers are remembered. */
    public int producerCount() {
        return byId.size();
    }
}
