package io.milena.storage;

import io.milena.common.Randomness;
import io.milena.storage.files.PassingFault;
import io.milena.storage.segment.Segment;
import java.io.IOException;

/** Whether the active segment of a log is full, and the next one is due. Guarded by the log's lock. */
final class SegmentRoll {

    private final Randomness randomness;
    private long beganMs;
    private long jitter;

    SegmentRoll(Randomness randomness, long nowMs) {
        this.randomness = randomness;
        began(nowMs);
    }

    /** A segment became the active one. */
    void began(long nowMs) {
        beganMs = nowMs;
        jitter = randomness.nextLong() & Long.MAX_VALUE;
    }

    /** Whether {@code run} must go into a new segment. */
    boolean isDue(Segment active, BatchRun run, SegmentConfig config, long nowMs) throws IOException {
        try {
            return isFull(active, run, config, nowMs);
        } catch (IOException e) {
            throw PassingFault.unlessBroken(e);
        }
    }

    private boolean isFull(Segment active, BatchRun run, SegmentConfig config, long nowMs) throws IOException {
        boolean overflow = run.lastOffset() - active.baseOffset() > Integer.MAX_VALUE;
        if (active.sizeBytes() == 0) {
            return overflow;
        }
        return overflow
                || active.sizeBytes() > (long) config.maxBytes() - run.bytes().readableBytes()
                || ageMs(active, run, nowMs) > config.maxAgeMs() - jitterMs(config)
                || active.isIndexFull(config.indexMaxBytes());
    }

    /** By the records' own clock where they have one: a segment must not mix times that retention tells apart. */
    private long ageMs(Segment active, BatchRun run, long nowMs) throws IOException {
        long first = active.firstTimestampMs();
        return first >= 0 && run.maxTimestampMs() >= 0 ? run.maxTimestampMs() - first : nowMs - beganMs;
    }

    private long jitterMs(SegmentConfig config) {
        long most = Math.min(config.jitterMs(), config.maxAgeMs());
        return most == 0 ? 0 : jitter % most;
    }
}
