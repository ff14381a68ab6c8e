package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.LogModel.Sent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What may be missing from a compacted log: before where the cleaner has been, records that a newer one of their key
 * hides, tombstones whose time has passed, aborted records, and markers. What hides others must not be missing, and
 * nothing that was hidden may come back without what hides it.
 */
final class CompactionRules {

    private final LogModel model;
    private final Set<Long> markers = new HashSet<>();
    private final Set<Long> aborted = new HashSet<>();
    private final String where;

    CompactionRules(LogModel model, String where) {
        this.model = model;
        this.where = where;
        for (Sent each : model.sent()) {
            if (each.kind().isMarker()) {
                markers.add(each.firstOffset());
            }
        }
        for (Sent each : model.producers().aborted()) {
            for (long offset = each.firstOffset(); offset <= each.lastOffset(); offset++) {
                aborted.add(offset);
            }
        }
    }

    /** What a reader of committed records must see of a log that was not compacted. */
    List<Rec> committed(long from, long upTo) {
        return model.from(from).stream()
                .filter(rec -> rec.offset() < upTo && isSeen(rec.offset()))
                .toList();
    }

    private boolean isSeen(long offset) {
        return !markers.contains(offset) && !aborted.contains(offset);
    }

    /** Whether {@code found} may be all there is from {@code from} to {@code upTo}. */
    void check(List<Rec> found, List<Rec> written, long nowMs, long tombstonesStayMs) {
        assertThat(written).as(where + ": nothing is invented").containsAll(found);
        Set<Long> there = new HashSet<>();
        found.forEach(rec -> there.add(rec.offset()));
        Map<String, Rec> newest = new HashMap<>();
        Map<String, Rec> newestFound = new HashMap<>();
        for (Rec rec : written) {
            if (!there.contains(rec.offset())) {
                assertThat(rec.offset()).as(where + ": missing").isLessThan(model.compactedBelow());
            }
            if (isSeen(rec.offset())) {
                newest.put(rec.key(), rec);
                if (there.contains(rec.offset())) {
                    newestFound.put(rec.key(), rec);
                }
            }
        }
        if (model.isHalfRemoved()) {
            return;
        }
        newest.forEach((key, rec) -> {
            boolean mayBeGone = rec.value() == null && nowMs - LogSteps.writtenMs(rec) >= tombstonesStayMs;
            if (!mayBeGone || newestFound.containsKey(key)) {
                assertThat(newestFound.get(key))
                        .as(where + ": newest of " + key)
                        .isEqualTo(rec);
            }
        });
    }
}
