package io.milena.server.network;

import java.util.Locale;

/**
 * What the peer sent is no request; its connection cannot go on. What it is instead shows in the four bytes where the
 * length should be: those of clients that speak another protocol are told by name.
 */
final class BadFrame extends Exception {

    private static final long serialVersionUID = 1L;

    /** First two bytes of a TLS record with a hello: type "handshake", major version 3. */
    private static final int TLS_HANDSHAKE = 0x1603;

    private static final String HTTP_METHODS = "GET POST PUT HEAD DELETE OPTIONS PATCH CONNECT TRACE PRI";

    private final Kind kind;

    private BadFrame(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** For four bytes that are no length from 0 to {@code maxFrameBytes}. */
    static BadFrame of(int length, int maxFrameBytes) {
        if (length >>> Short.SIZE == TLS_HANDSHAKE) {
            return new BadFrame(Kind.TLS, "a TLS client spoke to the plaintext listener");
        }
        if (looksLikeHttp(length)) {
            return new BadFrame(Kind.HTTP, "an HTTP client spoke to the listener");
        }
        if (length < 0) {
            return new BadFrame(Kind.NEGATIVE, "a request of negative length " + length + " came to the listener");
        }
        return new BadFrame(
                Kind.TOO_LONG,
                "a request of " + length + " bytes, more than " + RequestConfig.MAX_REQUEST_BYTES.name() + " allows ("
                        + maxFrameBytes + "), came to the listener");
    }

    private static boolean looksLikeHttp(int length) {
        var start = new StringBuilder();
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            start.append((char) (length >>> shift & 0xff));
        }
        String word = start.toString().trim().toUpperCase(Locale.ROOT);
        return word.length() >= 3 && (" " + HTTP_METHODS).contains(" " + word);
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
