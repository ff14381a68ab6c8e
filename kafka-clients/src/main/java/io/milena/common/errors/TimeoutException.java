package io.milena.common.errors;

/** Error 7 of the protocol, REQUEST_TIMED_OUT. The same call, made again later, may succeed. */
public class TimeoutException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public TimeoutException() {}

    public TimeoutException(Throwable cause) {
        super(cause);
    }

    public TimeoutException(String message) {
        super(message);
    }

    public TimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
