package io.milena.transport;

/**
 * What all connections of one client have in common.
 *
 * @param loop the thread that everything is done on
 * @param clientId how the client calls itself; in every request
 * @param softwareVersion of this library, told to brokers in the handshake
 * @param sockets what the system is asked for
 * @param security what stands between socket and protocol
 * @param handshakeTimeoutNanos how long a broker may take to tell its versions
 */
public record ConnectionTerms(
        ClientLoop loop,
        String clientId,
        String softwareVersion,
        SocketSettings sockets,
        SecurityLayer security,
        long handshakeTimeoutNanos) {

    /** How this library calls itself. */
    static final String SOFTWARE_NAME = "milena";
}
