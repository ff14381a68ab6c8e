package io.milena.server.zookeeper;

/**
 * Where a session stands.
 *
 * <pre>
 *   CONNECTED  --> DISCONNECTED   the connection broke; the session may still live, operations wait
 *   DISCONNECTED --> CONNECTED    same session
 *   DISCONNECTED --> EXPIRED      the session is over: ephemeral nodes and watches are gone, waiting operations failed
 *   EXPIRED    --> CONNECTED      another session; whoever had nodes or watches makes them again
 * </pre>
 */
public enum ZkSessionState {
    CONNECTED,
    DISCONNECTED,
    EXPIRED
}
