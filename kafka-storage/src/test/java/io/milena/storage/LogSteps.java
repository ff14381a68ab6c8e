package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchCursor;
import io.milena.record.BatchEdits;
import io.milena.record.BatchTerms;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Batches.Rec;
import io.milena.storage.LogModel.Kind;
import io.milena.storage.LogModel.Sent;
import io.milena.storage.LogModel.Span;
import io.milena.storage.LogModel.Written;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The steps of every history: what producers, replication, retention and time do to a log. Transactions bring a list of
 * their own.
 */
final class LogSteps {

    static final List<HistoryStep> ORDINARY = List.of(
            new HistoryStep(50, "append", LogSteps::append),
            new HistoryStep(8, "repeat", LogSteps::repeat),
            new HistoryStep(10, "follow", LogSteps::follow),
            new HistoryStep(8, "flush", LogSteps::flush),
            new HistoryStep(6, "truncate", LogSteps::truncate),
            new HistoryStep(1, "truncate below the start", LogSteps::truncateBelowStart),
            new HistoryStep(1, "reset", LogSteps::reset),
            new HistoryStep(5, "delete records", LogSteps::deleteRecords),
            new HistoryStep(5, "retain", LogSteps::retain),
            new HistoryStep(6, "time", LogSteps::passTime),
            new HistoryStep(6, "commit", LogSteps::commit),
            new HistoryStep(4, "epoch", LogSteps::beginEpoch),
            new HistoryStep(4, "checkpoints", LogSteps::checkpoint));

    private static final Codec[] CODECS = Codec.values();
    private static final int PRODUCERS = 3;
    private static final int KEYS = 6;

    /** More than any time of a history. */
    private static final long FUTURE_MS = 1L << 45;

    private LogSteps() {}

    /** Records with values that no other record of this history has. */
    static List<Written> records(LogSubject it, long firstOffset, long timestampMs) {
        List<Written> records = new ArrayList<>();
        int count = 1 + it.random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String value = "v" + it.counter++ + "x".repeat(it.random.nextInt(20));
            String key = it.isCompacted() ? "k" + it.random.nextInt(KEYS) : null;
            boolean isTombstone = key != null && it.random.nextInt(6) == 0;
            records.add(new Written(new Rec(firstOffset + i, timestampMs, key, isTombstone ? null : value), it.epoch));
        }
        return records;
    }

    static long anyTime(LogSubject it) {
        return it.nowMs() + it.random.nextInt(200) - 100 + (it.random.nextInt(50) == 0 ? FUTURE_MS : 0);
    }

    /** About when a record with {@link #anyTime} was written. */
    static long writtenMs(Rec rec) {
        return rec.timestampMs() >= FUTURE_MS ? rec.timestampMs() - FUTURE_MS : rec.timestampMs();
    }

    static ByteBuf encode(LogSubject it, BatchTerms terms, List<Written> records) {
        Codec codec = it.random.nextInt(10) == 0 ? CODECS[it.random.nextInt(CODECS.length)] : Codec.NONE;
        return Batches.encode(terms, codec, records.stream().map(Written::rec).toList());
    }

    /** These records as a batch of this producer, who sends it next. */
    static Sent sent(LogSubject it, long producerId, Kind kind, List<Written> records) {
        Rec first = records.get(0).rec();
        var span = new Span(first.offset(), first.offset() + records.size() - 1);
        int sequence = it.model.producers().nextSequence(producerId);
        return new Sent(producerId, sequence, span, first.timestampMs(), kind, -1);
    }

    private static void append(LogSubject it) {
        List<Written> records = records(it, it.model.end(), anyTime(it));
        long producerId = it.random.nextInt(2 * PRODUCERS);
        List<Sent> sent = new ArrayList<>();
        BatchTerms terms = BatchTerms.PLAIN;
        if (producerId < PRODUCERS) {
            sent.add(sent(it, producerId, Kind.PLAIN, records));
            terms = terms.withProducer(producerId, (short) 0, sent.get(0).firstSequence());
        }
        ByteBuf bytes = encode(it, terms, records);
        it.model.appending(records, sent);
        ended(it, Batches.append(it.log, bytes, terms(it, Origin.CLIENT)));
    }

    /** Checks of the records inside have tests of their own. */
    static AppendTerms terms(LogSubject it, Origin origin) {
        return new AppendTerms(it.epoch, it.nowMs(), origin, RecordValidation.HEADER);
    }

    static void ended(LogSubject it, AppendResult result) {
        if (result instanceof Appended appended) {
            assertThat(appended.firstOffset()).isEqualTo(it.model.end());
            it.model.appended();
            return;
        }
        Refused refused = (Refused) result;
        if (refused.code() == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
                && it.model.isOfForgottenProducer(it.firstOffset())) {
            it.model.settled();
            return;
        }
        assertThat(refused.code()).as(refused.message()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        if (it.log.dir().isOnline()) {
            it.model.settled();
        }
    }

    /** A producer sends its last batch again. */
    private static void repeat(LogSubject it) {
        long id = it.random.nextInt(PRODUCERS);
        Sent last = it.model.producers().last(id);
        if (last == null || last.firstOffset() < it.model.start() || it.model.mayBeForgotten(id, it.firstOffset())) {
            return;
        }
        Rec again = new Rec(0, it.nowMs(), "again", "again");
        BatchTerms terms = BatchTerms.PLAIN.withProducer(id, (short) 0, last.firstSequence());
        int count = last.lastSequence() - last.firstSequence() + 1;
        ByteBuf bytes = Batches.encode(terms, Codec.NONE, Collections.nCopies(count, again));
        AppendResult result = Batches.append(it.log, bytes, terms(it, Origin.CLIENT));
        if (result instanceof Refused refused && refused.code() == ErrorCode.KAFKA_STORAGE_ERROR) {
            return;
        }
        assertThat(result).isInstanceOf(Duplicate.class);
        assertThat(((Duplicate) result).firstOffset()).isEqualTo(last.firstOffset());
    }

    /** What a leader sent: a few batches with their offsets, one of them of a producer. */
    private static void follow(LogSubject it) {
        List<Written> all = new ArrayList<>();
        List<Sent> sent = new ArrayList<>();
        ByteBuf run = Unpooled.buffer();
        long next = it.model.end();
        for (int i = 1 + it.random.nextInt(3); i > 0; i--) {
            List<Written> records = records(it, next, anyTime(it));
            BatchTerms terms = BatchTerms.PLAIN;
            if (sent.isEmpty() && it.random.nextInt(3) == 0) {
                sent.add(sent(it, it.random.nextInt(PRODUCERS), Kind.PLAIN, records));
                terms = terms.withProducer(
                        sent.get(0).producerId(), (short) 0, sent.get(0).firstSequence());
            }
            ByteBuf bytes = encode(it, terms, records);
            BatchCursor cursor = BatchCursor.over(bytes);
            cursor.next();
            BatchEdits.assignOffset(cursor.batch(), next);
            BatchEdits.assignLeaderEpoch(cursor.batch(), it.epoch);
            run.writeBytes(bytes);
            bytes.release();
            all.addAll(records);
            next += records.size();
        }
        it.model.appending(all, sent);
        try {
            ended(it, it.log.appendAsFollower(run));
        } finally {
            run.release();
        }
    }

    private static void flush(LogSubject it) {
        it.log.flush();
        it.model.promised(it.log.recoveryPoint());
        if (!it.disk.isShort()) {
            assertThat(it.log.recoveryPoint()).isEqualTo(it.model.end());
        }
    }

    /** To the border of a batch, as replication does. */
    private static void truncate(LogSubject it) {
        long border = border(it);
        boolean isCommitted = border < Math.max(it.model.highWatermark(), it.model.compactedBelow());
        boolean isKept = it.isCompacted() || it.random.nextInt(4) > 0;
        if (border >= it.model.start() && !(isCommitted && isKept)) {
            truncateTo(it, border);
        }
    }

    private static void truncateTo(LogSubject it, long border) {
        it.model.truncating(border);
        it.log.highWatermark(Math.min(border, it.model.highWatermark()));
        it.log.truncateTo(border);
        it.model.truncated(border);
    }

    /** A leader of another opinion: what was deleted here it never had. */
    private static void truncateBelowStart(LogSubject it) throws IOException {
        if (!it.isCompacted()) {
            truncateTo(it, it.batchBeforeStart());
        }
    }

    /** Where some batch ends, or the log ends. */
    private static long border(LogSubject it) {
        var limits = new ReadLimits(1, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK);
        if (it.log.read(it.anyOffset(), limits) instanceof LogSlice slice) {
            return WholeLog.endOf(slice, it.model.end());
        }
        return it.model.end();
    }

    private static void reset(LogSubject it) {
        long offset = it.model.end() + it.random.nextInt(20);
        it.model.resetting(offset);
        it.log.resetTo(offset);
        it.model.reset(offset);
        it.log.highWatermark(offset);
    }

    private static void deleteRecords(LogSubject it) {
        long offset = Math.min(it.anyOffset(), it.model.highWatermark());
        if (offset < it.model.start()) {
            return;
        }
        it.model.starting(offset);
        it.log.deleteRecordsBefore(offset);
        it.model.startsAt(offset);
    }

    private static void retain(LogSubject it) {
        if (it.random.nextInt(3) == 0) {
            it.home.with("retention.bytes", it.random.nextInt(5_000));
            it.log.config(it.home.config());
        }
        commit(it);
        it.model.starting(it.model.end());
        it.log.retain(it.nowMs());
        it.model.startsAt(it.log.offsets().logStartOffset());
    }

    /** Replicas have some more of it. */
    private static void commit(LogSubject it) {
        it.model.committed(it.random.nextBoolean() ? it.model.end() : Math.max(border(it), it.model.highWatermark()));
        it.log.highWatermark(it.model.highWatermark());
        if (it.random.nextInt(3) == 0) {
            it.model.highWatermarkCheckpointed();
            it.manager.checkpointHighWatermarks(Map.of(it.partition, it.model.highWatermark()));
        }
    }

    private static void passTime(LogSubject it) {
        it.home.time.advance(it.random.nextInt(5_000));
    }

    private static void beginEpoch(LogSubject it) {
        it.epoch += it.random.nextInt(3);
        it.log.assignEpochStart(it.epoch);
    }

    private static void checkpoint(LogSubject it) throws IOException {
        LogDir dir = it.log.dir();
        it.manager.checkpointRecoveryPoints(dir);
        if (it.manager.checkpointLogStarts(dir)) {
            it.model.startPromised();
        }
    }
}
