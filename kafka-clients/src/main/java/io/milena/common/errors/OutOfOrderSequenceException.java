package io.milena.common.errors;

/** Error 45 of the protocol, OUT_OF_ORDER_SEQUENCE_NUMBER. */
public class OutOfOrderSequenceException extends ApiException {

    private static final long serialVersionUID = 1L;

    public OutOfOrderSequenceException(String message) {
        super(message);
    }

    public OutOfOrderSequenceException(String message, Throwable cause) {
        super(message, cause);
    }
}
