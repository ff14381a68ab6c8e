package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import java.util.Collections;
import java.util.List;

/**
 * Answers a commit, also one in a transaction.
 *
 * @param errors what became of each line, in the order of the ask
 */
public record CommitAnswer(List<ErrorCode> errors) {

    /** The same became of all lines. */
    public static CommitAnswer all(ErrorCode error, int lines) {
        return new CommitAnswer(Collections.nCopies(lines, error));
    }
}
