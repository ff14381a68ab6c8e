package io.milena.common.errors;

/** Error 76 of the protocol, UNSUPPORTED_COMPRESSION_TYPE. */
public final class UnsupportedCompressionTypeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public UnsupportedCompressionTypeException(String message) {
        super(message);
    }

    public UnsupportedCompressionTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
