package io.milena.server.network;

import io.milena.common.config.ConfigKey;
import java.util.Map;

/**
 * What the system is asked for when sockets are made.
 *
 * @param sendBufferBytes size of a socket's send buffer, or {@link #SYSTEM_DEFAULT}
 * @param receiveBufferBytes size of a socket's receive buffer, or {@link #SYSTEM_DEFAULT}
 * @param backlog most connections that wait to be accepted
 */
public record SocketConfig(int sendBufferBytes, int receiveBufferBytes, int backlog) {

    /** Leaves the size of a buffer to the operating system. */
    public static final int SYSTEM_DEFAULT = -1;

    public static final ConfigKey<Integer> SEND_BUFFER_BYTES = ConfigKey.intKey(
            "socket.send.buffer.bytes",
            102_400,
            SYSTEM_DEFAULT,
            Integer.MAX_VALUE,
            "Size of the send buffer of a socket in bytes; -1 for the system's default.");
    public static final ConfigKey<Integer> RECEIVE_BUFFER_BYTES = ConfigKey.intKey(
            "socket.receive.buffer.bytes",
            102_400,
            SYSTEM_DEFAULT,
            Integer.MAX_VALUE,
            "Size of the receive buffer of a socket in bytes; -1 for the system's default.");
    public static final ConfigKey<Integer> BACKLOG = ConfigKey.intKey(
            "socket.listen.backlog.size",
            50,
            1,
            Integer.MAX_VALUE,
            "Most connections that wait to be accepted; the system may allow fewer.");

    /** Reads the keys of this record. */
    public static SocketConfig from(Map<String, String> properties) {
        return new SocketConfig(
                SEND_BUFFER_BYTES.read(properties), RECEIVE_BUFFER_BYTES.read(properties), BACKLOG.read(properties));
    }
}
