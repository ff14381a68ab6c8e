package io.milena.common.errors;

/** Error 105 of the protocol, TRANSACTIONAL_ID_NOT_FOUND. */
public final class TransactionalIdNotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    public TransactionalIdNotFoundException(String message) {
        super(message);
    }

    public TransactionalIdNotFoundException(String message, Throwable cause) {
        super(message, cause);
    }
}
