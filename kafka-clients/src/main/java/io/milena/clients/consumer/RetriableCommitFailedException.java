package io.milena.clients.consumer;

import io.milena.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** A commit did not go through for a reason that may pass; the same commit, made again, may succeed. */
public final class RetriableCommitFailedException extends RetriableException {

    private static final long serialVersionUID = 1L;

    private static final String TEXT = "the commit failed for a reason that may pass; later offsets supersede it";

    public RetriableCommitFailedException(Throwable cause) {
        super(TEXT, cause);
    }

    public RetriableCommitFailedException(String message) {
        super(message);
    }

    public RetriableCommitFailedException(@Nullable String message, Throwable cause) {
        super(message == null ? TEXT : message, cause);
    }
}
