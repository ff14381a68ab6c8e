package io.milena.common.errors;

/** Error 90 of the protocol, PRODUCER_FENCED. */
public final class ProducerFencedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public ProducerFencedException(String message) {
        super(message);
    }

    public ProducerFencedException(String message, Throwable cause) {
        super(message, cause);
    }
}
