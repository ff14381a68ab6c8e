package io.milena.common.errors;

/** An error that may go away: the same call, made again later, may succeed. */
public class RetriableException extends ApiException {

    private static final long serialVersionUID = 1L;

    public RetriableException() {}

    public RetriableException(Throwable cause) {
        super(cause);
    }

    public RetriableException(String message) {
        super(message);
    }

    public RetriableException(String message, Throwable cause) {
        super(message, cause);
    }
}
