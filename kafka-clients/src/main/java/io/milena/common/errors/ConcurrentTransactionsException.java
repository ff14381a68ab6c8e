package io.milena.common.errors;

/** Error 51 of the protocol, CONCURRENT_TRANSACTIONS. The same call, made again later, may succeed. */
public final class ConcurrentTransactionsException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public ConcurrentTransactionsException(String message) {
        super(message);
    }

    public ConcurrentTransactionsException(String message, Throwable cause) {
        super(message, cause);
    }
}
