package io.milena.server.network;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/** The settings of this room: sockets, connections, and the memory of requests. */
public record NetworkConfig(SocketConfig sockets, ConnectionConfig connections, RequestConfig requests) {

    /** How many event loops serve the clients; read by the root, which makes the threads. */
    public static final ConfigKey<Integer> NETWORK_THREADS = ConfigKey.intKey(
            "num.network.threads", 3, 1, Integer.MAX_VALUE, "How many event loops serve the connections.");

    /** Every key that this room reads. */
    public static final List<ConfigKey<?>> KEYS = List.of(
            NETWORK_THREADS,
            SocketConfig.SEND_BUFFER_BYTES,
            SocketConfig.RECEIVE_BUFFER_BYTES,
            SocketConfig.BACKLOG,
            ConnectionConfig.MAX_IDLE_MS,
            ConnectionConfig.MAX,
            ConnectionConfig.MAX_PER_IP,
            ConnectionConfig.MAX_PER_IP_OVERRIDES,
            RequestConfig.MAX_REQUEST_BYTES,
            RequestConfig.QUEUED_MAX_REQUEST_BYTES);

    /**
     * Reads all keys of this room.
     *
     * @param memoryBytes how much memory there is for buffers, such as the JVM's limit of direct memory
     */
    public static NetworkConfig from(Map<String, String> properties, long memoryBytes) {
        return new NetworkConfig(
                SocketConfig.from(properties),
                ConnectionConfig.from(properties),
                RequestConfig.from(properties, memoryBytes));
    }
}
