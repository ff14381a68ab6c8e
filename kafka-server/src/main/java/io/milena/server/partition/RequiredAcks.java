package io.milena.server.partition;

/** When a producer wants its answer. */
public enum RequiredAcks {
    /** Never. */
    NONE,
    /** When the leader has the records. */
    LEADER,
    /** When the records are committed: all in-sync replicas have them, and these are enough. */
    ALL
}
