package io.milena.storage;

import io.milena.storage.files.PassingFault;
import io.milena.storage.retention.SegmentFacts;
import io.milena.storage.segment.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tells retention about the segments of a log. Holds nothing. */
final class RetentionFacts {

    private RetentionFacts() {}

    static List<SegmentFacts> of(List<Segment> segments, long logEndOffset) throws IOException {
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
