package io.milena.clients.consumer;

import io.milena.protocol.messages.FetchResponse;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which batches of one answer belong to transactions that were aborted. Batches are shown in the order of their
 * offsets. Confined to one thread.
 *
 * <p>A producer's batches are aborted from the first offset of its transaction to its abort marker.
 */
final class AbortedTransactions {

    private final List<FetchResponse.AbortedTransaction> byFirstOffset;
    private final Set<Long> aborted = new HashSet<>();
    private int next;

    AbortedTransactions(@Nullable List<FetchResponse.AbortedTransaction> transactions) {
        byFirstOffset = new ArrayList<>(transactions == null ? List.of() : transactions);
        byFirstOffset.sort(Comparator.comparingLong(FetchResponse.AbortedTransaction::firstOffset));
    }

    /** Whether the records of {@code batch} must not be handed over. */
    boolean isAborted(RecordBatch batch) {
        while (next < byFirstOffset.size() && byFirstOffset.get(next).firstOffset() <= batch.lastOffset()) {
            aborted.add(byFirstOffset.get(next).producerId());
            next++;
        }
        if (aborted.isEmpty() || !batch.hasProducerId()) {
            return false;
        }
        if (batch.isControl()) {
            markerPassed(batch);
            return false;
        }
        return batch.isTransactional() && aborted.contains(batch.producerId());
    }

    private void markerPassed(RecordBatch batch) {
        ControlMarker marker = ControlMarker.of(batch);
        if (marker != null && marker.type() == ControlMarker.Type.ABORT) {
            aborted.remove(batch.producerId());
        }
    }
}
