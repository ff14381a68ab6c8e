package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;

/** What a client is told when a record could not be written, where the reason is nothing of its business. */
final class WriteErrors {

    private WriteErrors() {}

    /** Whether the log refused for the size of what was to be written. */
    static boolean isTooLarge(ErrorCode code) {
        return code == ErrorCode.MESSAGE_TOO_LARGE
                || code == ErrorCode.RECORD_LIST_TOO_LARGE
                || code == ErrorCode.INVALID_FETCH_SIZE;
    }

    /** For those who commit offsets. */
    static ErrorCode ofCommit(ErrorCode code) {
        return isTooLarge(code) ? ErrorCode.INVALID_COMMIT_OFFSET_SIZE : code;
    }

    /** For everyone else. */
    static ErrorCode ofOthers(ErrorCode code) {
        return isTooLarge(code) ? ErrorCode.UNKNOWN_SERVER_ERROR : code;
    }
}
