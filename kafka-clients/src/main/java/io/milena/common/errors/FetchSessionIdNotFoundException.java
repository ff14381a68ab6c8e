package io.milena.common.errors;

/** Error 70 of the protocol, FETCH_SESSION_ID_NOT_FOUND. The same call, made again later, may succeed. */
public final class FetchSessionIdNotFoundException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public FetchSessionIdNotFoundException(String message) {
        super(message);
    }

    public FetchSessionIdNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
