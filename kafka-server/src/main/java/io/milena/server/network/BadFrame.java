package io.milena.server.network;

/** What the peer sent is no request; its connection cannot go on. */
final class BadFrame extends Exception {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    BadFrame(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /** What is wrong; log lines are limited for each kind by itself. */
    enum Kind {
        TLS,
        HTTP,
        NEGATIVE,
        TOO_LONG
    }
}
