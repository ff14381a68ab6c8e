package io.milena.storage;

import static io.milena.record.RecordBatchFormat.MAGIC_AT;
import static io.milena.record.RecordBatchFormat.MAGIC_KNOWN_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;

import io.milena.common.errors.ErrorCode;
import io.milena.common.record.TimestampType;
import io.milena.record.BatchCheck;
import io.milena.record.BatchCursor;
import io.milena.record.BatchEdits;
import io.milena.record.BatchVerdict;
import io.milena.record.BatchVerdict.Faulty;
import io.milena.record.BatchVerdict.Sound;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Compression;
import io.milena.record.compression.WorkAllowance;
import io.milena.record.compression.WorkRefused;
import io.milena.storage.AppendResult.Refused;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a leader takes batches into a log, and brings them into the shape that the topic wants: timestamps
 * and codec. Reads and writes only the batches themselves, so it needs no lock. Thread-safe.
 */
final class AppendGate {

    private static final long NO_APPEND_TIME = -1;

    private final BatchTools.Pool pool;

    AppendGate(BatchTools.Pool pool) {
        this.pool = pool;
    }

    /**
     * Looks at the readable bytes of {@code records}; may edit them in place. The caller releases the admission.
     *
     * @throws WorkRefused if the batch makes more work than {@code allowance} has for it; then nothing is changed
     */
    Admission admit(ByteBuf records, AppendTerms terms, LogConfig config, WorkAllowance allowance) {
        try (BatchTools tools = pool.borrow().under(allowance)) {
            return admit(records, terms, config, tools);
        }
    }

    /** As {@link #admit}, for whoever has other duties: null if the batch makes much work. */
    @Nullable
    Admission tryAdmit(ByteBuf records, AppendTerms terms, LogConfig config) {
        try (BatchTools tools = pool.borrow().briefly()) {
            return admit(records, terms, config, tools);
        } catch (WorkRefused tooMuch) {
            return null;
        }
    }

    private Admission admit(ByteBuf records, AppendTerms terms, LogConfig config, BatchTools tools) {
        if (records.readableBytes() < MAGIC_KNOWN_BYTES) {
            return turned(ErrorCode.INVALID_RECORD, records.readableBytes() + " bytes are not a batch");
        }
        if (!terms.origin().isClient()) {
            return admitOwn(records);
        }
        byte magic = records.getByte(records.readerIndex() + MAGIC_AT);
        return magic < MAGIC_V2
                ? admitLegacy(records, terms, config, tools)
                : admitBatch(records, terms, config, tools);
    }

    /** Batches that this broker made itself. */
    private static Admission admitOwn(ByteBuf records) {
        long maxTimestamp = NO_APPEND_TIME;
        BatchCursor cursor = BatchCursor.over(records);
        while (cursor.next()) {
            maxTimestamp = Math.max(maxTimestamp, cursor.batch().maxTimestamp());
        }
        return cursor.remainingBytes() > 0
                ? turned(ErrorCode.CORRUPT_MESSAGE, cursor.remainingBytes() + " bytes after the last whole batch")
                : new Admission.Admitted(records, false, maxTimestamp, NO_APPEND_TIME);
    }

    private Admission admitBatch(ByteBuf records, AppendTerms terms, LogConfig config, BatchTools tools) {
        RecordBatch batch = RecordBatch.at(records, records.readerIndex());
        Optional<Refused> misfit = size(batch, records.readableBytes(), config);
        if (misfit.isPresent()) {
            return new Admission.Turned(misfit.get());
        }
        boolean compacted = config.cleaner().isCompacted();
        RecordValidation depth = compacted ? RecordValidation.FULL : terms.validation();
        BatchVerdict verdict = tools.check().fromClient(batch, records.readableBytes(), depth);
        if (verdict instanceof Faulty faulty) {
            BrokenRule rule = BrokenRule.of(faulty.check());
            return new Admission.Turned(Refused.batch(faulty.code(), faulty.toString(), rule));
        }
        Sound sound = (Sound) verdict;
        if (batch.isTransactional() && terms.origin() != AppendTerms.Origin.TRANSACTIONAL_CLIENT) {
            return turned(ErrorCode.INVALID_RECORD, "a transactional batch from a client without transactional id");
        }
        if (compacted && sound.firstKeyless() >= 0) {
            String why = "record " + sound.firstKeyless() + " has no key, which a compacted topic needs";
            return new Admission.Turned(
                    new Refused(ErrorCode.INVALID_RECORD, why, sound.firstKeyless(), BrokenRule.KEY, sound.keyless()));
        }
        return shape(batch, sound, terms, config, tools);
    }

    /** A message set of an old format becomes one batch, which is then judged like any other. */
    private Admission admitLegacy(ByteBuf records, AppendTerms terms, LogConfig config, BatchTools tools) {
        Optional<Compression> forced = config.message().compression().forced();
        ByteBuf converted;
        try {
            converted = tools.legacy()
                    .toBatch(records, sent -> forced.orElse(Compression.of(sent)))
                    .batch();
        } catch (MalformedRecords e) {
            return new Admission.Turned(
                    Refused.batch(e.code(), String.valueOf(e.getMessage()), BrokenRule.ofOldFormat(e.code())));
        }
        boolean isGivenOn = false;
        try {
            Admission admission = admitBatch(converted, terms, config, tools);
            if (admission instanceof Admission.Admitted admitted && !admitted.isOwned()) {
                isGivenOn = true;
                return new Admission.Admitted(converted, true, admitted.maxTimestampMs(), admitted.appendTimeMs());
            }
            return admission;
        } finally {
            if (!isGivenOn) {
                converted.release();
            }
        }
    }

    private static Optional<Refused> size(RecordBatch batch, int availableBytes, LogConfig config) {
        int sizeBytes = batch.sizeBytes();
        if (sizeBytes < availableBytes && sizeBytes > 0) {
            return Optional.of(Refused.batch(ErrorCode.INVALID_RECORD, "more than one batch (expected: exactly one)"));
        }
        int most = config.message().maxBytes();
        if (sizeBytes > most) {
            return Optional.of(Refused.batch(
                    ErrorCode.MESSAGE_TOO_LARGE, "batch of " + sizeBytes + " bytes (expected: at most " + most + ")"));
        }
        int segmentBytes = config.segment().maxBytes();
        return sizeBytes <= segmentBytes
                ? Optional.empty()
                : Optional.of(Refused.batch(
                        ErrorCode.RECORD_LIST_TOO_LARGE,
                        "batch of " + sizeBytes + " bytes (expected: at most a segment, " + segmentBytes + ")"));
    }

    private Admission shape(RecordBatch batch, Sound sound, AppendTerms terms, LogConfig config, BatchTools tools) {
        TimestampConfig timestamps = config.message().timestamps();
        boolean appendTime = timestamps.type() == TimestampType.LOG_APPEND_TIME;
        if (!appendTime) {
            Optional<String> outOfBounds = outOfBounds(sound, timestamps, terms.nowMs());
            if (outOfBounds.isPresent()) {
                return turned(ErrorCode.INVALID_TIMESTAMP, outOfBounds.get());
            }
        }
        long appendTimeMs = appendTime ? terms.nowMs() : NO_APPEND_TIME;
        long maxTimestampMs = appendTime ? terms.nowMs() : sound.maxTimestamp();
        Optional<Compression> forced = config.message().compression().forced();
        if (forced.isEmpty() || forced.get().codec() == batch.codec()) {
            stamp(batch, maxTimestampMs, appendTimeMs);
            return new Admission.Admitted(batch.buffer(), false, maxTimestampMs, appendTimeMs);
        }
        try {
            ByteBuf fresh = tools.recompression()
                    .recompressed(batch, forced.get(), config.message().maxBytes());
            stamp(RecordBatch.at(fresh, 0), maxTimestampMs, appendTimeMs);
            return grown(new Admission.Admitted(fresh, true, maxTimestampMs, appendTimeMs), config);
        } catch (MalformedRecords e) {
            return turned(e.code(), String.valueOf(e.getMessage()));
        }
    }

    /** Under another codec a batch may take more than the log does. */
    private static Admission grown(Admission.Admitted admitted, LogConfig config) {
        ByteBuf records = admitted.records();
        Optional<Refused> misfit = size(RecordBatch.at(records, 0), records.readableBytes(), config);
        if (misfit.isEmpty()) {
            return admitted;
        }
        admitted.release();
        return new Admission.Turned(misfit.get());
    }

    private static void stamp(RecordBatch batch, long maxTimestampMs, long appendTimeMs) {
        if (appendTimeMs == NO_APPEND_TIME) {
            BatchEdits.correctMaxTimestamp(batch, maxTimestampMs);
        } else {
            BatchEdits.stampLogAppendTime(batch, appendTimeMs);
        }
    }

    private static Optional<String> outOfBounds(Sound sound, TimestampConfig bounds, long nowMs) {
        if (sound.minTimestamp() != NO_APPEND_TIME && sound.minTimestamp() < nowMs - bounds.beforeMaxMs()) {
            return Optional.of("timestamp " + sound.minTimestamp() + " (expected: at most " + bounds.beforeMaxMs()
                    + " ms before " + nowMs + ")");
        }
        if (sound.maxTimestamp() > nowMs && sound.maxTimestamp() - nowMs > bounds.afterMaxMs()) {
            return Optional.of("timestamp " + sound.maxTimestamp() + " (expected: at most " + bounds.afterMaxMs()
                    + " ms after " + nowMs + ")");
        }
        return Optional.empty();
    }

    /** A batch as a leader sent it to this follower; the fault, or empty if it is sound. */
    static Optional<Refused> checkFromLeader(RecordBatch batch, int availableBytes, long logEndOffset) {
        BatchVerdict verdict = BatchCheck.fromLeader(batch, availableBytes, logEndOffset);
        return verdict instanceof Faulty faulty
                ? Optional.of(Refused.batch(faulty.code(), faulty.toString()))
                : Optional.empty();
    }

    private static Admission turned(ErrorCode code, String why) {
        return new Admission.Turned(Refused.batch(code, why));
    }
}
