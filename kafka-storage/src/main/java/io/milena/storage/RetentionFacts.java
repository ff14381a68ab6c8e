package io.milena.storage;

import io.milena.storage.files.PassingFault;
import io.milena.storage.retention.RetentionPlan;
import io.milena.storage.retention.SegmentFacts;
import io.milena.storage.segment.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tells retention about the segments of a log. Holds nothing. */
final class RetentionFacts {

    private RetentionFacts() {}

    /** What retention makes of the log as {@code view} shows it. */
    static RetentionPlan plan(LogView view, LogConfig config, long highWatermark, long nowMs) throws IOException {
        LogOffsets ends = view.offsets();
        return RetentionPlan.of(
                of(view.segments(), ends.logEndOffset()),
                new RetentionPlan.Bounds(ends.logStartOffset(), highWatermark),
                config.retention(),
                config.cleaner(),
                nowMs);
    }

    private static List<SegmentFacts> of(List<Segment> segments, long logEndOffset) throws IOException {
        List<SegmentFacts> facts = new ArrayList<>(segments.size());
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            long end = i + 1 < segments.size() ? segments.get(i + 1).baseOffset() : logEndOffset;
            facts.add(new SegmentFacts(segment.baseOffset(), end, segment.sizeBytes(), newestMs(segment)));
        }
        return facts;
    }

    /** Nothing is changed by asking: what fails for want of descriptors may be tried again. */
    private static long newestMs(Segment segment) throws IOException {
        try {
            return segment.newestMs();
        } catch (IOException e) {
            throw PassingFault.unlessBroken(e);
        }
    }
}
