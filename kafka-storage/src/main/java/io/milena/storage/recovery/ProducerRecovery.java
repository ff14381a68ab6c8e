package io.milena.storage.recovery;

import io.milena.storage.producer.ProducerBatch;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.Located;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Brings what a log knows of its producers to where it was at some offset: from the newest snapshot before, and the
 * batches between. Guarded by the log's lock.
 */
public final class ProducerRecovery {

    private final ProducerSnapshots snapshots;

    public ProducerRecovery(ProducerSnapshots snapshots) {
        this.snapshots = snapshots;
    }

    /**
     * Changes {@code producers} to what they were where the log ended at {@code endOffset}. A snapshot before the first
     * segment is not used: batches are missing between it and there.
     *
     * @param segments of the log; sound up to {@code endOffset}, what is behind is not looked at
     */
    public void restore(ProducerStates producers, Collection<Segment> segments, long endOffset) throws IOException {
        long first = segments.isEmpty() ? 0 : segments.iterator().next().baseOffset();
        ProducerSnapshots.Snapshot newest = endOffset < first ? null : snapshots.newest(first, endOffset);
        producers.restore(newest == null ? List.of() : newest.rows());
        long from = newest == null ? 0 : newest.offset();
        List<Segment> inOrder = new ArrayList<>(segments);
        for (int i = 0; i < inOrder.size() && from < endOffset; i++) {
            boolean endsBefore = i + 1 < inOrder.size() && inOrder.get(i + 1).baseOffset() <= from;
            if (!endsBefore && inOrder.get(i).baseOffset() < endOffset) {
                replay(inOrder.get(i), from, endOffset, producers);
            }
        }
    }

    private static void replay(Segment segment, long from, long endOffset, ProducerStates producers)
            throws IOException {
        if (segment.sizeBytes() == 0) {
            return;
        }
        SharedFile file = segment.retainFile();
        try {
            Located first = segment.locate(file.file(), from, 0, segment.sizeBytes());
            long start = first == null ? segment.sizeBytes() : first.position();
            var scan = new BatchScan(file.file(), start, segment.sizeBytes(), BatchScan.LONG_WINDOW);
            while (scan.next() && scan.batch().baseOffset() < endOffset) {
                if (scan.batch().hasProducerId() && scan.batch().baseOffset() >= from) {
                    producers.appended(ProducerBatch.of(scan.whole()));
                }
            }
        } finally {
            file.release();
        }
    }
}
