package io.milena.server.zookeeper;

/** Why ZooKeeper refused an operation. */
public enum ZkCode {
    NO_NODE,
    NODE_EXISTS,
    BAD_VERSION,
    NOT_EMPTY,
    /** The operation's session ended before an answer came; whether it was carried out is not known. */
    SESSION_ENDED,
    /** Another controller was elected since this writer was. */
    FENCED,
    /** The server is too old to know such a request. */
    UNIMPLEMENTED,
    /** Anything else: access rights, a request that is too large, a server that gave up. */
    OTHER
}
