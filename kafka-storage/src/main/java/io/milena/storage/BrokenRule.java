package io.milena.storage;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchVerdict;

/** Kinds of rules that records of a client can break, as far as anyone counts them. */
public enum BrokenRule {
    MAGIC,
    CHECKSUM,
    OFFSET_OR_SEQUENCE,
    KEY,
    OTHER;

    static BrokenRule of(BatchVerdict.Check failed) {
        return switch (failed) {
            case MAGIC -> MAGIC;
            case CRC -> CHECKSUM;
            case OFFSETS, COUNT, CONTROL, PRODUCER -> OFFSET_OR_SEQUENCE;
            case BASE_OFFSET, SIZE, CODEC, DELETE_HORIZON, RECORDS -> OTHER;
        };
    }

    /** What a message set of an old format broke. */
    static BrokenRule ofOldFormat(ErrorCode code) {
        return code == ErrorCode.CORRUPT_MESSAGE ? CHECKSUM : OTHER;
    }
}
