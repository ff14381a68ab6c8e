package io.milena.server.partition;

import io.milena.common.errors.ErrorCode;
import io.milena.storage.AppendResult;
import io.milena.storage.TransactionProof;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** What became of records that were to be written to one partition. */
public sealed interface ProduceOutcome {

    /**
     * The records are in the log, now or since an earlier attempt of the same producer.
     *
     * @param firstOffset offset of the first record
     * @param endOffset offset after the last record
     * @param logAppendTimeMs timestamp that all records got; -1 if they keep their own
     * @param logStartOffset first offset of the log
     * @param appendedRecords records written now; 0 if they were there already
     * @param answerDue whether the producer's wish is met; else the waiter is told when it is
     */
    record Stored(
            long firstOffset,
            long endOffset,
            long logAppendTimeMs,
            long logStartOffset,
            int appendedRecords,
            boolean answerDue)
            implements ProduceOutcome {}

    /** What a log made of an append; {@code isDue} says whether a producer whose records end there can be answered. */
    static ProduceOutcome of(AppendResult result, LongPredicate isDue) {
        return result.fold(
                appended -> new Stored(
                        appended.firstOffset(),
                        appended.lastOffset() + 1,
                        appended.logAppendTimeMs(),
                        appended.logStartOffset(),
                        appended.recordCount(),
                        isDue.test(appended.lastOffset() + 1)),
                repeated -> new Stored(
                        repeated.firstOffset(),
                        repeated.lastOffset() + 1,
                        repeated.logAppendTimeMs(),
                        repeated.logStartOffset(),
                        0,
                        isDue.test(repeated.lastOffset() + 1)),
                unproven -> new Unproven(unproven.proof()),
                refused -> new Refused(refused.code(), refused.message(), refused.recordIndex()));
    }

    /**
     * Nothing was written: the records begin a transaction here, and nobody has said that they may.
     *
     * @param proof under which they may, if the coordinator of the transaction says so now
     */
    record Unproven(TransactionProof proof) implements ProduceOutcome {}

    /**
     * Nothing was written.
     *
     * @param code what the client is told
     * @param why which rule was broken; null where the code says it all
     * @param recordIndex index of the record to blame, or {@link AppendResult#NO_RECORD}
     */
    record Refused(ErrorCode code, @Nullable String why, int recordIndex) implements ProduceOutcome {

        public static Refused because(ErrorCode code) {
            return new Refused(code, null, AppendResult.NO_RECORD);
        }
    }
}
