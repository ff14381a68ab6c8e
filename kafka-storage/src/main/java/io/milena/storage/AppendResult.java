package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.function.Function;

/** Outcome of one append by a leader. */
public sealed interface AppendResult {

    /** Says that no single record is to blame. */
    int NO_RECORD = -1;

    /**
     * The records are in the log.
     *
     * @param firstOffset offset of the first record
     * @param lastOffset offset of the last record
     * @param logAppendTimeMs timestamp that all records got; -1 if they keep their own
     * @param logStartOffset first offset of the log
     * @param recordCount records appended
     * @param sizeBytes bytes appended
     */
    record Appended(
            long firstOffset,
            long lastOffset,
            long logAppendTimeMs,
            long logStartOffset,
            int recordCount,
            int sizeBytes)
            implements AppendResult {}

    /**
     * The producer sent this batch before.
     *
     * @param firstOffset where its first record is
     * @param lastOffset where its last record is
     * @param logAppendTimeMs timestamp that its records got; -1 if they kept their own
     * @param logStartOffset first offset of the log
     */
    record Duplicate(long firstOffset, long lastOffset, long logAppendTimeMs, long logStartOffset)
            implements AppendResult {}

    /**
     * Nothing was appended: the batch begins a transaction here, and nobody has said that it may.
     *
     * @param proof what becomes true if the coordinator says so now
     */
    record Unproven(TransactionProof proof) implements AppendResult {}

    /**
     * Nothing was appended.
     *
     * @param code what the client is told
     * @param message which rule was broken, with the values found
     * @param recordIndex index of the record to blame, or {@link #NO_RECORD}
     * @param rule the kind of rule, for those who count
     * @param offences how often it was broken, 1 or more
     */
    record Refused(ErrorCode code, String message, int recordIndex, BrokenRule rule, int offences)
            implements AppendResult {

        static Refused batch(ErrorCode code, String message) {
            return batch(code, message, BrokenRule.OTHER);
        }

        static Refused batch(ErrorCode code, String message, BrokenRule rule) {
            return new Refused(code, message, NO_RECORD, rule, 1);
        }

        /** The same, and the message tells whose records they were. */
        Refused of(TopicPartition partition) {
            return new Refused(code, partition + ", " + message, recordIndex, rule, offences);
        }
    }

    /** Handles every outcome; a new one breaks every caller at compile time. */
    default <R> R fold(
            Function<Appended, R> onAppended,
            Function<Duplicate, R> onDuplicate,
            Function<Unproven, R> onUnproven,
            Function<Refused, R> onRefused) {
        if (this instanceof Appended appended) {
            return onAppended.apply(appended);
        }
        if (this instanceof Duplicate duplicate) {
            return onDuplicate.apply(duplicate);
        }
        if (this instanceof Unproven unproven) {
            return onUnproven.apply(unproven);
        }
        return onRefused.apply((Refused) this);
    }
}
