package io.milena.storage;

import io.milena.storage.files.FileStore;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the offset and time indexes of a sealed segment anew where a look-up found one to be damaged. Appends and
 * reads go on meanwhile; reads look through the batches. Thread-safe.
 *
 * <p>A crash leaves files that end in {@code .rebuilt}, which the next start removes, or one new index beside an old
 * one, which is found to be damaged again.
 */
final class IndexRepair {

    private static final Logger log = LoggerFactory.getLogger(IndexRepair.class);

    private final LogGuard guard;
    private final LogFiles files;
    private final LogCleaning cleaning;
    private final FileStore store;

    IndexRepair(LogGuard guard, LogCleaning cleaning, FileStore store) {
        this.guard = guard;
        this.files = guard.files();
        this.cleaning = cleaning;
        this.store = store;
    }

    /** Looks through all segments; does nothing where all is well. */
    void run(int indexIntervalBytes) {
        List<Segment> all = guard.view().segments();
        for (Segment segment : all.subList(0, all.size() - 1)) {
            if (segment.isDoubtful()) {
                repair(segment, indexIntervalBytes);
            }
        }
    }

    private void repair(Segment segment, int indexIntervalBytes) {
        Segment rebuilt = guard.lookUnlocked("building indexes", () -> rebuild(segment, indexIntervalBytes));
        if (rebuilt == null) {
            return;
        }
        cleaning.alone(() -> guard.ioAction("building indexes", () -> {
            if (files.holds(List.of(segment)) && !files.isActive(segment)) {
                segment.takeIndexes(rebuilt);
                log.info("{}: the indexes were built anew", segment);
                return;
            }
            store.delete(rebuilt.path(SegmentName.OFFSET_INDEX));
            store.delete(rebuilt.path(SegmentName.TIME_INDEX));
        }));
    }

    /** Null if the segment went away meanwhile, or was cut, after which another object stands for it. */
    private @Nullable Segment rebuild(Segment segment, int indexIntervalBytes) throws IOException {
        try {
            return segment.rebuildIndexes(indexIntervalBytes);
        } catch (IOException e) {
            boolean isGone = guard.locked(() -> !files.holds(List.of(segment)));
            if (!isGone && !(e instanceof NoSuchFileException)) {
                throw e;
            }
            log.debug("{} went away while its indexes were built: {}", segment, e.getMessage());
            return null;
        }
    }
}
