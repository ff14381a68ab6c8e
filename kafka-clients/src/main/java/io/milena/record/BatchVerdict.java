package io.milena.record;

import io.milena.common.errors.ErrorCode;

/** What a check of one batch found. */
public sealed interface BatchVerdict {

    /**
     * Nothing wrong. What the records say is true after a full check, and what the header claims after a header check.
     *
     * @param minTimestamp smallest timestamp of a record that has one; -1 if none has
     * @param maxTimestamp greatest timestamp, -1 if no record has one
     * @param maxTimestampOffset first offset with the greatest timestamp; the last offset after a header check
     * @param firstKeyless how many records precede the first one without a key, which a compacted topic refuses; -1 if
     *     all have keys, and after a header check
     * @param keyless how many records have no key; 0 after a header check
     */
    record Sound(long minTimestamp, long maxTimestamp, long maxTimestampOffset, int firstKeyless, int keyless)
            implements BatchVerdict {}

    /**
     * @param check which check failed
     * @param code what a broker answers for it
     * @param offset where: the first offset of the batch, or that of the bad record where it is known
     * @param why values and expectation; does not repeat the offset
     */
    record Faulty(Check check, ErrorCode code, long offset, String why) implements BatchVerdict {

        @Override
        public String toString() {
            return "offset " + offset + ": " + check + " check failed: " + why;
        }
    }

    /** The checks, in the order in which they are made. */
    enum Check {
        MAGIC,
        SIZE,
        CRC,
        BASE_OFFSET,
        OFFSETS,
        COUNT,
        CODEC,
        CONTROL,
        DELETE_HORIZON,
        PRODUCER,
        RECORDS
    }
}
