package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one log must hold: everything that was written, which part of it can be read, and which part was promised to
 * survive whatever happens.
 *
 * <p>What is deleted from the front may come back by a crash, so it is remembered too; so is what compaction may have
 * removed.
 */
final class LogModel {

    private final NavigableMap<Long, Written> written = new TreeMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final ProducerRules producers = new ProducerRules(sent);
    private final Set<Long> checkpointedHighWatermarks = new TreeSet<>(Set.of(0L));
    private long start;
    private long end;
    private long promisedEnd;
    private long promisedStart;
    private long highWatermark;
    private long compactedBelow;
    private Doubt doubt = Doubt.NONE;
    private boolean isHalfRemoved;

    /** A record, and the leader epoch it was written in. */
    record Written(Rec rec, int epoch) {}

    /** What a batch of a producer is. */
    enum Kind {
        PLAIN,
        TRANSACTIONAL,
        COMMIT,
        ABORT;

        boolean isMarker() {
            return this == COMMIT || this == ABORT;
        }
    }

    /** A producer's batch; a marker has sequence -1 and a coordinator epoch. */
    record Sent(long producerId, int firstSequence, Span span, long timestampMs, Kind kind, int coordinatorEpoch) {

        long firstOffset() {
            return span.firstOffset;
        }

        long lastOffset() {
            return span.lastOffset;
        }

        int lastSequence() {
            return firstSequence + (int) (span.lastOffset - span.firstOffset);
        }
    }

    /** Offsets from first to last. */
    record Span(long firstOffset, long lastOffset) {}

    /**
     * A change that is under way: a crash leaves it undone, done, or half done.
     *
     * @param records that may be at the end
     * @param sent by a producer, the same; at most one
     * @param mostStart how far the start may move
     * @param leastEnd how far the end may move back
     * @param resetTo where the log may begin anew; -1 if nowhere
     */
    private record Doubt(List<Written> records, List<Sent> sent, long mostStart, long leastEnd, long resetTo) {
        static final Doubt NONE = new Doubt(List.of(), List.of(), -1, Long.MAX_VALUE, -1);
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long highWatermark() {
        return highWatermark;
    }

    /** Whether a broker may find this one in its checkpoint. */
    boolean wasCheckpointed(long offset) {
        return checkpointedHighWatermarks.contains(offset);
    }

    /** What the log must know of its producers. */
    ProducerRules producers() {
        return producers;
    }

    /** Batches of producers, in order. */
    List<Sent> sent() {
        return sent;
    }

    /** A crash came while all of it was removed: what hides other records may be gone, what it hid stays away. */
    boolean isHalfRemoved() {
        return isHalfRemoved;
    }

    /** A record may be missing only before it. */
    long compactedBelow() {
        return compactedBelow;
    }

    /** Everything before {@code offset} is committed. */
    void committed(long offset) {
        highWatermark = Math.min(offset, end);
    }

    /** An empty log, which is either this one, all of it lost, or another one of its name. */
    LogModel oldOrNew() {
        var empty = new LogModel();
        empty.checkpointedHighWatermarks.addAll(checkpointedHighWatermarks);
        return empty;
    }

    void highWatermarkCheckpointed() {
        checkpointedHighWatermarks.add(highWatermark);
    }

    /** A cleaner has had its turn. */
    void compacting() {
        compactedBelow = Math.max(compactedBelow, producers.lastStableOffset(highWatermark, Long.MAX_VALUE, start));
    }

    /** All that can be read from {@code offset} on. */
    List<Rec> from(long offset) {
        return written.tailMap(Math.max(offset, start), true).values().stream()
                .map(Written::rec)
                .toList();
    }

    /** The leader epoch in which the record was written. */
    int epochAt(long offset) {
        return written.get(offset).epoch();
    }

    void appending(List<Written> records, List<Sent> by) {
        doubt = new Doubt(records, by, -1, Long.MAX_VALUE, -1);
    }

    /** Whether a log may know only a marker of who sends: then it expects the first sequence of all. */
    boolean isOfForgottenProducer(long firstOffset) {
        return !doubt.sent.isEmpty() && mayBeForgotten(doubt.sent.get(0).producerId(), firstOffset);
    }

    /** Whether a log that begins at {@code firstOffset} may not know what this producer sent last. */
    boolean mayBeForgotten(long producerId, long firstOffset) {
        Sent last = producers.last(producerId);
        return last != null
                && (last.lastOffset() < firstOffset
                        || isHalfRemoved && last.lastOffset() < compactedBelow
                        || producers.isExpired(producerId));
    }

    void appended() {
        doubt.records.forEach(each -> written.put(each.rec().offset(), each));
        sent.addAll(doubt.sent);
        end = written.isEmpty() ? end : Math.max(end, written.lastKey() + 1);
        settled();
    }

    /** What was under way did not happen, or is done. */
    void settled() {
        doubt = Doubt.NONE;
    }

    /** What was under way did not happen, but perhaps the start has moved. */
    void gaveUp(long foundStart) {
        start = foundStart > start && foundStart <= doubt.mostStart ? foundStart : start;
        settled();
    }

    void truncating(long offset) {
        doubt = new Doubt(List.of(), List.of(), -1, offset, -1);
    }

    void truncated(long offset) {
        cutTo(offset);
        promisedEnd = Math.min(promisedEnd, offset);
        promisedStart = Math.min(promisedStart, offset);
        settled();
    }

    void resetting(long offset) {
        doubt = new Doubt(List.of(), List.of(), end, 0, offset);
    }

    void reset(long offset) {
        cutTo(0);
        start = offset;
        end = offset;
        promisedEnd = offset;
        promisedStart = 0;
        highWatermark = offset;
        settled();
    }

    /** The start may move up to {@code offset}. */
    void starting(long offset) {
        doubt = new Doubt(List.of(), List.of(), offset, Long.MAX_VALUE, -1);
    }

    void startsAt(long offset) {
        start = offset;
        settled();
    }

    /** Everything before this offset is forced. */
    void promised(long offset) {
        promisedEnd = Math.max(promisedEnd, Math.min(offset, end));
    }

    /** The start is written to a checkpoint. */
    void startPromised() {
        promisedStart = start;
    }

    private void cutTo(long offset) {
        written.tailMap(offset, true).clear();
        sent.removeIf(each -> each.lastOffset() >= offset);
        end = Math.min(end, offset);
        start = Math.min(start, offset);
        highWatermark = Math.min(highWatermark, offset);
        compactedBelow = Math.min(compactedBelow, offset);
    }

    /** Its broker was killed, which loses nothing that was written: where the log ends then, at least. */
    long endIfKilled() {
        return Math.min(end, doubt.leastEnd);
    }

    /** The power was out, and what is found now lies on the disk. */
    void survived() {
        promisedEnd = end;
    }

    /** After a crash the log has these ends: checks that they are allowed, and goes on from there. */
    void recovered(LogOffsets found, String where) {
        boolean wasThere = start == doubt.resetTo && end == doubt.resetTo;
        if (found.logEndOffset() == doubt.resetTo && found.logStartOffset() == doubt.resetTo && !wasThere) {
            reset(doubt.resetTo);
            return;
        }
        long mostEnd = doubt.records.isEmpty()
                ? end
                : doubt.records.get(doubt.records.size() - 1).rec().offset() + 1;
        assertThat(found.logEndOffset())
                .as(where + ": forced records stay, none is invented")
                .isBetween(Math.min(promisedEnd, doubt.leastEnd), mostEnd);
        assertThat(found.logStartOffset())
                .as(where + ": the start does not move on by itself")
                .isLessThanOrEqualTo(Math.max(start, doubt.mostStart));
        isHalfRemoved = isHalfRemoved || doubt.resetTo >= 0;
        if (doubt.resetTo < 0) {
            assertThat(found.logStartOffset())
                    .as(where + ": the start that was written stays")
                    .isGreaterThanOrEqualTo(Math.min(promisedStart, found.logEndOffset()));
        }
        doubt.records.forEach(each -> written.put(each.rec().offset(), each));
        sent.addAll(doubt.sent);
        end = mostEnd;
        cutTo(found.logEndOffset());
        start = found.logStartOffset();
        end = found.logEndOffset();
        promisedEnd = Math.min(promisedEnd, end);
        promisedStart = Math.min(promisedStart, start);
        settled();
    }
}
