package io.milena.common.errors;

/** Error 89 of the protocol, THROTTLING_QUOTA_EXCEEDED. The same call, made again later, may succeed. */
public final class ThrottlingQuotaExceededException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public ThrottlingQuotaExceededException(String message) {
        super(message);
    }

    public ThrottlingQuotaExceededException(String message, Throwable cause) {
        super(message, cause);
    }
}
