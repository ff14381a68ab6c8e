package io.milena.storage.cleaner;

import io.milena.record.BatchFilter;
import io.milena.record.BatchSelection;
import io.milena.record.ControlMarker;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.WorkRefused;
import io.milena.storage.AbortedTransaction;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes the batches of a log in their order, and writes what stays of each: itself, a smaller batch, an empty one, or
 * nothing.
 *
 * <pre>
 *   batch of data      aborted                       nothing
 *                      all records stay              itself
 *                      some stay                     these under the same header
 *                      a tombstone for the first time  gets a delete horizon (KIP-534): it stays until then
 *   end of transaction data of it is in the log      itself
 *                      no data is left               gets a delete horizon, and after it, nothing
 *   in place of nothing, for the last batch of a producer: the header alone
 * </pre>
 *
 * <p>Confined to one thread; goes through a log once.
 */
final class SegmentRewriter {

    private final BatchFilter filter;
    private final CleanerTools tools;
    private final Function<Codec, Compression> compression;
    private final RetainedRecords retained;
    private final TransactionTracker transactions;
    private final LastBatches lastBatches;
    private final Times times;
    private final List<AbortedTransaction> abortedHere = new ArrayList<>();

    /**
     * The clock of one cleaning.
     *
     * @param nowMs when it began
     * @param newHorizonMs until when tombstones stay that it meets for the first time
     */
    record Times(long nowMs, long newHorizonMs) {}

    /** What a cleaning knows of the log. */
    record Knowledge(RetainedRecords retained, TransactionTracker transactions, LastBatches lastBatches) {}

    SegmentRewriter(CleanerTools tools, Function<Codec, Compression> compression, Knowledge knowledge, Times times) {
        this.tools = tools;
        this.filter = new BatchFilter(tools.allocator(), tools.compressor(), tools.decompressor());
        this.compression = compression;
        this.retained = knowledge.retained();
        this.transactions = knowledge.transactions();
        this.lastBatches = knowledge.lastBatches();
        this.times = times;
    }

    /** Takes all batches of the stream. */
    void rewrite(BatchStream source, CleanedSegment target, boolean legacyTombstonesStay)
            throws IOException, CleaningAborted, Uncleanable {
        while (source.next()) {
            RecordBatch batch = source.batch();
            tools.decompresses(batch);
            try {
                if (batch.isControl()) {
                    marker(batch, target);
                } else {
                    data(batch, target, legacyTombstonesStay);
                }
            } catch (MalformedRecords e) {
                throw new Uncleanable("the batch at offset " + batch.baseOffset() + " is malformed", e);
            } catch (WorkRefused e) {
                throw new Uncleanable("the message at offset " + batch.baseOffset() + " " + e.getMessage());
            }
        }
    }

    private void data(RecordBatch batch, CleanedSegment target, boolean legacyTombstonesStay)
            throws IOException, CleaningAborted, Uncleanable, MalformedRecords {
        if (transactions.dataPassed(batch)) {
            leaveOut(batch, target);
            return;
        }
        if (retained.isBeyond(batch)) {
            target.keep(batch);
            return;
        }
        retained.of(batch, legacyTombstonesStay);
        try (BatchSelection selection = filter.select(batch, retained)) {
            boolean firstMet = selection.hasTombstones()
                    && retained.isKnown(batch)
                    && !batch.isLegacy()
                    && !batch.hasDeleteHorizon();
            if (selection.kept() == 0) {
                leaveOut(batch, target);
            } else if (firstMet) {
                withHorizon(selection, target);
            } else if (selection.isWhole()) {
                target.keep(batch);
            } else {
                ByteBuf out = target.differs();
                int start = out.writerIndex();
                selection.write(compression, out);
                target.written(start);
            }
        }
    }

    private void marker(RecordBatch batch, CleanedSegment target)
            throws IOException, CleaningAborted, Uncleanable, MalformedRecords {
        if (batch.recordCount() == 0) {
            leaveOut(batch, target);
            return;
        }
        ControlMarker marker = read(batch);
        if (marker == null) {
            target.keep(batch);
            return;
        }
        TransactionTracker.Needed needed = transactions.markerPassed(batch, marker.type());
        if (needed != null) {
            if (needed.aborted() != null) {
                abortedHere.add(needed.aborted());
            }
            target.keep(batch);
        } else if (!batch.hasDeleteHorizon()) {
            try (BatchSelection selection = filter.select(batch, record -> true)) {
                withHorizon(selection, target);
            }
        } else if (batch.baseTimestamp() > times.nowMs()) {
            target.keep(batch);
        } else {
            leaveOut(batch, target);
        }
    }

    private @Nullable ControlMarker read(RecordBatch batch) throws MalformedRecords {
        try (RecordIterator records = RecordIterator.open(batch, tools.decompressor())) {
            return records.next() ? ControlMarker.read(records.record()) : null;
        }
    }

    private void withHorizon(BatchSelection selection, CleanedSegment target)
            throws IOException, CleaningAborted, Uncleanable {
        ByteBuf out = target.differs();
        int start = out.writerIndex();
        selection.writeWithHorizon(times.newHorizonMs(), compression, out);
        target.written(start);
    }

    private void leaveOut(RecordBatch batch, CleanedSegment target) throws IOException, CleaningAborted, Uncleanable {
        boolean needed = lastBatches.contain(batch);
        if (needed && batch.recordCount() == 0) {
            target.keep(batch);
            return;
        }
        ByteBuf out = target.differs();
        if (needed) {
            int start = out.writerIndex();
            BatchFilter.writeEmpty(batch, out);
            target.written(start);
        }
    }

    /** The aborted transactions whose markers were in the batches since the last call. */
    List<AbortedTransaction> takeAborted() {
        List<AbortedTransaction> taken = List.copyOf(abortedHere);
        abortedHere.clear();
        return taken;
    }
}
