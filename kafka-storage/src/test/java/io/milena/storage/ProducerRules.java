package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.LogModel.Kind;
import io.milena.storage.LogModel.Sent;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a log must know of its producers and their transactions, from the batches that they sent.
 *
 * <p>A log may have forgotten what it was told before its first segment, and before a producer expired; but it must
 * know what its batches tell, and nothing that no batch tells.
 */
final class ProducerRules {

    private final List<Sent> sent;
    /** How many batches of a producer there were when it expired. */
    private final Map<Long, Integer> expiredAfter = new HashMap<>();

    /** With what is sent, in order; the list grows and shrinks. */
    ProducerRules(List<Sent> sent) {
        this.sent = sent;
    }

    private List<Sent> of(long producerId) {
        List<Sent> own = new ArrayList<>();
        for (Sent each : sent) {
            if (each.producerId() == producerId) {
                own.add(each);
            }
        }
        return own;
    }

    /** The last batch with records. */
    @Nullable
    Sent last(long producerId) {
        Sent last = null;
        for (Sent each : sent) {
            last = each.producerId() == producerId && !each.kind().isMarker() ? each : last;
        }
        return last;
    }

    int nextSequence(long producerId) {
        Sent last = last(producerId);
        return last == null ? 0 : last.lastSequence() + 1;
    }

    /** Whether the log may have forgotten the producer. */
    boolean isExpired(long producerId) {
        return expiredAfter.getOrDefault(producerId, -1) >= of(producerId).size();
    }

    void expire(long nowMs, long expirationMs) {
        for (long id : ids()) {
            List<Sent> own = of(id);
            if (firstOpen(own) < 0 && nowMs - own.get(own.size() - 1).timestampMs() >= expirationMs) {
                expiredAfter.put(id, own.size());
            }
        }
    }

    SortedSet<Long> ids() {
        SortedSet<Long> ids = new TreeSet<>();
        sent.forEach(each -> ids.add(each.producerId()));
        return ids;
    }

    boolean hasOpenTransaction(long producerId) {
        return firstOpen(of(producerId)) >= 0;
    }

    private static long firstOpen(List<Sent> own) {
        long first = -1;
        for (Sent each : own) {
            if (each.kind().isMarker()) {
                first = -1;
            } else if (each.kind() == Kind.TRANSACTIONAL && first < 0) {
                first = each.firstOffset();
            }
        }
        return first;
    }

    /**
     * Where readers of committed records must stop.
     *
     * @param markersBelow markers from there on do not count: they could be cut off
     * @param knownFrom what came before may be forgotten
     */
    long lastStableOffset(long highWatermark, long markersBelow, long knownFrom) {
        long stable = highWatermark;
        for (long id : ids()) {
            long first = -1;
            for (Sent each : of(id)) {
                if (each.kind().isMarker() && each.lastOffset() < markersBelow) {
                    first = -1;
                } else if (each.kind() == Kind.TRANSACTIONAL && first < 0 && each.lastOffset() >= knownFrom) {
                    first = each.firstOffset();
                }
            }
            stable = first < 0 ? stable : Math.min(stable, first);
        }
        return stable;
    }

    /** The batches whose transactions were aborted. */
    List<Sent> aborted() {
        List<Sent> aborted = new ArrayList<>();
        Map<Long, List<Sent>> open = new HashMap<>();
        for (Sent each : sent) {
            if (each.kind() == Kind.TRANSACTIONAL) {
                open.computeIfAbsent(each.producerId(), id -> new ArrayList<>()).add(each);
            } else if (each.kind().isMarker()) {
                List<Sent> ended = open.remove(each.producerId());
                if (ended != null && each.kind() == Kind.ABORT) {
                    aborted.addAll(ended);
                }
            }
        }
        return aborted;
    }

    /**
     * Whether a log that begins at {@code firstOffset} may know this of its producers. Compaction keeps the last batch
     * of each, also one that is the last only after a cut.
     *
     * @param compactedBelow what lies before may have been removed
     * @param isHalfRemoved whether it was cut where nobody may cut a log that goes on
     */
    void check(List<Row> rows, long firstOffset, long compactedBelow, boolean isHalfRemoved, String where) {
        boolean isCompacted = compactedBelow > 0;
        Map<Long, Row> found = new HashMap<>();
        rows.forEach(row -> found.put(row.producerId(), row));
        assertThat(ids()).as(where + ": producers").containsAll(found.keySet());
        for (long id : ids()) {
            List<Sent> own = of(id);
            Row row = found.get(id);
            Sent last = last(id);
            if (last == null || isHalfRemoved && last.lastOffset() < compactedBelow) {
                continue;
            }
            if (row == null) {
                boolean mayBeUnknown = isWithoutTrace(own, firstOffset, compactedBelow) || isExpired(id);
                assertThat(mayBeUnknown)
                        .as(where + ": producer " + id + " is known")
                        .isTrue();
                continue;
            }
            assertThat(allowed(own, firstOffset, isCompacted))
                    .as(where + ": producer " + id)
                    .contains(isCompacted ? essence(row) : row);
        }
    }

    /**
     * Whether the log may have nothing that tells of the producer: no batch, or markers alone, of which nobody knows
     * what they ended. These compaction takes or empties, and so forgets who is known by them only. That is no loss:
     * such a one could go on with sequence 0 alone, and who is not known, with any.
     */
    private static boolean isWithoutTrace(List<Sent> own, long firstOffset, long compactedBelow) {
        for (Sent each : own) {
            boolean mayBeGone = each.kind().isMarker() && each.lastOffset() < compactedBelow;
            if (each.lastOffset() >= firstOffset && !mayBeGone) {
                return false;
            }
        }
        return true;
    }

    private List<Row> allowed(List<Sent> own, long firstOffset, boolean isCompacted) {
        int latest = Math.min(expiredAfter.getOrDefault(own.get(0).producerId(), 0), own.size() - 1);
        for (int i = latest; i < own.size() && own.get(i).firstOffset() < firstOffset; i++) {
            latest = i + 1;
        }
        List<Row> rows = new ArrayList<>();
        for (int from = 0; from <= Math.min(latest, own.size() - 1); from++) {
            Row row = row(own.subList(from, own.size()));
            rows.add(isCompacted ? essence(row) : row);
        }
        return rows;
    }

    /** What compaction must not change: it takes markers that nobody needs. */
    private static Row essence(Row row) {
        return new Row(
                row.producerId(),
                row.epoch(),
                row.lastSequence(),
                row.lastOffset(),
                row.offsetDelta(),
                0,
                0,
                row.transactionFirstOffset() < 0 ? -1 : 0);
    }

    private static Row row(List<Sent> own) {
        Sent last = null;
        int coordinatorEpoch = -1;
        for (Sent each : own) {
            last = each.kind().isMarker() ? last : each;
            coordinatorEpoch = each.kind().isMarker() ? each.coordinatorEpoch() : coordinatorEpoch;
        }
        return new Row(
                own.get(0).producerId(),
                (short) 0,
                last == null ? -1 : last.lastSequence(),
                last == null ? -1 : last.lastOffset(),
                last == null ? 0 : (int) (last.lastOffset() - last.firstOffset()),
                own.get(own.size() - 1).timestampMs(),
                coordinatorEpoch,
                firstOpen(own));
    }
}
