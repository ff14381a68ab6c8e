package io.milena.clients.producer;

import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.record.RecordBatchFormat;
import io.milena.record.Sequences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ids, epochs and sequences of a producer (KIP-98, KIP-360): what may be sent, in which order, under which number, and
 * what an answer means for what was sent after it. With it a batch is appended once and in its place, though it may be
 * sent many times.
 *
 * <p>Pure. Confined to the event loop.
 *
 * <p>Of each partition no batch is sent before the fifth before it has its end, because brokers remember five: one that
 * is sent again has to be recognised, whatever of those after it is in the log by then. The first one of an epoch goes
 * alone: a broker that has nothing of a producer takes any sequence of it, so the second, out beside a first one that
 * is refused because the leader is not ready, would be appended before it. If one has to be sent again,
 * those after it wait until it has its answer, and are then sent again one by one. If one is given up whose sequence
 * others follow, brokers refuse those; as soon as none of them is out, the producer takes its next epoch and numbers
 * them anew from 0. That is safe exactly because they were refused, or follow one that was: none of them can be in the
 * log.
 */
final class Idempotence {

    /** Batches of one producer that a broker remembers for each partition. */
    static final int MOST_OUT = 5;

    private final boolean isTransactional;
    private final Map<TopicPartition, Track> tracks = new LinkedHashMap<>();
    private long producerId = RecordBatchFormat.NO_PRODUCER_ID;
    private short epoch = RecordBatchFormat.NO_PRODUCER_EPOCH;
    private boolean wantsBump;

    /** What is to be done with a batch that a broker refused. */
    enum Verdict {
        /** It is to be sent again as it is. */
        RETRY,
        /** It is in the log already. */
        APPENDED,
        /** It has failed. */
        FAIL
    }

    /** What is known of one partition. */
    private static final class Track {

        private long producerId;
        private short epoch;
        private int next;
        private long nextOrdinal;
        /** The broker has something of this id and epoch, and will refuse what does not follow it. */
        private boolean isKnown;
        /** With a sequence, and not ended; ascending. */
        private final List<BatchIdentity> pending = new ArrayList<>();
        /** All that are pending follow one that is not in the log, and are to be numbered anew. */
        private boolean isBroken;
        /** The first that follows one that is not in the log, if others are pending before it. */
        private @Nullable BatchIdentity afterGap;
        /** Of the first that is not in the log. */
        private int gapSequence;
        /** One was given up that may be in the log: what comes of those after it will tell. */
        private boolean isUnsure;

        private long lastAckedOffset = -1;

        void restart(long id, short newEpoch) {
            producerId = id;
            epoch = newEpoch;
            next = 0;
            nextOrdinal = 0;
            isKnown = false;
            isBroken = false;
            isUnsure = false;
            afterGap = null;
            for (BatchIdentity batch : pending) {
                batch.mayBeAppended(false);
                number(batch);
            }
        }

        void number(BatchIdentity batch) {
            batch.assign(producerId, epoch, next);
            batch.ordinal(nextOrdinal);
            next = Sequences.after(next, batch.recordCount());
            nextOrdinal++;
        }

        /** Whether the broker takes another in its place only, and would still remember the oldest that is pending. */
        boolean hasRoom() {
            return pending.isEmpty() || isKnown && nextOrdinal - pending.get(0).ordinal() < MOST_OUT;
        }

        boolean isFirst(BatchIdentity batch) {
            return !pending.isEmpty() && pending.get(0) == batch;
        }

        boolean isBehindGap(int at) {
            int gap = afterGap == null ? -1 : pending.indexOf(afterGap);
            return gap >= 0 && at >= gap;
        }

        /** One that is not in the log was removed from {@code at}, where the next is now, if there is one. */
        void gapAt(int at, int sequence, boolean isBehindGap) {
            if (!isBehindGap) {
                gapSequence = sequence;
            }
            if (at == pending.size()) {
                boolean isGapLast = afterGap == null || !pending.contains(afterGap);
                next = isGapLast ? gapSequence : sequence;
                afterGap = isGapLast ? null : afterGap;
            } else if (!isBehindGap || !pending.contains(afterGap)) {
                afterGap = pending.get(at);
            }
        }

        /** Once nothing is pending before the gap, nothing that is pending can be in the log. */
        void breakIfFirst() {
            if (afterGap != null && isFirst(afterGap)) {
                isBroken = true;
                afterGap = null;
            }
        }

        boolean hasNoneOut() {
            return pending.stream().noneMatch(BatchIdentity::isOut);
        }
    }

    Idempotence(boolean isTransactional) {
        this.isTransactional = isTransactional;
    }

    boolean hasId() {
        return producerId != RecordBatchFormat.NO_PRODUCER_ID;
    }

    long producerId() {
        return producerId;
    }

    short epoch() {
        return epoch;
    }

    /** A broker gave this id and epoch. Sequences of every partition begin anew as soon as nothing old is pending. */
    void idGiven(long newProducerId, short newEpoch) {
        producerId = newProducerId;
        epoch = newEpoch;
        wantsBump = false;
        tracks.values().forEach(track -> {
            if (track.isBroken) {
                track.restart(newProducerId, newEpoch);
            }
        });
    }

    /** Whether {@code first}, the oldest of its partition that waits, may be sent now. */
    boolean maySend(TopicPartition partition, BatchIdentity first) {
        if (!hasId()) {
            return false;
        }
        Track track = tracks.get(partition);
        if (track == null) {
            return true;
        }
        if (first.hasSequence()) {
            return track.isFirst(first) && !track.isBroken;
        }
        if (isStale(track)) {
            return track.pending.isEmpty();
        }
        boolean goesOn = !track.isBroken && !track.isUnsure && track.afterGap == null;
        return goesOn && track.hasRoom();
    }

    private boolean isStale(Track track) {
        return track.producerId != producerId || track.epoch != epoch;
    }

    /** {@code batch} leaves: it gets its number if it has none. Only after {@link #maySend}. */
    void sending(TopicPartition partition, BatchIdentity batch) {
        Track track = tracks.computeIfAbsent(partition, any -> new Track());
        if (!batch.hasSequence()) {
            if (isStale(track)) {
                Invariant.check(track.pending.isEmpty(), "a new epoch begins when nothing is pending");
                track.restart(producerId, epoch);
            }
            track.number(batch);
            track.pending.add(batch);
        }
        batch.sent();
    }

    /** {@code batch} is in the log, from {@code baseOffset} on, which is -1 if it is not known. */
    void appended(TopicPartition partition, BatchIdentity batch, long baseOffset) {
        batch.back();
        Track track = tracks.get(partition);
        if (track == null || !track.pending.remove(batch)) {
            return;
        }
        track.isUnsure = false;
        track.isKnown = true;
        if (baseOffset >= 0) {
            track.lastAckedOffset = Math.max(track.lastAckedOffset, baseOffset + batch.recordCount() - 1);
        }
        settle(track);
    }

    /** Nobody knows what the broker did with {@code batch}, which will be sent again. */
    void lost(BatchIdentity batch) {
        batch.back();
        batch.mayBeAppended(true);
        bumpIfDue();
    }

    /** The broker refused {@code batch}, which will be sent again for a reason that has to do with no sequence. */
    void refused(BatchIdentity batch) {
        batch.back();
        bumpIfDue();
    }

    /** The broker refused {@code batch} for its size: {@code parts} take its place, and its numbers. */
    void split(TopicPartition partition, BatchIdentity batch, List<BatchIdentity> parts) {
        batch.back();
        Track track = tracks.get(partition);
        int at = track == null ? -1 : track.pending.indexOf(batch);
        if (track == null || at < 0) {
            return;
        }
        track.pending.remove(at);
        track.pending.addAll(at, parts);
        int sequence = batch.sequence();
        for (BatchIdentity part : parts) {
            part.assign(batch.producerId(), batch.epoch(), sequence);
            part.ordinal(batch.ordinal());
            sequence = Sequences.after(sequence, part.recordCount());
        }
        bumpIfDue();
    }

    /**
     * The broker refused {@code batch} for its id, epoch or sequence.
     *
     * @param logStartOffset as the broker told; -1 if it did not
     */
    Verdict refused(TopicPartition partition, BatchIdentity batch, ErrorCode error, long logStartOffset) {
        if (error == ErrorCode.DUPLICATE_SEQUENCE_NUMBER) {
            return Verdict.APPENDED;
        }
        batch.back();
        Track track = tracks.get(partition);
        if (track == null || !track.pending.contains(batch)) {
            return Verdict.FAIL;
        }
        if (track.isFirst(batch) && !track.isBroken) {
            batch.mayBeAppended(false);
            return refusedAsFirst(track, error, logStartOffset);
        }
        bumpIfDue();
        return Verdict.RETRY;
    }

    private Verdict refusedAsFirst(Track track, ErrorCode error, long logStartOffset) {
        if (!isTransactional) {
            track.isBroken = true;
            wantsBump = true;
            bumpIfDue();
            return Verdict.RETRY;
        }
        boolean isForgotten = error == ErrorCode.UNKNOWN_PRODUCER_ID && logStartOffset > track.lastAckedOffset;
        if (isForgotten && track.hasNoneOut()) {
            // Retention took all that the producer had written: the broker knows it no more, and counts from 0.
            track.restart(producerId, epoch);
            return Verdict.RETRY;
        }
        return Verdict.FAIL;
    }

    /**
     * {@code batch} is given up, after a refusal or unsure whether it is in the log, and whether it was sent or not.
     */
    void gaveUp(TopicPartition partition, BatchIdentity batch) {
        boolean unsure = batch.isOut() || batch.mayBeAppended();
        batch.back();
        Track track = tracks.get(partition);
        int at = track == null ? -1 : track.pending.indexOf(batch);
        if (track == null || at < 0) {
            return;
        }
        boolean behindGap = track.isBehindGap(at);
        track.pending.remove(at);
        if (unsure && !behindGap && !track.isBroken) {
            track.isUnsure = true;
        } else {
            track.gapAt(at, batch.sequence(), behindGap);
        }
        settle(track);
    }

    /** Something of {@code track} is pending no more. */
    private void settle(Track track) {
        if (!isTransactional) {
            track.breakIfFirst();
            wantsBump |= track.isBroken || track.isUnsure && track.pending.isEmpty();
        }
        bumpIfDue();
    }

    /** Whether a new id is to be asked for, because there is none or its epochs are used up. */
    boolean needsId() {
        return !isTransactional && !hasId();
    }

    /** Takes the next epoch once nothing is out that would be numbered anew. */
    private void bumpIfDue() {
        if (!wantsBump || isTransactional || !hasId()) {
            return;
        }
        for (Track track : tracks.values()) {
            if (track.isBroken && !track.hasNoneOut()) {
                return;
            }
        }
        if (epoch == Short.MAX_VALUE) {
            producerId = RecordBatchFormat.NO_PRODUCER_ID;
            epoch = RecordBatchFormat.NO_PRODUCER_EPOCH;
            return;
        }
        idGiven(producerId, (short) (epoch + 1));
    }
}
