package io.milena.storage.recovery;

import io.milena.record.BatchVerdict.Check;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.AbortedTransaction;
import io.milena.storage.epoch.LeaderEpochs;
import io.milena.storage.files.StoreFile;
import io.milena.storage.producer.ProducerBatch;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.segment.BatchScan;
import io.milena.storage.segment.RebuiltIndexes;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through a segment batch by batch: checks, rebuilds its indexes, and cuts it before the first batch that is not
 * sound. Confined to one thread.
 */
final class SegmentRecovery {

    private static final Logger log = LoggerFactory.getLogger(SegmentRecovery.class);

    private static final String FAILED = " check failed: ";

    private final int indexIntervalBytes;
    private final LeaderEpochs epochs;
    private final ProducerStates producers;
    private final BatchChecksum checksum = new BatchChecksum();

    /** @param producers as they are where the segment begins; they go with what is found in it */
    SegmentRecovery(int indexIntervalBytes, LeaderEpochs epochs, ProducerStates producers) {
        this.indexIntervalBytes = indexIntervalBytes;
        this.epochs = epochs;
        this.producers = producers;
    }

    /**
     * Builds the indexes in place: the next start would do it again. What was found is forced: a process that was
     * killed may have cut the file and not forced the cut, and what it cut off must not come back.
     *
     * @param endOffset where the segment before this one ends
     * @param beforeCut done before anything is cut off, and must survive a crash then
     * @return the first offset after what remains
     */
    long recover(Segment segment, long endOffset, BeforeCut beforeCut) throws IOException {
        segment.resetIndexes();
        long end = goThrough(segment, segment, endOffset, beforeCut);
        segment.seal();
        force(segment);
        return end;
    }

    /** Forces the batches of {@code segment}, not its indexes. */
    static void force(Segment segment) throws IOException {
        SharedFile shared = segment.retainFile();
        try {
            shared.file().force();
        } finally {
            shared.release();
        }
    }

    /** As {@link #recover}, for a segment that lacks an index, but that no start goes through if it has them all. */
    long recoverForced(Segment segment, long endOffset, BeforeCut beforeCut) throws IOException {
        var rebuilt = new RebuiltIndexes(segment);
        long end = goThrough(segment, rebuilt.taker(), endOffset, beforeCut);
        rebuilt.finish();
        rebuilt.replaceAll();
        return end;
    }

    /** @param indexed takes the entries of the indexes: the segment itself, or what stands in for it */
    private long goThrough(Segment segment, Segment indexed, long endOffset, BeforeCut beforeCut) throws IOException {
        SharedFile shared = segment.retainFile();
        try {
            long start = Math.max(endOffset, segment.baseOffset());
            return scan(shared.file(), segment, indexed, start, beforeCut);
        } finally {
            shared.release();
        }
    }

    private long scan(StoreFile file, Segment segment, Segment indexed, long startOffset, BeforeCut beforeCut)
            throws IOException {
        long end = startOffset;
        long position = 0;
        long fileBytes = file.sizeBytes();
        var scan = new BatchScan(file, 0, fileBytes, BatchScan.LONG_WINDOW);
        String fault = null;
        while (scan.next()) {
            fault = faultOf(scan, file, segment, end);
            if (fault != null) {
                break;
            }
            accept(scan, indexed);
            end = scan.batch().nextOffset();
            position = scan.nextPosition();
        }
        long cut = fileBytes - position;
        if (cut > 0) {
            log.warn(
                    "{} is cut at byte {}: from offset {} on, {} bytes are not sound batches: {}",
                    segment,
                    position,
                    end,
                    cut,
                    fault == null ? "SIZE check failed: the last is cut short" : fault);
            beforeCut.run();
            file.cut(position);
        }
        return end;
    }

    private void accept(BatchScan scan, Segment indexed) throws IOException {
        RecordBatch batch = scan.batch();
        indexed.indexBatch(batch, scan.position(), indexIntervalBytes);
        if (batch.partitionLeaderEpoch() > epochs.latest()) {
            epochs.began(batch.partitionLeaderEpoch(), batch.baseOffset());
        }
        if (batch.hasProducerId()) {
            noteProducer(scan, indexed);
        }
    }

    private void noteProducer(BatchScan scan, Segment indexed) throws IOException {
        AbortedTransaction aborted = producers.appended(ProducerBatch.of(scan.whole()));
        if (aborted != null) {
            indexed.transactionIndex().add(aborted);
        }
    }

    /** Which check the batch fails, with the values found; null if it is sound. */
    private @Nullable String faultOf(BatchScan scan, StoreFile file, Segment segment, long endOffset)
            throws IOException {
        RecordBatch batch = scan.batch();
        if (batch.magic() < 0 || batch.magic() > RecordBatchFormat.MAGIC_V2) {
            return Check.MAGIC + FAILED + "magic " + batch.magic();
        }
        if (!batch.isLegacy() && batch.sizeBytes() < RecordBatchFormat.HEADER_BYTES) {
            return Check.SIZE + FAILED + batch.sizeBytes() + " bytes";
        }
        boolean inPlace = batch.lastOffsetDelta() >= 0
                && batch.lastOffset() >= endOffset
                && (batch.isLegacy() || batch.baseOffset() >= endOffset)
                && batch.lastOffset() - segment.baseOffset() <= Integer.MAX_VALUE;
        if (!inPlace) {
            return Check.OFFSETS + FAILED + "base offset " + batch.baseOffset() + ", last offset delta "
                    + batch.lastOffsetDelta();
        }
        boolean isRight = checksum.isRight(file, scan.position(), batch);
        return isRight ? null : Check.CRC + FAILED + "header says " + Integer.toHexString(batch.crc());
    }

    /** What has to be done before a segment is cut. */
    @FunctionalInterface
    interface BeforeCut {
        void run() throws IOException;
    }
}
