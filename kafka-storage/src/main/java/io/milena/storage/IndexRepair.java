package io.milena.storage;

import io.milena.storage.segment.RebuiltIndexes;
import io.milena.storage.segment.Segment;
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
 * <p>What a crash leaves, {@link RebuiltIndexes} tells.
 */
final class IndexRepair {

    private static final Logger log = LoggerFactory.getLogger(IndexRepair.class);

    private final LogGuard guard;
    private final LogFiles files;
    private final LogCleaning cleaning;

    IndexRepair(LogGuard guard, LogCleaning cleaning) {
        this.guard = guard;
        this.files = guard.files();
        this.cleaning = cleaning;
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
        RebuiltIndexes rebuilt = guard.lookUnlocked("building indexes", () -> rebuild(segment, indexIntervalBytes));
        if (rebuilt == null) {
            return;
        }
        cleaning.alone(() -> guard.ioAction("building indexes", () -> {
            if (files.holds(List.of(segment)) && !files.isActive(segment)) {
                rebuilt.replaceSparse();
                log.info("{}: the indexes were built anew", segment);
                return;
            }
            rebuilt.discard();
        }));
    }

    /** Null if the segment went away meanwhile, or was cut, after which another object stands for it. */
    private @Nullable RebuiltIndexes rebuild(Segment segment, int indexIntervalBytes) throws IOException {
        try {
            return RebuiltIndexes.ofSealed(segment, indexIntervalBytes);
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
