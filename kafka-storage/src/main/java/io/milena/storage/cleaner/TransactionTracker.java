package io.milena.storage.cleaner;

import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.storage.AbortedTransaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows the transactions of a log while its batches pass by in order: which data was aborted, and which marker still
 * has data before it.
 *
 * <p>Pure; confined to one thread. A marker is needed as long as the log holds a batch of its transaction: without it,
 * a consumer that reads committed records could not tell how the transaction ended.
 */
final class TransactionTracker {

    private final List<AbortedTransaction> aborted;
    private int begun;
    private final Map<Long, Open> abortedNow = new HashMap<>();
    private final Set<Long> committedNow = new HashSet<>();

    /** An aborted transaction whose marker is still to come. */
    private static final class Open {

        private final AbortedTransaction transaction;
        private boolean hasData;

        Open(AbortedTransaction transaction) {
            this.transaction = transaction;
        }
    }

    /** With all aborted transactions of the log, in the order of their first offsets. */
    TransactionTracker(List<AbortedTransaction> aborted) {
        this.aborted = aborted;
    }

    /** A batch of data passed. Returns whether its transaction was aborted. */
    boolean dataPassed(RecordBatch batch) {
        if (!batch.isTransactional()) {
            return false;
        }
        begin(batch.lastOffset());
        Open open = abortedNow.get(batch.producerId());
        boolean isAborted = open != null && open.transaction.firstOffset() <= batch.baseOffset();
        if (isAborted) {
            open.hasData = true;
        } else {
            committedNow.add(batch.producerId());
        }
        return isAborted;
    }

    /** The end of a transaction passed. Returns null if no data of it came before: then nobody needs the marker. */
    @Nullable
    Needed markerPassed(RecordBatch batch, ControlMarker.Type type) throws Uncleanable {
        begin(batch.lastOffset());
        boolean hasCommittedData = committedNow.remove(batch.producerId());
        if (type == ControlMarker.Type.COMMIT) {
            return hasCommittedData ? new Needed(null) : null;
        }
        if (hasCommittedData) {
            throw new Uncleanable("the transaction of producer " + batch.producerId() + " that was aborted at offset "
                    + batch.baseOffset() + " is missing from the transaction index");
        }
        Open open = abortedNow.remove(batch.producerId());
        return open != null && open.hasData ? new Needed(open.transaction) : null;
    }

    /**
     * A marker that is needed.
     *
     * @param aborted the transaction that it ends, if that was aborted
     */
    record Needed(@Nullable AbortedTransaction aborted) {}

    private void begin(long offset) {
        while (begun < aborted.size() && aborted.get(begun).firstOffset() <= offset) {
            AbortedTransaction next = aborted.get(begun++);
            abortedNow.put(next.producerId(), new Open(next));
        }
    }
}
