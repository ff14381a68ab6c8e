package io.milena.server.network;

/**
 * What the connections of a listener have in common.
 *
 * @param listener name of the listener
 * @param config limits
 * @param sink where requests go
 * @param held counts the bytes of requests not yet handled
 * @param incomplete counts the bytes of incomplete requests
 * @param server what is shared by all listeners
 */
record ConnectionTerms(
        String listener,
        NetworkConfig config,
        RequestSink sink,
        MemoryBudget held,
        IncompleteFrames incomplete,
        Shared server) {

    /**
     * What all connections have in common.
     *
     * @param metrics figures of the room
     * @param log lines that peers cause
     */
    record Shared(NetworkMetrics metrics, RateLimitedLog log) {}
}
