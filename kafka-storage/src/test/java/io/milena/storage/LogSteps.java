package io.milena.storage;

import static io.milena.storage.Batches.batch;
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
import io.milena.storage.LogModel.Sent;
import io.milena.storage.LogModel.Written;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of every history: what producers, replication, retention and time do to a log. Compaction and transactions
 * bring lists of their own.
 */
final class LogSteps {

    static final List<HistoryStep> ORDINARY = List.of(
            new HistoryStep(50, "append", LogSteps::append),
            new HistoryStep(8, "repeat", LogSteps::repeat),
            new HistoryStep(10, "follow", LogSteps::follow),
            new HistoryStep(8, "flush", LogSteps::flush),
            new HistoryStep(6, "truncate", LogSteps::truncate),
            new HistoryStep(1, "reset", LogSteps::reset),
            new HistoryStep(5, "delete records", LogSteps::deleteRecords),
            new HistoryStep(5, "retain", LogSteps::retain),
            new HistoryStep(6, "time", LogSteps::passTime),
            new HistoryStep(4, "epoch", LogSteps::beginEpoch),
            new HistoryStep(4, "checkpoints", LogSteps::checkpoint));

    private static final Codec[] CODECS = Codec.values();
    private static final int PRODUCERS = 3;

    private LogSteps() {}

    /** Records with values that no other record of this history has. */
    private static List<Written> records(LogSubject it, long firstOffset, long timestampMs) {
        List<Written> records = new ArrayList<>();
        int count = 1 + it.random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String value = "v" + it.counter++ + "x".repeat(it.random.nextInt(20));
            records.add(new Written(new Rec(firstOffset + i, timestampMs, null, value), it.epoch));
        }
        return records;
    }

    private static long anyTime(LogSubject it) {
        return it.nowMs() + it.random.nextInt(200) - 100 + (it.random.nextInt(50) == 0 ? 1L << 45 : 0);
    }

    private static ByteBuf encode(LogSubject it, BatchTerms terms, List<Written> records) {
        String[] values = records.stream().map(each -> each.rec().value()).toArray(String[]::new);
        Codec codec = it.random.nextInt(10) == 0 ? CODECS[it.random.nextInt(CODECS.length)] : Codec.NONE;
        return batch(terms, codec, records.get(0).rec().timestampMs(), values);
    }

    private static void append(LogSubject it) {
        List<Written> records = records(it, it.model.end(), anyTime(it));
        long producerId = it.random.nextInt(2 * PRODUCERS);
        List<Sent> sent = new ArrayList<>();
        BatchTerms terms = BatchTerms.PLAIN;
        if (producerId < PRODUCERS) {
            int sequence = it.model.nextSequence(producerId);
            terms = terms.withProducer(producerId, (short) 0, sequence);
            long last = it.model.end() + records.size() - 1;
            sent.add(new Sent(producerId, sequence, sequence + records.size() - 1, it.model.end(), last));
        }
        ByteBuf bytes = encode(it, terms, records);
        it.model.appending(records, sent);
        AppendResult result = Batches.append(it.log, bytes, terms(it));
        ended(it, result);
    }

    /** Checks of the records inside have tests of their own. */
    private static AppendTerms terms(LogSubject it) {
        return new AppendTerms(it.epoch, it.nowMs(), Origin.CLIENT, RecordValidation.HEADER);
    }

    private static void ended(LogSubject it, AppendResult result) {
        if (result instanceof Appended appended) {
            assertThat(appended.firstOffset()).isEqualTo(it.model.end());
            it.model.appended();
            return;
        }
        Refused refused = (Refused) result;
        assertThat(refused.code()).as(refused.message()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        if (it.log.dir().isOnline()) {
            it.model.settled();
        }
    }

    /** A producer sends its last batch again. */
    private static void repeat(LogSubject it) {
        Sent last = it.model.lastSent(it.random.nextInt(PRODUCERS));
        if (last == null || last.firstOffset() < it.model.start()) {
            return;
        }
        int count = last.lastSequence() - last.firstSequence() + 1;
        String[] values = new String[count];
        java.util.Arrays.fill(values, "again");
        ByteBuf bytes = Batches.from(last.producerId(), 0, last.firstSequence(), values);
        AppendResult result = Batches.append(it.log, bytes, terms(it));
        if (result instanceof Refused refused && refused.code() == ErrorCode.KAFKA_STORAGE_ERROR) {
            return;
        }
        assertThat(result).isInstanceOf(Duplicate.class);
        assertThat(((Duplicate) result).firstOffset()).isEqualTo(last.firstOffset());
    }

    /** What a leader sent: a few batches with their offsets. */
    private static void follow(LogSubject it) {
        List<Written> all = new ArrayList<>();
        ByteBuf run = Unpooled.buffer();
        long next = it.model.end();
        for (int i = 1 + it.random.nextInt(3); i > 0; i--) {
            List<Written> records = records(it, next, anyTime(it));
            ByteBuf bytes = encode(it, BatchTerms.PLAIN, records);
            BatchCursor cursor = BatchCursor.over(bytes);
            cursor.next();
            BatchEdits.assignOffset(cursor.batch(), next);
            BatchEdits.assignLeaderEpoch(cursor.batch(), it.epoch);
            run.writeBytes(bytes);
            bytes.release();
            all.addAll(records);
            next += records.size();
        }
        it.model.appending(all, List.of());
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
        var limits = new ReadLimits(1, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK);
        if (it.log.read(it.anyOffset(), limits) instanceof LogSlice slice) {
            long border = slice.firstOffset();
            slice.release();
            if (border >= it.model.start()) {
                it.model.truncating(border);
                it.log.truncateTo(border);
                it.model.truncated(border);
            }
        }
    }

    private static void reset(LogSubject it) {
        long offset = it.model.end() + it.random.nextInt(20);
        it.model.resetting(offset);
        it.log.resetTo(offset);
        it.model.reset(offset);
    }

    private static void deleteRecords(LogSubject it) {
        long offset = it.anyOffset();
        it.model.starting(offset);
        it.log.deleteRecordsBefore(offset);
        it.model.startsAt(offset);
    }

    private static void retain(LogSubject it) {
        if (it.random.nextInt(3) == 0) {
            it.home.with("retention.bytes", it.random.nextInt(5_000));
            it.log.config(it.home.config());
        }
        it.log.highWatermark(it.model.end());
        it.model.starting(it.model.end());
        it.log.retain(it.nowMs());
        it.model.startsAt(it.log.offsets().logStartOffset());
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
