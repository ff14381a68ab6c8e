package io.milena.protocol;

/**
 * The bytes at hand are not the message they should be. The one checked exception of every {@code read}: whatever a
 * peer sends, reading ends in a value or in this.
 */
public final class MalformedMessage extends Exception {

    private static final long serialVersionUID = 1L;

    public MalformedMessage(String message) {
        super(message);
    }
}
