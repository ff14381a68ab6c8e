package io.milena.transport;

/**
 * What the peer sent is no answer of a broker; its connection cannot go on. What it is instead shows in the four bytes
 * where the length should be: peers that speak another protocol are told by name.
 */
final class BadFrame extends Exception {

    private static final long serialVersionUID = 1L;

    /** First two bytes of a TLS record: an alert, with which a TLS server answers plaintext, or a handshake. */
    private static final int TLS_ALERT = 0x1503;

    private static final int TLS_HANDSHAKE = 0x1603;

    /** The third byte of a TLS record tells its minor version. */
    private static final int HIGHEST_TLS_MINOR = 4;

    private static final int HTTP = 'H' << 24 | 'T' << 16 | 'T' << 8 | 'P';

    private BadFrame(String message) {
        super(message, null, false, false);
    }

    /** Whether four bytes are the beginning of another protocol, though they could be a length as well. */
    static boolean isForeign(int length) {
        int first = length >>> Short.SIZE;
        boolean isTls = first == TLS_ALERT || first == TLS_HANDSHAKE;
        return isTls && (length >>> Byte.SIZE & 0xff) <= HIGHEST_TLS_MINOR || length == HTTP;
    }

    /** For four bytes that are no length of an answer. */
    static BadFrame of(int length, int maxFrameBytes) {
        if (length == HTTP) {
            return new BadFrame("an HTTP server listens there, not a broker");
        }
        if (isForeign(length)) {
            return new BadFrame("it answered plaintext with TLS: the listener wants security.protocol=SSL or SASL_SSL,"
                    + " or another port is meant");
        }
        if (length < 0) {
            return new BadFrame("an answer of negative length " + length + " came; this is no broker, or its bytes"
                    + " were garbled");
        }
        return new BadFrame("an answer of " + length + " bytes came (expected: up to " + maxFrameBytes
                + "); this is no broker, or its bytes were garbled");
    }
}
