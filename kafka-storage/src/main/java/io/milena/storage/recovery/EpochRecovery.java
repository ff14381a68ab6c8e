package io.milena.storage.recovery;

import io.milena.storage.epoch.EpochEntry;
import io.milena.storage.epoch.LeaderEpochs;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.Segments;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the leader epochs at the front of a log whose start has moved back: a crash can bring back what was deleted
 * there, while the file of the epochs tells that it is gone. Holds nothing.
 */
final class EpochRecovery {

    private EpochRecovery() {}

    /** The epochs from {@code logStartOffset} on: those that are known, and before them what the batches say. */
    static LeaderEpochs complete(LeaderEpochs known, Segments segments, long logStartOffset) throws IOException {
        List<EpochEntry> entries = known.entries();
        long firstKnown = entries.isEmpty() ? logStartOffset : entries.get(0).startOffset();
        if (firstKnown <= logStartOffset) {
            return known;
        }
        List<EpochEntry> all = new ArrayList<>();
        for (Segment segment : segments.all()) {
            Segment next = segments.after(segment);
            if (segment.baseOffset() < firstKnown && (next == null || next.baseOffset() > logStartOffset)) {
                addFrom(segment, firstKnown, all);
            }
        }
        all.addAll(entries);
        return new LeaderEpochs(all);
    }

    private static void addFrom(Segment segment, long untilOffset, List<EpochEntry> into) throws IOException {
        SharedFile file = segment.retainFile();
        try {
            var scan = new BatchScan(file.file(), 0, segment.sizeBytes(), BatchScan.LONG_WINDOW);
            while (scan.next() && scan.batch().baseOffset() < untilOffset) {
                int epoch = scan.batch().partitionLeaderEpoch();
                if (epoch >= 0 && (into.isEmpty() || into.get(into.size() - 1).epoch() < epoch)) {
                    into.add(new EpochEntry(epoch, scan.batch().baseOffset()));
                }
            }
        } finally {
            file.release();
        }
    }
}
