package io.milena.transport;

/**
 * What the system is asked for when sockets are made.
 *
 * @param sendBufferBytes size of a socket's send buffer, or {@link #SYSTEM_DEFAULT}
 * @param receiveBufferBytes size of a socket's receive buffer, or {@link #SYSTEM_DEFAULT}
 */
public record SocketSettings(int sendBufferBytes, int receiveBufferBytes) {

    /** Leaves the size of a buffer to the operating system. */
    public static final int SYSTEM_DEFAULT = -1;
}
