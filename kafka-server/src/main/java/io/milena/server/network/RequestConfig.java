package io.milena.server.network;

import io.milena.common.config.ConfigKey;
import java.util.Map;

/**
 * How much memory requests and their answers may hold.
 *
 * @param maxFrameBytes longest request; one that announces more closes its connection
 * @param maxHeldBytes most bytes of all connections that are received and not yet handled; beyond it, connections that
 *     hold some are not read from
 * @param maxIncompleteBytes most bytes of all connections held for requests of which a part is missing; beyond it the
 *     slowest is closed
 * @param maxInFlight most requests of one connection that are begun and not answered
 * @param maxUnsentBytes a connection with more bytes of answers that its client has not taken is not served further
 */
public record RequestConfig(
        int maxFrameBytes, long maxHeldBytes, long maxIncompleteBytes, int maxInFlight, long maxUnsentBytes) {

    public static final int DEFAULT_MAX_IN_FLIGHT = 256;
    public static final long DEFAULT_MAX_UNSENT_BYTES = 1 << 20;

    private static final long BY_SIZE_OF_MEMORY = -1;
    /** Part of the memory for buffers that held requests may take, and incomplete ones again. */
    private static final int SHARE_OF_MEMORY = 4;

    public static final ConfigKey<Integer> MAX_REQUEST_BYTES = ConfigKey.intKey(
            "socket.request.max.bytes", 104_857_600, 1, Integer.MAX_VALUE, "Longest request in bytes.");
    public static final ConfigKey<Long> QUEUED_MAX_REQUEST_BYTES = ConfigKey.longKey(
            "queued.max.request.bytes",
            BY_SIZE_OF_MEMORY,
            BY_SIZE_OF_MEMORY,
            Long.MAX_VALUE,
            "Most bytes of requests received and not yet handled; -1 for a quarter of the memory for buffers.");

    /**
     * Reads the keys of this record.
     *
     * @param memoryBytes how much memory there is for buffers
     */
    public static RequestConfig from(Map<String, String> properties, long memoryBytes) {
        int maxFrameBytes = MAX_REQUEST_BYTES.read(properties);
        long held = QUEUED_MAX_REQUEST_BYTES.read(properties);
        long share = memoryBytes / SHARE_OF_MEMORY;
        return new RequestConfig(
                maxFrameBytes,
                held == BY_SIZE_OF_MEMORY ? share : held,
                Math.max(share, maxFrameBytes),
                DEFAULT_MAX_IN_FLIGHT,
                DEFAULT_MAX_UNSENT_BYTES);
    }
}
