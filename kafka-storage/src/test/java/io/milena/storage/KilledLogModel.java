package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Batches.Rec;
import io.milena.storage.LogModel.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What must be in one log of {@link KilledWriter}: all that it told of, and perhaps one batch more, which was written
 * when it was killed and could not tell.
 */
final class KilledLogModel {

    private static final int READ_BYTES = 4_000;

    private final KilledLog which;
    private final List<Told> told = new ArrayList<>();
    private int missing;

    KilledLogModel(KilledLog which) {
        this.which = which;
    }

    void told(Told append) {
        told.add(append);
    }

    /** How many of the batches that were told of are gone, by the last {@link #check}. */
    int missing() {
        return missing;
    }

    private long end() {
        return told.isEmpty() ? 0 : told.get(told.size() - 1).last() + 1;
    }

    /** The log was recovered. */
    void check(Log log, String where) throws IOException {
        List<FoundBatch> found = FoundBatch.in(log);
        takeUntold(found, where);
        assertThat(log.offsets().logEndOffset()).as(where + ": end").isEqualTo(end());
        checkBatches(found, where);
        if (!which.isCompacted()) {
            checkNoGap(found, log.offsets().logStartOffset(), where);
        }
        log.highWatermark(end());
        checkCommitted(found, log, where);
        checkProducer(log, where);
        missing = told.size() - found.size();
    }

    private void takeUntold(List<FoundBatch> found, String where) {
        long end = end();
        List<FoundBatch> untold =
                found.stream().filter(batch -> batch.last() >= end).toList();
        assertThat(untold).as(where + ": one append may be untold").hasSizeLessThan(2);
        for (FoundBatch batch : untold) {
            assertThat(batch.first()).as(where + ": untold").isEqualTo(end);
            told.add(new Told(
                    which, Objects.requireNonNull(batch.kind()), batch.first(), batch.last(), batch.sequence()));
        }
    }

    /** None is there that was not written, and none holds what it did not hold. */
    private void checkBatches(List<FoundBatch> found, String where) {
        Map<Long, Told> byFirst = new HashMap<>();
        told.forEach(append -> byFirst.put(append.first(), append));
        long before = -1;
        for (FoundBatch batch : found) {
            String at = where + ": batch at " + batch.first();
            assertThat(batch.first()).as(at).isGreaterThan(before);
            before = batch.last();
            Told append = byFirst.get(batch.first());
            assertThat(append).as(at).isNotNull();
            assertThat(batch.last()).as(at).isEqualTo(append.last());
            assertThat(batch.kind() == null || batch.kind() == append.kind())
                    .as(at + ": " + append + " is " + batch.kind())
                    .isTrue();
            if (!append.kind().isMarker()) {
                checkRecords(batch, at);
            }
        }
    }

    /** A compacted batch may be left with no record, for the sake of its producer. */
    private void checkRecords(FoundBatch batch, String at) {
        List<Rec> written = which.records(batch.first(), batch.last());
        if (which.isCompacted() && batch.records().isEmpty()) {
            assertThat(which.hasProducer()).as(at + " is empty").isTrue();
        } else if (which.isCompacted()) {
            assertThat(written).as(at).containsSubsequence(batch.records());
        } else {
            assertThat(batch.records()).as(at).isEqualTo(written);
        }
    }

    private void checkNoGap(List<FoundBatch> found, long start, String where) {
        long next = start;
        for (FoundBatch batch : found) {
            assertThat(batch.first()).as(where + ": no gap").isEqualTo(next);
            next = batch.last() + 1;
        }
        assertThat(next).as(where + ": up to the end").isEqualTo(end());
    }

    /** Readers of committed records see all of them, of a compacted log at least the newest of each key. */
    private void checkCommitted(List<FoundBatch> found, Log log, String where) throws IOException {
        long start = log.offsets().logStartOffset();
        long stable = log.offsets().lastStableOffset(end());
        var outcome = new Outcome(told);
        assertThat(stable).as(where + ": last stable offset").isEqualTo(outcome.stableEnd(end()));
        List<Rec> expected = outcome.committed().stream()
                .filter(append -> append.first() >= start)
                .flatMap(append -> which.records(append.first(), append.last()).stream())
                .toList();
        List<Rec> seen = new WholeLog(log, READ_BYTES).committed(start, stable);
        if (!which.isCompacted()) {
            assertThat(seen).as(where + ": committed").isEqualTo(expected);
            return;
        }
        Map<String, Rec> newest = new HashMap<>();
        expected.forEach(rec -> newest.put(rec.key(), rec));
        assertThat(expected).as(where + ": committed").containsSubsequence(seen);
        assertThat(seen).as(where + ": newest of each key").containsAll(newest.values());
        assertThat(found.stream().map(FoundBatch::first))
                .as(where + ": of the open transaction nothing is missing")
                .containsAll(outcome.open().stream().map(Told::first).toList());
    }

    /** A batch that comes twice is known. */
    private void checkProducer(Log log, String where) {
        Told last = null;
        for (Told append : told) {
            last = append.kind().isMarker() ? last : append;
        }
        if (last == null || !which.hasProducer()) {
            return;
        }
        var origin = which.isTransactional() ? Origin.TRANSACTIONAL_CLIENT : Origin.CLIENT;
        long first = last.first();
        AppendResult again = Batches.append(
                log,
                Batches.encode(which.terms(last.sequence()), Codec.NONE, which.records(first, last.last())),
                new AppendTerms(0, LogHome.START_MS, origin, RecordValidation.FULL));
        assertThat(again)
                .as(where + ": " + last + " once more")
                .isInstanceOfSatisfying(
                        Duplicate.class, it -> assertThat(it.firstOffset()).isEqualTo(first));
    }

    /** What became of the appends: without transactions all are committed. */
    private record Outcome(List<Told> committed, List<Told> open) {

        Outcome(List<Told> told) {
            this(new ArrayList<>(), new ArrayList<>());
            for (Told append : told) {
                if (append.kind() == Kind.PLAIN) {
                    committed.add(append);
                } else if (append.kind() == Kind.TRANSACTIONAL) {
                    open.add(append);
                } else {
                    committed.addAll(append.kind() == Kind.COMMIT ? open : List.of());
                    open.clear();
                }
            }
        }

        long stableEnd(long end) {
            return open.isEmpty() ? end : open.get(0).first();
        }
    }
}
