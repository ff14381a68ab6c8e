package io.milena.record;

import io.milena.common.errors.ErrorCode;

/**
 * Records that cannot be read. The one checked exception of reading, converting and decompressing records: whatever the
 * bytes are, reading ends in a value or in this. It has no stack trace, because peers can cause it at will.
 */
public final class MalformedRecords extends Exception {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public MalformedRecords(ErrorCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Something inside a batch is wrong: {@link ErrorCode#INVALID_RECORD}. */
    public static MalformedRecords invalid(String message) {
        return new MalformedRecords(ErrorCode.INVALID_RECORD, message);
    }

    /** What a broker answers for it. */
    public ErrorCode code() {
        return code;
    }
}
