package io.milena.server;

/** The broker cannot start; the message is for the operator and says what to do. */
final class StartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }
}
